import { z } from '#lib/shared/zod.ts'
import { cents, code, count, day, positive, text } from './values.ts'

const named = z.strictObject({ description: text })

export const RegisterVehicle = z.strictObject({
  registration: z.string().check(z.regex(/^[A-Z0-9]{1,6}$/)),
  vin: z.string().check(z.regex(/^[A-HJ-NPR-Z0-9]{17}$/, 'must be 17 characters without I, O, Q')),
  make: named,
  model: named,
  submodel: text,
  year: count,
  bodyStyle: text,
  fuelType: text,
  ccRating: z.nullable(count),
  mainColour: text,
  latestOdometerKm: count,
  seats: count,
  transmission: text,
  wofExpiry: day,
  licenceExpiry: day,
  registrationStatus: z.enum(['ACTIVE', 'LICENCE_LAPSED']),
  reportedStolen: z.boolean(),
  securityInterestRegistered: z.boolean(),
  importStatus: z.enum(['NZ_NEW', 'USED_IMPORT']),
  powerKw: z.optional(count),
  economy: z.optional(
    z.strictObject({
      fuelLitresPer100Km: z.nullable(positive),
      electricityKwhPer100Km: z.nullable(positive),
    }),
  ),
  tradeInGuide: z.strictObject({ lowCents: cents, midCents: cents, highCents: cents }),
  note: z.nullable(text),
})
export type RegisterVehicle = z.infer<typeof RegisterVehicle>

export const Recall = z.strictObject({
  recallNumber: text,
  title: text,
  description: text,
  remedy: text,
  severity: z.enum(['COMPULSORY', 'SAFETY']),
  published: day,
  source: text,
  applies: z.strictObject({ modelCode: code, fromYear: count, toYear: count }),
  vins: z.array(text),
  completedVins: z.optional(z.array(text)),
})
export type Recall = z.infer<typeof Recall>

/** A row of the national address data set, in its column names. */
export const SampleAddress = z.strictObject({
  address_id: count,
  full_address_number: text,
  full_road_name: text,
  suburb_locality: text,
  town_city: text,
  postcode: z.string().check(z.regex(/^\d{4}$/)),
  region: text,
  full_address: text,
  shape_X: z.number(),
  shape_Y: z.number(),
  sample: z.literal(true),
})
export type SampleAddress = z.infer<typeof SampleAddress>

export const Country = z.strictObject({ code: z.string().check(z.regex(/^[A-Z]{2}$/)), name: text })
export type Country = z.infer<typeof Country>
