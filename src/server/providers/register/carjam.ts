import { aucklandDay } from '#lib/shared/dates.ts'
import { z } from '#lib/shared/zod.ts'
import { ask, ProviderUnavailable, understood, type Reply } from '../ask.ts'
import { REGISTER, type RegisterProvider, type RegisterVehicle } from './register-provider.ts'

/** A person waits for the answer in a form. */
const GIVE_UP_MS = 12_000
const TIMEOUT_MS = 5_000
/** The pause between polls if CarJam does not give one. */
const PAUSE_S = 1
const MAX_PAUSE_S = 5

const said = z.optional(z.nullable(z.union([z.string(), z.number()])))
const Vehicle = z.object({
  plate: z.string(),
  make: z.string().check(z.minLength(1)),
  model: z.string(),
  year_of_manufacture: z.union([z.string(), z.number()]),
  vin: said,
  fuel_type: said,
  main_colour: said,
  latest_odometer_reading: said,
  expiry_date_of_last_successful_wof: said,
  licence_expiry_date: said,
  reported_stolen: said,
  power: said,
})

const Failure = z.object({
  code: z.number(),
  message: z.string(),
  scode: z.optional(z.nullable(z.string())),
})

/** The register's fuel codes. */
const FUELS: Record<string, string> = {
  '01': 'PETROL',
  '02': 'DIESEL',
  '03': 'CNG',
  '04': 'LPG',
  '05': 'ELECTRIC',
  '06': 'OTHER',
  '07': 'PETROL HYBRID',
  '08': 'DIESEL HYBRID',
  '09': 'PETROL ELECTRIC HYBRID',
  '10': 'DIESEL ELECTRIC HYBRID',
  '11': 'PLUGIN PETROL HYBRID',
  '12': 'PLUGIN DIESEL HYBRID',
}

/**
 * New Zealand's register through CarJam's product ABCD. While CarJam fetches the facts itself, it answers `null` with a
 * `Refresh` header for the next poll.
 *
 * @param sleep Waits some milliseconds; tests pass their own.
 * @see https://www.carjam.co.nz/dev?t=abcd
 */
export const carjamRegister = (
  { url, key }: { url: string; key: string },
  sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
): RegisterProvider => ({
  name: 'carjam',
  async find(asked) {
    const question = new URL(`${url}/a/vehicle:abcd`)
    question.search = new URLSearchParams({ key, plate: asked }).toString()
    for (let leftMs = GIVE_UP_MS; leftMs > 0;) {
      const beganMs = performance.now()
      const timeoutMs = Math.min(TIMEOUT_MS, leftMs)
      const reply = await ask({ what: REGISTER, url: question, timeoutMs })
      if (reply.body !== null || reply.status >= 400) return readVehicle(reply)
      const pauseMs = pauseOf(reply) * 1000
      await sleep(pauseMs)
      leftMs -= Math.max(pauseMs, performance.now() - beganMs)
    }
    throw new ProviderUnavailable(REGISTER, new Error('CarJam is still loading the vehicle'))
  },
})

const pauseOf = ({ headers }: Reply): number => {
  const seconds = Number.parseInt(headers.get('refresh') ?? '', 10)
  return Number.isNaN(seconds) ? PAUSE_S : Math.min(MAX_PAUSE_S, Math.max(PAUSE_S, seconds))
}

function readVehicle(reply: Reply): RegisterVehicle | null {
  const failure = z.safeParse(z.union([Failure, z.object({ error: Failure })]), reply.body)
  if (failure.success) {
    const { code, message, scode } = 'error' in failure.data ? failure.data.error : failure.data
    if (/no.match|not.found/i.test(`${scode ?? ''} ${message}`)) return null
    throw new ProviderUnavailable(REGISTER, new Error(`CarJam says ${code} ${scode ?? ''}`))
  }
  const vehicle = understood(REGISTER, Vehicle, reply)
  const year = wholeNumber(vehicle.year_of_manufacture)
  if (year === null) throw new ProviderUnavailable(REGISTER, new Error('a vehicle without a year'))
  const fuel = text(vehicle.fuel_type)
  return {
    registration: vehicle.plate.toUpperCase(),
    vin: text(vehicle.vin).toUpperCase() || null,
    make: vehicle.make,
    model: vehicle.model,
    year,
    fuelType: FUELS[fuel] ?? (/^\d+$/.test(fuel) ? '' : fuel),
    colour: text(vehicle.main_colour),
    odometerKm: wholeNumber(vehicle.latest_odometer_reading),
    wofExpiry: dayOf(vehicle.expiry_date_of_last_successful_wof),
    licenceExpiry: dayOf(vehicle.licence_expiry_date),
    isReportedStolen: text(vehicle.reported_stolen).toUpperCase() === 'Y',
    powerKw: wholeNumber(vehicle.power) || null,
    // Not in this product of theirs.
    economy: null,
  }
}

const text = (value: z.infer<typeof said>): string => String(value ?? '').trim()

/** Reads a day that is told in seconds since 1970. */
const dayOf = (value: z.infer<typeof said>): string | null => {
  const seconds = wholeNumber(value)
  return seconds ? aucklandDay(seconds * 1000) : null
}

/** Reads a number that may be a number, text or missing. */
const wholeNumber = (value: z.infer<typeof said>): number | null =>
  /^\d{1,10}$/.test(text(value)) ? Number(text(value)) : null
