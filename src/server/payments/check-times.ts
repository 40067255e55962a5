import { HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import type { Deps } from '#server/deps.ts'
import type { PaymentRow } from './tables.ts'

// When a provider is asked for the result of a payment, unless its webhook comes sooner.

/** Pauses before the next check of a payment, by how many there have been; then hourly. */
const PAUSES_MS = [2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]
/** With a simulated provider a lost webhook is made up for while you watch. */
const SIMULATED_PAUSE_MS = 3_000
const SIMULATED_UNTIL_MS = HOUR_MS

/** When a new payment is first checked. */
export const firstCheckAt = (deps: Deps): string => checkAt(deps, 0, 0)

/** When a payment is checked next, after a check now. */
export const nextCheckAt = (deps: Deps, { checks, created_at }: PaymentRow): string =>
  checkAt(deps, checks + 1, deps.now().getTime() - Date.parse(created_at))

function checkAt({ now, card, bank }: Deps, checks: number, ageMs: number): string {
  const pauseMs =
    [card.name, bank.name].includes('simulator') && ageMs < SIMULATED_UNTIL_MS
      ? SIMULATED_PAUSE_MS
      : (PAUSES_MS[checks] ?? HOUR_MS)
  return new Date(now().getTime() + pauseMs).toISOString()
}
