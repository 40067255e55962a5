import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { plate } from '#lib/shared/input.ts'
import { Vehicle } from './shapes.ts'

// A customer's cars: those bought here, those on record, and those they added.

const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'is not a customer number'))

export const listVehicles = endpoint({
  name: 'listVehicles',
  summary:
    'A customer’s cars with Warrant of Fitness, warranty, next service, open recalls and the purchase they came with.',
  method: 'GET',
  path: '/customer/:id/vehicles',
  who: { owner: 'customer', staff: 'customers', machine: 'customers:read' },
  params: z.object({ id }),
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
  params: z.object({ id }),
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
  params: z.object({ id, registration: plate }),
  ok: 204,
  answer: null,
})
