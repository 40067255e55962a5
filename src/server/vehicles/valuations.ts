import { MINUTE_MS } from '#lib/shared/durations.ts'
import type { Guide } from '#lib/trade-in/trade-in-guide.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import type { ValuedCar } from '#server/providers/valuation/valuation-provider.ts'
import { KEPT_MS } from './register.ts'
import { findRegisterAnswer, saveRegisterAnswer } from './register-queries.ts'

/** A question that got no answer is asked again after this long. */
const FAILED_MS = MINUTE_MS
/** Failed questions remembered at most; the oldest are forgotten first. */
const MOST_FAILED = 1000
/** Until when a car is not asked about again, by its registration. */
const failedOf = new WeakMap<Deps, Map<string, number>>()

/**
 * The guide value of a car that the register has just described, asked for at most once a day.
 *
 * @returns `null` for a car without one, or when the valuation service does not answer, or did not a moment ago.
 */
export async function guideOf(deps: Deps, car: ValuedCar): Promise<Guide | null> {
  const { db, valuation, now } = deps
  const kept = await keptGuide(deps, db, car.registration)
  if (kept) return kept.guide
  const failed = failedOf.get(deps) ?? new Map<string, number>()
  failedOf.set(deps, failed)
  if (now().getTime() < (failed.get(car.registration) ?? 0)) return null
  try {
    const guide = await valuation.value(car)
    await saveRegisterAnswer(db, {
      provider: valuation.name,
      asked: car.registration,
      answer: guide && JSON.stringify(guide),
      answered_at: now().toISOString(),
    })
    return guide
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    failed.delete(car.registration)
    failed.set(car.registration, now().getTime() + FAILED_MS)
    if (failed.size > MOST_FAILED) failed.delete(failed.keys().next().value!)
    deps.log.warn({ err: error }, 'a car was not valued')
    return null
  }
}

/**
 * The stored value of the last day; `null` if nobody asked for it. Reads the database only, so it can run in a
 * transaction.
 */
export async function keptGuide(
  { valuation, now }: Deps,
  db: Db,
  registration: string,
): Promise<{ guide: Guide | null } | null> {
  const since = new Date(now().getTime() - KEPT_MS).toISOString()
  const kept = await findRegisterAnswer(db, {
    provider: valuation.name,
    asked: registration,
    since,
  })
  return kept && { guide: JSON.parse(kept.answer ?? 'null') as Guide | null }
}
