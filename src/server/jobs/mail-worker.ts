import type { OutboxRow } from '../db/tables/upkeep.ts'
import { claimMails, updateMail } from '../db/outbox.ts'
import type { Deps } from '../deps.ts'
import { ATTACHMENT_TYPES } from '../services/mail/mail.ts'
import { CODE_KINDS } from '../services/mail/account-mails.ts'
import { onMailQueued } from '../services/outbox.ts'

/** Looked for this often besides being woken: another process may have queued something. */
const POLL_MS = 1_000
const MAX_AT_ONCE = 5
/** Longer than any time-out below, so that no message is sent by two workers at once. */
const LEASE_MS = 60_000
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
const RETRY_MS = 30_000
const MAX_RETRY_MS = 60 * 60_000

export interface MailWorker {
  /** Looks for messages now. */
  nudge(): void
  /** Finishes what is being sent and stops. */
  stop(): Promise<void>
}

/** Carries a message off. It rejects when that failed. */
type Carry = (mail: OutboxRow) => Promise<unknown>

/**
 * Sends what is queued, codes first, until it is stopped. A message that cannot be sent is tried again
 * after 30 seconds, a minute, two and so on, and given up after a day (a code: when it no longer works).
 *
 * Several may run on one database.
 */
export function startMailWorker(deps: Deps): MailWorker {
  const carrier = carrierOf(deps)
  const underWay = new Set<Promise<void>>()
  let isStopped = false
  let isWanted = false
  let round: Promise<void> | null = null

  const lookOnce = async () => {
    while (!isStopped && underWay.size < MAX_AT_ONCE) {
      const now = deps.now()
      const mails = await claimMails(deps.db, {
        now: now.toISOString(),
        leasedUntil: new Date(now.getTime() + LEASE_MS).toISOString(),
        most: MAX_AT_ONCE - underWay.size,
      })
      if (mails.length === 0) return
      for (const mail of mails) {
        const work = deliver(deps, carrier.carry, mail)
          .catch((error: unknown) => deps.log.error({ err: error }, 'the outbox cannot be written'))
          .finally(() => {
            underWay.delete(work)
            look()
          })
        underWay.add(work)
      }
    }
  }
  const look = () => {
    isWanted = true
    if (round || isStopped) return
    round = (async () => {
      while (isWanted) {
        isWanted = false
        await lookOnce()
      }
    })()
      .catch((error: unknown) => deps.log.error({ err: error }, 'the outbox cannot be read'))
      .finally(() => {
        round = null
      })
  }

  const forget = onMailQueued(deps, look)
  const timer = setInterval(look, POLL_MS)
  look()
  return {
    nudge: look,
    async stop() {
      isStopped = true
      clearInterval(timer)
      forget()
      await round
      await Promise.all(underWay)
      carrier.close()
    },
  }
}

async function deliver(deps: Deps, carry: Carry, mail: OutboxRow): Promise<void> {
  const now = deps.now()
  if (mail.give_up_at <= now.toISOString()) {
    await giveUp(deps, mail, mail.last_error ?? 'too late')
    return
  }
  try {
    await carry(mail)
  } catch (error) {
    await postpone(deps, mail, error)
    return
  }
  await updateMail(deps.db, mail.outbox_id, {
    sent_at: deps.now().toISOString(),
    leased_until: null,
    ...withoutSecrets(deps, mail),
  })
}

/** A code is worth stealing: outside a demo its text is not kept once the message has come to its end. */
const withoutSecrets = (deps: Deps, mail: OutboxRow) =>
  CODE_KINDS.includes(mail.kind as never) && !deps.settings.isDemo
    ? { text_body: '', html_body: '' }
    : {}

async function postpone(deps: Deps, mail: OutboxRow, error: unknown): Promise<void> {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  // Only the kind of failure is kept: what a server says may quote an address.
  const reason = [code, responseCode].filter(Boolean).join(' ') || 'failed'
  const isRefused = responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
  if (isRefused) return giveUp(deps, mail, reason)
  const waitMs = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (mail.attempts - 1))
  // Spread by a fifth either way, so that a crowd that failed together does not come back together.
  const spreadMs = waitMs * (0.8 + 0.4 * Math.random())
  await updateMail(deps.db, mail.outbox_id, {
    next_attempt_at: new Date(deps.now().getTime() + spreadMs).toISOString(),
    leased_until: null,
    last_error: reason,
  })
}

async function giveUp(deps: Deps, mail: OutboxRow, reason: string): Promise<void> {
  deps.log.error({ outboxId: mail.outbox_id, kind: mail.kind, reason }, 'a message was given up')
  await updateMail(deps.db, mail.outbox_id, {
    failed_at: deps.now().toISOString(),
    leased_until: null,
    last_error: reason,
    ...withoutSecrets(deps, mail),
  })
}

/** By SMTP where there is a server; in a demo the outbox itself is the mailbox. */
function carrierOf({ settings, catalogue }: Deps): { carry: Carry; close(): void } {
  if (settings.smtpUrl === null)
    return settings.isDemo
      ? { carry: async () => undefined, close: () => undefined }
      : { carry: () => Promise.reject(new MailIsOff()), close: () => undefined }
  const { brand } = catalogue
  const url = settings.smtpUrl
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      pool: true,
      maxConnections: MAX_AT_ONCE,
      ...TIMEOUTS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  // With the first message, and not at every start.
  let opened: ReturnType<typeof open> | null = null
  const from = settings.mailFrom ?? `${brand.name} <${brand.email}>`
  const { hostname } = new URL(settings.siteUrl)
  return {
    carry: async (mail) =>
      (await (opened ??= open())).sendMail({
        from,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.text_body,
        html: mail.html_body,
        attachments:
          mail.attachment_base64 === null
            ? []
            : [
                {
                  filename: mail.attachment_name ?? 'attachment',
                  content: Buffer.from(mail.attachment_base64, 'base64'),
                  contentType: typeOf(mail.attachment_name),
                },
              ],
        // The same at every try, so that a reader's mailbox can tell a repetition.
        messageId: `<${mail.outbox_id}@${hostname}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribe_url && { 'List-Unsubscribe': `<${mail.unsubscribe_url}>` }),
        },
      }),
    close: () => void opened?.then((transport) => transport.close()),
  }
}

const typeOf = (name: string | null): string =>
  ATTACHMENT_TYPES[name?.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

class MailIsOff extends Error {
  readonly code = 'EMAILOFF'
}
