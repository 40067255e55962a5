import { normalisePlate, normaliseVin } from '#lib/vehicles/vehicle.ts'
import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { plate } from '#lib/shared/input.ts'
import { OpenRecall } from '#lib/vehicles/recall-shapes.ts'

const described = z.object({ description: z.string() })

export const retrieveAndCreateCar = endpoint({
  name: 'retrieveAndCreateCar',
  summary:
    'Looks a car up by its registration: facts about the vehicle, never about its owner. From the fourth in an hour on it wants a captcha answered.',
  method: 'POST',
  path: '/car/:regNo/retrieveandcreate',
  who: 'anyone',
  params: z.object({ regNo: plate }),
  ok: 200,
  answer: z.object({
    car: z.object({
      registration: z.string(),
      /** `null` for a car that has a chassis number only. */
      vin: z.nullable(z.string()),
      make: described,
      model: described,
      year: z.int(),
      fuelType: z.string(),
      colour: z.string(),
      odometerKm: z.nullable(z.int()),
      wofExpiry: z.nullable(z.string()),
      tradeInGuide: z.nullable(z.object({ lowCents: z.int(), highCents: z.int() })),
      /** The compulsory ones first. */
      openRecalls: z.optional(z.array(OpenRecall)),
    }),
  }),
  errors: [404],
  mayNeedCaptcha: true,
})

export const findRecalls = endpoint({
  name: 'findRecalls',
  summary: 'Recalls of a vehicle of the brand, by registration or VIN.',
  method: 'GET',
  path: '/recalls',
  who: 'anyone',
  query: z.strictObject({
    registration: z.optional(
      z
        .string()
        .check(
          z.refine(
            (typed) => typed === '' || normalisePlate(typed) !== null,
            'is not a registration',
          ),
        ),
    ),
    vinNumber: z.optional(
      z
        .string()
        .check(z.refine((typed) => typed === '' || normaliseVin(typed) !== null, 'is not a VIN')),
    ),
  }),
  ok: 200,
  answer: z.object({
    vehicle: z.object({
      registration: z.nullable(z.string()),
      vin: z.nullable(z.string()),
      make: described,
      model: described,
      year: z.int(),
    }),
    recalls: z.array(
      z.object({
        recallNumber: z.string(),
        title: z.string(),
        description: z.string(),
        remedy: z.string(),
        severity: z.string(),
        published: z.string(),
        status: z.enum(['OUTSTANDING', 'COMPLETED']),
      }),
    ),
    checkedAt: z.string(),
    /** Whose list was looked at, and when it was last brought up to date. */
    source: z.object({ name: z.string(), updatedAt: z.nullable(z.string()) }),
  }),
  needsCaptcha: true,
})

export const searchAddresses = endpoint({
  name: 'searchAddresses',
  summary: 'Street addresses that begin with or hold what is typed, best first, at most ten.',
  method: 'GET',
  path: '/addresses',
  who: 'anyone',
  query: z.strictObject({
    q: z.string().check(z.trim(), z.maxLength(100, 'is too long')),
  }),
  ok: 200,
  answer: z.object({
    addresses: z.array(z.object({ addressId: z.string(), label: z.string() })),
    /** A line that must be shown with the addresses, or `null`. */
    attribution: z.nullable(z.string()),
  }),
})

export const getAddress = endpoint({
  name: 'getAddress',
  summary: 'One street address in its parts.',
  method: 'GET',
  path: '/addresses/:addressId',
  who: 'anyone',
  params: z.object({
    addressId: z.string().check(z.regex(/^[\w.:-]{1,64}$/, 'is not an address id')),
  }),
  ok: 200,
  answer: z.object({
    address: z.object({
      line1: z.string(),
      line2: z.optional(z.string()),
      suburb: z.string(),
      city: z.string(),
      /** `null` where the source has none: it is for the person to fill in. */
      postcode: z.nullable(z.string()),
      country: z.literal('NZ'),
      addressId: z.string(),
    }),
    attribution: z.nullable(z.string()),
  }),
  errors: [404],
})
