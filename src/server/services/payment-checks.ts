import type { PaymentRow } from '../db/tables/payment.ts'
import type { Deps } from '../deps.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** When a payment is looked at again, by how often it has been: then hourly. */
const PAUSES_MS = [2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]
/** At the simulated provider a lost notice heals while you watch, for as long as anybody would. */
const SIMULATED_PAUSE_MS = 3_000
const SIMULATED_UNTIL_MS = HOUR_MS
/** After this a person has to look at a payment the provider says nothing certain about. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS

/** When a new payment is first looked at, unless something tells us sooner. */
export const firstCheckAt = (deps: Deps): string => checkAt(deps, 0, 0)

/** When a payment is looked at next, after it is looked at now. */
export const nextCheckAt = (deps: Deps, { checks, created_at }: PaymentRow): string =>
  checkAt(deps, checks + 1, deps.now().getTime() - Date.parse(created_at))

function checkAt({ now, card, bank }: Deps, checks: number, ageMs: number): string {
  const pauseMs =
    [card.name, bank.name].includes('simulator') && ageMs < SIMULATED_UNTIL_MS
      ? SIMULATED_PAUSE_MS
      : (PAUSES_MS[checks] ?? HOUR_MS)
  return new Date(now().getTime() + pauseMs).toISOString()
}
