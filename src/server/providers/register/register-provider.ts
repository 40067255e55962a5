import { z } from '#lib/shared/zod.ts'

/** Facts about a vehicle, never about its owner. */
export const RegisterVehicle = z.object({
  registration: z.string(),
  /** `null` for a vehicle first registered before 1994 that only has a chassis number. */
  vin: z.nullable(z.string()),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  /** Empty if the register has none. */
  fuelType: z.string(),
  colour: z.string(),
  odometerKm: z.nullable(z.int()),
  /** The day the warrant of fitness ends, `yyyy-mm-dd`. */
  wofExpiry: z.nullable(z.string()),
  /** The day its licence (“rego”) ends, `yyyy-mm-dd`. */
  licenceExpiry: z.nullable(z.string()),
  isReportedStolen: z.boolean(),
  powerKw: z.nullable(z.int()),
  /** What it uses per 100 km; `null` if the register has neither. */
  economy: z.nullable(
    z.object({
      fuelLitresPer100Km: z.nullable(z.number()),
      electricityKwhPer100Km: z.nullable(z.number()),
    }),
  ),
})
export type RegisterVehicle = z.infer<typeof RegisterVehicle>

/** A vehicle register. */
export interface RegisterProvider {
  /** The name that answers are cached under. */
  name: string
  /**
   * @param asked A registration or a VIN, upper case without spaces.
   * @returns `null` for a vehicle the register does not know.
   * @throws {ProviderUnavailable} When the register does not answer.
   */
  find(asked: string): Promise<RegisterVehicle | null>
}

export const REGISTER = 'The vehicle register'
