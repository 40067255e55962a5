import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { spendPoint } from '#server/platform/database/rate-counters.ts'

/** What a code is asked for by. Each has a budget of its own, so that using one up leaves the others. */
export type AskedBy = 'SIGN_IN' | 'REGISTRATION' | 'RESET' | 'EMAIL'

/** Beyond its limit of mails an address that no active account uses is mailed once in this time, for each way in. */
const UNPROVEN_PACE_MS = 30 * MINUTE_MS
/** How many times the limit of one network or customer everyone together may have an address mailed. */
const ASKERS = 5

interface Asked {
  by: AskedBy
  /** The way in that the email opens. */
  way: AskedBy
  asker: string | number
  /** As `mailboxKey` names it. */
  mailbox: string
  /** Where nothing is mailed, or an active account has the address, the same is counted apart. */
  kind: 'mails' | 'blanks'
}

/**
 * Whether an address that no active account uses may be mailed now: within the limits of who asks and of everyone, or at
 * a slower pace, so that no one uses up the mails of its owner.
 */
export async function takesMail(
  deps: Deps,
  trx: Trx,
  { by, way, asker, mailbox, kind }: Asked,
): Promise<boolean> {
  const now = deps.now()
  const {
    LIMIT_UNPROVEN_CODE_MAILS_PER_DAY: most,
    LIMIT_NETWORK_UNPROVEN_CODE_MAILS_PER_DAY: mostOfAsker,
  } = deps.settings.limits
  const key = `code-${kind}:${mailbox}`
  const askers = `code-${kind}-from:${asker}`
  const isAskerWithin = (await spendPoint(trx, askers, DAY_MS, now)) <= mostOfAsker
  const own = await spendPoint(trx, `${key}:${by}:${asker}`, DAY_MS, now)
  if (isAskerWithin && own <= most && (await spendPoint(trx, key, DAY_MS, now)) <= most * ASKERS)
    return true
  if (!isAskerWithin && (await spendPoint(trx, `${askers}:pace`, MINUTE_MS, now)) > 1) return false
  return (await spendPoint(trx, `${key}:${way}`, UNPROVEN_PACE_MS, now)) === 1
}
