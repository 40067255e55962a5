import { plateSpellings } from '#lib/vehicles/vehicle.ts'
import { z } from '#lib/shared/zod.ts'
import type { Db } from '#server/database.ts'
import { spendPoint } from '#server/platform/database/rate-counters.ts'
import { sharedQuestions, type Spend } from './shared-questions.ts'
import { findRegisterAnswer, saveRegisterAnswer } from './register-queries.ts'
import type { Deps } from '#server/deps.ts'
import { ApiProblem } from '#server/platform/http/api-problem.ts'
import { networkId } from '#server/platform/http/network.ts'
import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { RegisterVehicle } from '#server/providers/register/register-provider.ts'
import { checkCaptcha } from '#server/sign-in/captcha.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

/** A provider is asked about a vehicle at most once a day. */
export const KEPT_MS = 24 * HOUR_MS
/** Look-ups of one visitor in an hour before a captcha is required (decision 33). */
const FREE_LOOKUPS = 3

/**
 * Counts a visitor's look-up and requires a captcha from the fourth in an hour.
 *
 * @throws {ApiProblem} 400 `InvalidToken`.
 */
export async function allowLookup(
  deps: Deps,
  ip: string,
  captchaToken: string | undefined,
): Promise<void> {
  const now = deps.now()
  const network = networkId(deps.keys, ip, now)
  const count = await spendPoint(deps.db, `car-lookup:${network}`, HOUR_MS, now)
  if (count > FREE_LOOKUPS) await checkCaptcha(deps, captchaToken)
}

/**
 * Facts about a vehicle from the register, in any spelling of O and 0 that a plate may have.
 *
 * @param plate A normalised registration.
 * @param spend As for {@link findVehicle}.
 * @throws {ProviderUnavailable} When the register does not answer.
 */
export async function findByPlate(
  deps: Deps,
  plate: string,
  spend: Spend,
): Promise<RegisterVehicle | null> {
  for (const spelling of plateSpellings(plate)) {
    const vehicle = await findVehicle(deps, spelling, spend)
    if (vehicle) return vehicle
  }
  return null
}

/** Counts the questions to the register that one caller causes, also those that it answers too late. */
export const spendQuestions =
  (deps: Deps, caller: Caller): Spend =>
  () =>
    spendOfNetwork(deps, deps.db, 'registerQuestions', caller)

/** Whether a question got no answer: the register is out of order, or was asked too often. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ProviderUnavailable || (error instanceof ApiProblem && error.status === 429)

const shareQuestion = sharedQuestions<RegisterVehicle | null>()

/**
 * Facts about a vehicle from the register, or from its stored answer of the last day. Those who ask at the same time
 * share one question.
 *
 * @param asked A normalised registration or VIN.
 * @param spend Counts a question before it is asked, and throws beyond the limit.
 * @throws {ProviderUnavailable} When the register does not answer, or did not a moment ago.
 */
export async function findVehicle(
  deps: Deps,
  asked: string,
  spend: Spend,
): Promise<RegisterVehicle | null> {
  const kept = await keptAnswer(deps, deps.db, asked)
  return kept ? kept.vehicle : shareQuestion(deps, asked, () => askRegister(deps, asked), spend)
}

async function askRegister(deps: Deps, asked: string): Promise<RegisterVehicle | null> {
  const { db, register, now } = deps
  // Another question may have been answered since it was looked up.
  const kept = await keptAnswer(deps, db, asked)
  if (kept) return kept.vehicle
  const vehicle = await register.find(asked)
  await saveRegisterAnswer(db, {
    provider: register.name,
    asked,
    answer: vehicle && JSON.stringify(vehicle),
    answered_at: now().toISOString(),
  })
  return vehicle
}

/**
 * The register's stored answer of the last day; `null` when it was not asked. Reads the database only, so it can run
 * in a transaction.
 */
export async function keptAnswer(
  { register, now }: Deps,
  db: Db,
  asked: string,
): Promise<{ vehicle: RegisterVehicle | null } | null> {
  const since = new Date(now().getTime() - KEPT_MS).toISOString()
  const kept = await findRegisterAnswer(db, { provider: register.name, asked, since })
  if (kept === null) return null
  // An answer stored by an earlier version may lack a field: ask again.
  const known = z.safeParse(z.nullable(RegisterVehicle), JSON.parse(kept.answer ?? 'null'))
  return known.success ? { vehicle: known.data } : null
}
