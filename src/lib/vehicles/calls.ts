import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { customerNumber, plate } from '#lib/shared/input.ts'
import { OpenRecall } from './recall-shapes.ts'
import { Vehicle } from './shapes.ts'
import { normalisePlate, normaliseVin } from './vehicle.ts'

// A customer's cars (those bought here, those on record, and those they added), and what the register says of any car.

const params = z.object({ id: customerNumber })
const described = z.object({ description: z.string() })

export const listVehicles = endpoint({
  name: 'listVehicles',
  summary:
    'A customer’s cars with Warrant of Fitness, warranty, next service, open recalls and the purchase they came with.',
  method: 'GET',
  path: '/customer/:id/vehicles',
  who: { owner: 'customer', staff: 'customers', machine: 'customers:read' },
  params,
  ok: 200,
  answer: z.object({ vehicles: z.array(Vehicle) }),
})

export const addVehicle = endpoint({
  name: 'addVehicle',
  summary:
    'Adds a car that the register knows to a customer’s, by its plate; at most 10 are theirs. One that was removed is theirs again.',
  method: 'POST',
  path: '/customer/:id/vehicles',
  who: { owner: 'customer', staff: 'customers', machine: 'customers:write' },
  params,
  body: z.strictObject({ registration: plate }),
  ok: 201,
  answer: Vehicle,
  errors: [409],
})

export const removeVehicle = endpoint({
  name: 'removeVehicle',
  summary: 'Notes that a car is a customer’s no longer. One that is not theirs stays so.',
  method: 'DELETE',
  path: '/customer/:id/vehicles/:registration',
  who: { owner: 'customer', staff: 'customers', machine: 'customers:write' },
  params: z.object({ id: customerNumber, registration: plate }),
  ok: 204,
  answer: null,
})

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
    /** The source of the recalls, and when it was last updated. */
    source: z.object({ name: z.string(), updatedAt: z.nullable(z.string()) }),
  }),
  needsCaptcha: true,
})
