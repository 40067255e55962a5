import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { returnPoint, secondsLeft, spendPoint } from '#server/platform/database/rate-counters.ts'
import { tooMany } from './api-problem.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/**
 * Counts one use of a daily limit.
 *
 * @param of The id of the customer or purchase that the limit applies to.
 * @param refusal What to tell people beyond the limit.
 * @throws {ApiProblem} 429 when the limit of the day is reached.
 */
export async function spendDaily(
  { now, settings }: Pick<Deps, 'now' | 'settings'>,
  db: Db,
  name: DailyLimit,
  of: string | number,
  refusal = 'You’ve reached today’s limit for this. Please try again tomorrow, or call us.',
): Promise<void> {
  if ((await spendPoint(db, `${name}:${of}`, DAY_MS, now())) > settings.limits[name])
    throw tooMany(secondsLeft(DAY_MS, now()), refusal)
}

/** Takes one use back: nothing came of it. */
export const returnDaily = (
  { now }: Pick<Deps, 'now'>,
  db: Db,
  name: DailyLimit,
  of: string | number,
): Promise<void> => returnPoint(db, `${name}:${of}`, DAY_MS, now())

type DailyLimit =
  | 'LIMIT_KEPT_ANSWERS_PER_DAY'
  | 'LIMIT_QUOTE_CODES_PER_DAY'
  | 'LIMIT_ADDED_CARS_PER_DAY'
  | 'LIMIT_LISTED_CARS_PER_DAY'
  | 'LIMIT_FINANCE_APPLICATIONS_PER_DAY'
  | 'LIMIT_SIGN_IN_CHANGES_PER_DAY'
  | 'LIMIT_PAYMENT_PAGES_PER_DAY'
  | 'LIMIT_OFFER_ANSWERS_PER_DAY'
  | 'LIMIT_HAND_OVER_CHANGES_PER_DAY'
  | 'LIMIT_PURCHASE_LINKS_PER_DAY'
  | 'LIMIT_INVITATIONS_PER_DAY'
  | 'LIMIT_INVITATIONS_TO_ONE_PER_DAY'
  | 'LIMIT_PURCHASE_COMMENTS_PER_DAY'
  | 'LIMIT_SERVICE_BOOKINGS_PER_DAY'
  | 'LIMIT_FILES_READ_PER_DAY'
