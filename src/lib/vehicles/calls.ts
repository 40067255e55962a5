import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { customerNumber, plate, plateOrVin } from '#lib/shared/input.ts'
import { OpenRecall } from './recall-shapes.ts'
import { Vehicle } from './shapes.ts'
import { normalisePlate, normaliseVin } from './vehicle.ts'

// A customer's cars (those bought here, those on record, and those they added), and what the register says of any car.

const params = z.object({ id: customerNumber })
const described = z.object({ description: z.string() })

export const listVehicles = endpoint({
  name: 'listVehicles',
  summary:
    'Lists a customer’s cars with their Warrant of Fitness, warranty, next service, outstanding recalls and purchase.',
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
    'Adds a car from the register to a customer by its plate or VIN, up to 10 cars. A removed car can be added again.',
  method: 'POST',
  path: '/customer/:id/vehicles',
  who: { owner: 'customer', staff: 'customers', machine: 'customers:write' },
  params,
  body: z.strictObject({ registration: plateOrVin }),
  ok: 201,
  answer: Vehicle,
  errors: [409],
})

export const removeVehicle = endpoint({
  name: 'removeVehicle',
  summary: 'Removes a car from a customer. Removing it again changes nothing.',
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
    'Looks up a car by its registration or VIN. Returns facts about the vehicle, never its owner. From the fourth request in an hour, it requires a captcha.',
  method: 'POST',
  path: '/car/:regNo/retrieveandcreate',
  who: 'anyone',
  params: z.object({ regNo: plateOrVin }),
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
      /** The day its licence (“rego”) ends. */
      licenceExpiry: z.optional(z.nullable(z.string())),
      powerKw: z.optional(z.nullable(z.int())),
      /** What it uses per 100 km. */
      economy: z.optional(
        z.nullable(
          z.object({
            fuelLitresPer100Km: z.nullable(z.number()),
            electricityKwhPer100Km: z.nullable(z.number()),
          }),
        ),
      ),
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
  summary: 'Lists the recalls of one of the brand’s vehicles, by registration or VIN.',
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
            'Enter one to six letters and digits, as on the plate',
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
