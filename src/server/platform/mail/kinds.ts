import { createHmac } from 'node:crypto'
import { emailKey } from '#lib/shared/email.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { secondsLeft, spendPoint } from '#server/platform/database/rate-counters.ts'
import { tooMany } from '#server/platform/http/api-problem.ts'
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

/** Kinds that a customer can cause repeatedly. Messages caused by staff or a provider are not limited. */
const COUNTED: readonly string[] = [
  'quote',
  'care-plan',
  'purchase-confirmed',
  'no-car-yet',
  'service-booked',
  'service-changed',
  'deletion-asked',
  'deletion-withdrawn',
  'email-change-asked',
  'hand-over-booked',
  'hand-over-changed',
]

/** @throws {ApiProblem} 429 when an address has reached the limit of the day. */
export async function spendMail(
  { keys, now, settings }: Pick<Deps, 'keys' | 'now' | 'settings'>,
  trx: Trx,
  { kind, to }: { kind: string; to: string },
): Promise<void> {
  if (!COUNTED.includes(kind)) return
  const address = createHmac('sha256', keys.booking)
    .update(`mails ${emailKey(to)}`)
    .digest('base64url')
  const most = settings.limits.LIMIT_MAILS_PER_DAY
  if ((await spendPoint(trx, `mails:${address}`, DAY_MS, now())) > most)
    throw tooMany(
      secondsLeft(DAY_MS, now()),
      `We’ve sent ${most} emails to this address today, so we can’t send another yet. Please try again tomorrow.`,
    )
}
