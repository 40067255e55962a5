import { createHmac } from 'node:crypto'
import { emailKey, mailboxOf } from '#lib/shared/email.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { spendPoint } from '#server/platform/database/rate-counters.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** Kinds with a code in the body. They are sent first, and the body is deleted once it is sent. */
export const CODE_KINDS = [
  'sign-in-code',
  'registration-code',
  'account-exists',
  'password-reset',
  'email-change-code',
  'web-account',
] as const

/** Kinds that also go to people without an account. */
export const KINDS_WITHOUT_ACCOUNT = [
  'service-confirm',
  'service-booked',
  'service-changed',
  'service-cancelled',
  'watch-confirm',
  'watch-started',
  'watch-changed',
  'watch-ended',
  'enquiry',
  'enquiry-received',
  'visitor-message',
  'purchase-invitation',
  'email-change-code',
] as const

/** Kinds that a customer can cause repeatedly. Messages caused by staff or a provider are not limited. */
const COUNTED: readonly string[] = [
  'quote',
  'care-plan',
  'service-booked',
  'service-changed',
  'hand-over-booked',
  'hand-over-changed',
  'watch-started',
  'trade-in-firm-offer',
  'purchase-invitation',
  'purchase-people',
  'shared-purchase',
]

/** The same, where no other message may keep one back: they are counted apart. */
const ESSENTIAL: readonly string[] = [
  'deletion-asked',
  'deletion-withdrawn',
  'email-change-asked',
  'purchase-confirmed',
  'no-car-yet',
]

/**
 * Counts a message for the customer who causes it. Only where there is none does it count for its recipient,
 * so that no one uses up another customer's limit.
 *
 * @returns Whether it may be sent: `false` when there have been as many in a day as we send.
 */
export async function spendMail(
  { keys, now, settings }: Pick<Deps, 'keys' | 'now' | 'settings'>,
  trx: Trx,
  { kind, to, customerId }: { kind: string; to: string; customerId: number | null },
): Promise<boolean> {
  const isEssential = ESSENTIAL.includes(kind)
  if (!isEssential && !COUNTED.includes(kind)) return true
  const causedBy =
    customerId ??
    createHmac('sha256', keys.booking)
      .update(`mails ${emailKey(mailboxOf(to))}`)
      .digest('base64url')
  const key = `${isEssential ? 'essential' : 'mails'}:${causedBy}`
  return (await spendPoint(trx, key, DAY_MS, now())) <= settings.limits.LIMIT_MAILS_PER_DAY
}

/** News that may go to thousands at once. */
const NEWS_KINDS = ['watch-changed', 'watch-ended'] as const

/** Which emails are sent first: codes, then all that someone waits for, then news. */
export const priorityOf = (kind: string | undefined): number =>
  CODE_KINDS.includes(kind as never) ? 0 : NEWS_KINDS.includes(kind as never) ? 2 : 1
