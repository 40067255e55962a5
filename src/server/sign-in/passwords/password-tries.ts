import type { Trx } from '#server/database.ts'
import {
  clearPoints,
  returnPoint,
  secondsLeft,
  spendPoint,
} from '#server/platform/database/rate-counters.ts'
import type { Deps } from '#server/deps.ts'
import { tooMany } from '#server/platform/http/api-problem.ts'
import { isBeyondLimit, returnOfLimit } from '#server/platform/http/limits.ts'
import { networkId } from '#server/platform/http/network.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { forgetCodeFailures } from '#server/sign-in/code-checks.ts'
import { subjectOf } from '#server/sign-in/codes.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

const LIMIT = 'LIMIT_PASSWORD_FAILURES_PER_15_MINUTES'
const WINDOW_MS = 15 * MINUTE_MS
const CEILING = 'LIMIT_PASSWORD_FAILURES_PER_DAY'
const ceilingOf = (subject: string) => `passwords:${subject}`
// Apart from the others, so that a stranger's guesses do not keep a person who is signed in from what they are doing.
const signedInCeilingOf = (subject: string) => `passwords-signed-in:${subject}`

const OF_NETWORK = {
  name: 'LIMIT_NETWORK_PASSWORD_FAILURES_PER_MINUTE',
  windowMs: MINUTE_MS,
} as const

/**
 * Counts a try at the password of any account, because each costs a hash. Of many at once no more than the limit are made
 * without a captcha.
 *
 * @returns Whether each further try from this network needs a captcha: those who share it are not kept out.
 */
export const isBeyondTriesOfNetwork = (deps: Deps, ip: string): boolean =>
  isBeyondLimit(deps, OF_NETWORK, ip)

/** Takes a try back: the password was right, or found no turn. */
export const returnTryToNetwork = (deps: Deps, ip: string): void =>
  returnOfLimit(deps, OF_NETWORK, ip)

/** Whose password is tried, and from where. */
interface Try {
  email: string
  ip: string
  /** That of staff who have signed in with it before (`staff-browser.ts`). */
  staffBrowser?: string | null
}

/** By browser or network as well, so that a stranger elsewhere cannot lock the owner out. */
const keyOf = ({ keys, now }: Deps, { email, ip, staffBrowser }: Try): string =>
  `password:${subjectOf(keys, email)}:${staffBrowser ?? networkId(keys, ip, now())}`
const signedInKeyOf = ({ keys, now }: Deps, { email, ip }: Try): string =>
  `password-signed-in:${subjectOf(keys, email)}:${networkId(keys, ip, now())}`

/**
 * Counts a try at a password. Call it before the password is looked at: of many at once no more than the limit are.
 *
 * @throws {ApiProblem} 429 after too many for this account from this browser or network.
 */
export async function countPasswordTry(deps: Deps, tried: Try, keyOfTry = keyOf): Promise<void> {
  const now = deps.now()
  const tries = await spendPoint(deps.db, keyOfTry(deps, tried), WINDOW_MS, now)
  const most = deps.settings.limits[LIMIT]
  if (tries <= most) return
  if (tries === most + 1)
    logSecurity(deps, 'limited', {
      limit: LIMIT,
      account: subjectOf(deps.keys, tried.email),
      ip: tried.ip,
    })
  throw tooMany(secondsLeft(WINDOW_MS, now))
}

/**
 * Counts a try at the password of an account, from wherever it comes.
 *
 * @returns Whether each further try needs a captcha. It is never a lock: the owner can still sign in.
 */
export async function isBeyondCeiling(
  deps: Deps,
  { email, ip }: Try,
  keyOfCeiling = ceilingOf,
): Promise<boolean> {
  const subject = subjectOf(deps.keys, email)
  const tries = await spendPoint(deps.db, keyOfCeiling(subject), DAY_MS, deps.now())
  const most = deps.settings.limits[CEILING]
  if (tries === most + 1) logSecurity(deps, 'limited', { limit: CEILING, account: subject, ip })
  return tries > most
}

/**
 * Counts a try at the password of an account by a person who is signed in to it: the session may be stolen. Signing in
 * with the password clears the count.
 *
 * @throws {ApiProblem} 429 after too many, from this network or in a day.
 */
export async function countSignedInTry(deps: Deps, tried: Try): Promise<void> {
  await countPasswordTry(deps, tried, signedInKeyOf)
  if (await isBeyondCeiling(deps, tried, signedInCeilingOf))
    throw tooMany(
      secondsLeft(DAY_MS, deps.now()),
      'That’s too many attempts for today. Please sign in again with your password, or wait until tomorrow.',
    )
}

/** Takes a try back from both counts: it found no turn, so nothing was guessed. */
export async function returnPasswordTry(deps: Deps, tried: Try): Promise<void> {
  const now = deps.now()
  await returnPoint(deps.db, keyOf(deps, tried), WINDOW_MS, now)
  await returnPoint(deps.db, ceilingOf(subjectOf(deps.keys, tried.email)), DAY_MS, now)
}

/** The password was right: what was counted before is forgotten, of codes too. */
export async function forgetPasswordTries(deps: Deps, trx: Trx, tried: Try): Promise<void> {
  for (const key of [keyOf, signedInKeyOf]) await clearPoints(trx, key(deps, tried))
  const subject = subjectOf(deps.keys, tried.email)
  for (const key of [ceilingOf, signedInCeilingOf]) await clearPoints(trx, key(subject))
  await forgetCodeFailures(deps, trx, tried.email)
}
