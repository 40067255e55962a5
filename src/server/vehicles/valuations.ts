import type { Guide } from '#lib/trade-in/trade-in-guide.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import type { ValuedCar } from '#server/providers/valuation/valuation-provider.ts'
import { KEPT_MS } from './register.ts'
import { sharedQuestions } from './shared-questions.ts'
import { findRegisterAnswer, saveRegisterAnswer } from './register-queries.ts'

const shareQuestion = sharedQuestions<Guide | null>()

/**
 * The guide value of a car that the register has just described, asked for at most once a day.
 *
 * @returns `null` for a car without one, or when the valuation service does not answer, or did not a moment ago.
 */
export async function guideOf(deps: Deps, car: ValuedCar): Promise<Guide | null> {
  const { registration } = car
  const kept = await keptGuide(deps, deps.db, registration)
  if (kept) return kept.guide
  return shareQuestion(deps, registration, () => askGuide(deps, car)).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return null
    throw error
  })
}

async function askGuide(deps: Deps, car: ValuedCar): Promise<Guide | null> {
  const { db, valuation, now, log } = deps
  // Another question may have been answered since it was looked up.
  const kept = await keptGuide(deps, db, car.registration)
  if (kept) return kept.guide
  const guide = await valuation.value(car).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) log.warn({ err: error }, 'a car was not valued')
    throw error
  })
  await saveRegisterAnswer(db, {
    provider: valuation.name,
    asked: car.registration,
    answer: guide && JSON.stringify(guide),
    answered_at: now().toISOString(),
  })
  return guide
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
