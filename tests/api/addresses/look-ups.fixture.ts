import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import type { Database } from '#server/database.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import type {
  RegisterProvider,
  RegisterVehicle,
} from '#server/providers/register/register-provider.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'

// What is asked of others, before a shop of its own.

export const HOUR_MS = 3600_000
export const DAY_MS = 24 * HOUR_MS
export const GOLF: RegisterVehicle = {
  registration: 'CBC193',
  vin: 'WVWZZZ1KZ4W084761',
  make: 'VOLKSWAGEN',
  model: 'GOLF',
  year: 2004,
  fuelType: 'PETROL',
  colour: 'Silver',
  odometerKm: null,
  wofExpiry: null,
  tradeInGuide: null,
}

/** A register that counts what it is asked, and may be out. */
export const countingRegister = (vehicles: Record<string, RegisterVehicle>) => {
  const register = {
    name: 'counting',
    asked: [] as string[],
    isOut: false,
    async find(asked: string) {
      register.asked.push(asked)
      if (register.isOut) throw new ProviderUnavailable('The vehicle register', new Error('out'))
      return vehicles[asked] ?? null
    },
  }
  return register satisfies RegisterProvider
}

export const problem = (status: number, code: string, messages?: unknown[]) => ({
  ok: false,
  failure: { status, problem: { code, ...(messages ? { messages } : {}) } },
})

export const fault = (property: string, message: string) => ({ type: 'ERROR', property, message })
export let db: Kysely<Database>
export let app: Application
/** In the place of what runs: an application with other settings or parts, on the same database. */
export const startAnew = (facts: Parameters<typeof startApplication>[1] = {}) => {
  app = startApplication(db, facts)
}

/** For each test anew, on a database. */
export function setUpLookUps({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
  })
  afterEach(() => db.destroy())
}
