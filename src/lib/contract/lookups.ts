import { z } from '#lib/zod.ts'
import { endpoint } from './endpoint.ts'

const described = z.object({ description: z.string() })

export const retrieveAndCreateCar = endpoint({
  name: 'retrieveAndCreateCar',
  summary: 'Looks a car up by its registration: facts about the vehicle, never about its owner.',
  method: 'POST',
  path: '/car/:regNo/retrieveandcreate',
  auth: 'none',
  who: 'anyone',
  params: z.object({
    regNo: z.string().check(z.regex(/^[A-Za-z0-9]{1,6}$/, 'is not a registration')),
  }),
  ok: 200,
  answer: z.object({
    car: z.object({
      registration: z.string(),
      vin: z.string(),
      make: described,
      model: described,
      year: z.int(),
      fuelType: z.string(),
      colour: z.string(),
      odometerKm: z.nullable(z.int()),
      wofExpiry: z.nullable(z.string()),
      tradeInGuide: z.nullable(z.object({ lowCents: z.int(), highCents: z.int() })),
    }),
  }),
  errors: [404],
})

export const findRecalls = endpoint({
  name: 'findRecalls',
  summary: 'Recalls of a vehicle of the brand, by registration or VIN.',
  method: 'GET',
  path: '/recalls',
  auth: 'none',
  who: 'anyone',
  query: z.strictObject({
    registration: z.optional(
      z.string().check(z.regex(/^[A-Za-z0-9]{0,6}$/, 'is not a registration')),
    ),
    vinNumber: z.optional(
      z.string().check(z.regex(/^([A-HJ-NPR-Za-hj-npr-z0-9]{17})?$/, 'is not a VIN')),
    ),
  }),
  ok: 200,
  answer: z.object({
    vehicle: z.object({
      registration: z.string(),
      vin: z.string(),
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
  }),
  errors: [],
  needsCaptcha: true,
})
