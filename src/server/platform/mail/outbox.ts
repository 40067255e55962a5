import type { Trx } from '#server/database.ts'
import { insertMail, type SealedMail } from './outbox-queries.ts'
import { outsideLines } from '#server/platform/caller-line.ts'
import type { Deps } from '#server/deps.ts'
import { seal, unseal } from '#server/platform/crypto/encryption.ts'
import { priorityOf, spendMail } from './kinds.ts'
import type { Mail } from './mail.ts'
import { columnContext } from '#server/platform/crypto/encryption-context.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { emailKey } from '#lib/shared/email.ts'

const listeners = new WeakMap<Deps, Set<() => void>>()

/** Calls a worker when a message may have been queued. Returns a function that stops this. */
export function onQueued(deps: Deps, listener: () => void): () => void {
  const all = listeners.get(deps) ?? new Set()
  listeners.set(deps, all.add(listener))
  return () => all.delete(listener)
}

/**
 * Runs a transaction, and wakes the queue workers once it is committed.
 *
 * Await nothing but database calls inside: SQLite has a single connection.
 */
export async function transact<T>(deps: Deps, work: (trx: Trx) => Promise<T>): Promise<T> {
  const value = await deps.db.transaction().execute(work)
  for (const listener of listeners.get(deps) ?? []) outsideLines(listener)
  return value
}

/** The domain of addresses that reach no one: of deleted accounts, and of registrations that lost theirs. */
export const NO_ONES_DOMAIN = 'account.invalid'
export const isNoOnes = (email: string): boolean => email.endsWith(`@${NO_ONES_DOMAIN}`)

/**
 * Queues a message in the transaction that causes it, so that there is never one without the other.
 *
 * Use {@link transact} for that transaction and the message leaves at once; otherwise within a second.
 *
 * A customer who has reached the limit of the day still gets done what they asked: only the message is left out. So is
 * one to a deleted account, whose purchases and money are still dealt with.
 *
 * @param mail `null` queues a blank that is never sent. It takes as long as a real one, where the time must not reveal
 *   whether there was a message.
 * @param customerId The customer who causes it; `null` where none does.
 * @param giveUpAt The instant of the last try; a day from now by default.
 * @param outboxId For a message that a repeated call may queue again; it is queued once.
 * @returns Whether it was queued.
 */
export async function enqueueMail(
  deps: Deps,
  trx: Trx,
  mail: Mail | null,
  {
    customerId = null,
    giveUpAt,
    outboxId = deps.newId(),
  }: { customerId?: number | null; giveUpAt?: Date; outboxId?: string } = {},
): Promise<boolean> {
  if (mail && isNoOnes(mail.to)) return false
  if (mail) {
    requireOneRecipient(mail)
    if (!(await spendMail(deps, trx, { ...mail, customerId }))) return false
  }
  const now = deps.now()
  const queuedAt = now.toISOString()
  await insertMail(trx, {
    outbox_id: outboxId,
    kind: mail?.kind ?? 'blank',
    recipient: mail?.to ?? '',
    recipient_key: emailKey(mail?.to ?? ''),
    // A name in it may be long.
    subject: (mail?.subject ?? '').slice(0, MAX_SUBJECT_LENGTH).toWellFormed(),
    sealed: seal(deps.keys, placeOf(outboxId), JSON.stringify(contentIn(mail))),
    attachment_name: mail?.attachment?.name ?? null,
    priority: priorityOf(mail?.kind),
    attempts: 0,
    queued_at: queuedAt,
    next_attempt_at: queuedAt,
    give_up_at: (giveUpAt ?? new Date(now.getTime() + DAY_MS)).toISOString(),
    leased_until: null,
    sent_at: mail ? null : queuedAt,
    failed_at: null,
    last_error: null,
  })
  return true
}

/** The content of a message, and its attachment. */
interface MailContent {
  text: string
  html: string
  /** The attachment, a PDF or a calendar entry. */
  attachmentBase64: string | null
  unsubscribeUrl: string | null
}

const placeOf = (outboxId: string) => columnContext('outbox', 'sealed', outboxId)

const contentIn = (mail: Mail | null): MailContent => ({
  text: mail?.text ?? '',
  html: mail?.html ?? '',
  attachmentBase64: mail?.attachment ? Buffer.from(mail.attachment.bytes).toString('base64') : null,
  unsubscribeUrl: mail?.unsubscribeUrl ?? null,
})

/** The content of a queued message; empty once it is deleted. */
export const contentOf = ({ keys }: Pick<Deps, 'keys'>, mail: SealedMail): MailContent =>
  mail.sealed === null
    ? contentIn(null)
    : (JSON.parse(unseal(keys, placeOf(mail.outbox_id), mail.sealed)) as MailContent)

const MAX_SUBJECT_LENGTH = 200

/** Checks that there is one address and one line of subject, so that neither can add a header or a recipient. */
function requireOneRecipient({ to, subject }: Mail): void {
  if (to.length > 254 || !/^[^\s\p{Cc}<>,;"]+$/u.test(to) || !to.includes('@'))
    throw new Error('a message needs one plain email address')
  if (/\p{Cc}/u.test(subject)) throw new Error('a subject is one line')
}
