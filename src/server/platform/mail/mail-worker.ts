import type { Transporter } from 'nodemailer'
import { claimMails, updateMail, WITHOUT_CONTENT } from './outbox-queries.ts'
import type { OutboxRow } from '#server/platform/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { CODE_KINDS } from './kinds.ts'
import { ATTACHMENT_TYPES } from './mail.ts'
import { contentOf } from './outbox.ts'
import { startQueueWorker, type QueueWorker } from '#server/platform/jobs/queue-worker.ts'

const MAX_AT_ONCE = 5

/** Sends queued messages, codes first. A code is given up when it no longer works, other messages after a day. */
export function startMailWorker(deps: Deps): QueueWorker {
  const { deliver, close } = carrierOf(deps)
  return startQueueWorker<OutboxRow>(deps, {
    maxAtOnce: MAX_AT_ONCE,
    claim: (lease) => claimMails(deps.db, lease),
    deliver,
    describeError,
    note: (mail, outcome) =>
      updateMail(deps.db, mail.outbox_id, {
        ...outcome,
        ...((outcome.sent_at ?? outcome.failed_at) && withoutSecrets(deps, mail)),
      }),
    logFields: ({ outbox_id, kind }) => ({ outboxId: outbox_id, kind }),
    close,
  })
}

/** Deletes the body of a code, which is worth stealing, once it is sent or given up; not in a demo. */
const withoutSecrets = (deps: Deps, mail: OutboxRow) =>
  CODE_KINDS.includes(mail.kind as never) && !deps.settings.isDemo ? WITHOUT_CONTENT : {}

/** Only the kind of error is stored, because a server's message may quote an address. */
function describeError(error: unknown) {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return {
    reason: [code, responseCode].filter(Boolean).join(' ') || 'failed',
    isFinal: responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH',
  }
}

/** Sends by SMTP if a server is configured. In a demo the outbox itself is the mailbox. */
function carrierOf({ settings, catalogue, keys }: Deps): {
  deliver(mail: OutboxRow): Promise<unknown>
  close(): void
} {
  if (settings.smtpUrl === null)
    return settings.isDemo
      ? { deliver: async () => undefined, close: () => undefined }
      : { deliver: () => Promise.reject(new MailIsOff()), close: () => undefined }
  const { brand } = catalogue
  const url = settings.smtpUrl
  let transport: Transporter | null = null
  const from = settings.mailFrom ?? `${brand.name} <${brand.email}>`
  const { hostname } = new URL(settings.siteUrl)
  return {
    async deliver(mail) {
      const { text, html, attachmentBase64, unsubscribeUrl } = contentOf({ keys }, mail)
      // Loaded here so that the start does not wait for the package.
      const { openTransport } = await import('./smtp.ts')
      transport ??= openTransport(url, MAX_AT_ONCE)
      return transport.sendMail({
        from,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text,
        html,
        attachments:
          attachmentBase64 === null
            ? []
            : [
                {
                  filename: mail.attachment_name ?? 'attachment',
                  content: Buffer.from(attachmentBase64, 'base64'),
                  contentType: typeOf(mail.attachment_name),
                },
              ],
        // The same for every try, so that a mailbox can recognise a repetition.
        messageId: `<${mail.outbox_id}@${hostname}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl && { 'List-Unsubscribe': `<${unsubscribeUrl}>` }),
        },
      })
    },
    close: () => transport?.close({ force: true }),
  }
}

const typeOf = (name: string | null): string =>
  ATTACHMENT_TYPES[name?.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

class MailIsOff extends Error {
  readonly code = 'EMAILOFF'
}
