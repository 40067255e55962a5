import { plateSpellings } from '#lib/vehicles/vehicle.ts'
import { z } from '#lib/shared/zod.ts'
import type { Db } from '#server/database.ts'
import { spendPoint } from '#server/platform/database/rate-counters.ts'
import { findRegisterAnswer, saveRegisterAnswer } from './register-queries.ts'
import type { Deps } from '#server/deps.ts'
import { networkId } from '#server/platform/http/network.ts'
import { RegisterVehicle } from '#server/providers/register/register-provider.ts'
import { checkCaptcha } from '#server/sign-in/captcha.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

/** The register is asked about a vehicle at most once a day. */
const KEPT_MS = 24 * HOUR_MS
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
 * @throws {ProviderUnavailable} When the register does not answer.
 */
export async function findByPlate(deps: Deps, plate: string): Promise<RegisterVehicle | null> {
  for (const spelling of plateSpellings(plate)) {
    const vehicle = await findVehicle(deps, spelling)
    if (vehicle) return vehicle
  }
  return null
}

/**
 * Facts about a vehicle from the register, or from its stored answer of the last day.
 *
 * @param asked A normalised registration or VIN.
 * @throws {ProviderUnavailable} When the register does not answer.
 */
export async function findVehicle(deps: Deps, asked: string): Promise<RegisterVehicle | null> {
  const { db, register, now } = deps
  const kept = await keptAnswer(deps, db, asked)
  if (kept) return kept.vehicle

  const vehicle = await register.find(asked)
  await saveRegisterAnswer(db, {
    provider: register.name,
    asked,
    vehicle: vehicle && JSON.stringify(vehicle),
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
  const known = z.safeParse(z.nullable(RegisterVehicle), JSON.parse(kept.vehicle ?? 'null'))
  return known.success ? { vehicle: known.data } : null
}
