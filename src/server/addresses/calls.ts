import * as calls from '#lib/addresses/calls.ts'
import { normalisePlate } from '#lib/vehicles/vehicle.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { openRecallsOf } from '#server/vehicles/open-recalls.ts'
import { findRecalls } from '#server/vehicles/recalls.ts'
import { allowLookup, findByPlate } from '#server/vehicles/register.ts'

export const lookupRoutes = (deps: Deps): Route[] => [
  route(calls.retrieveAndCreateCar, async ({ params, ip, header }) => {
    await allowLookup(deps, ip, header('x-captcha-token'))
    const plate = normalisePlate(params.regNo)
    const vehicle = plate && (await findByPlate(deps, plate))
    if (!vehicle) throw notFound()
    const { make, model, ...facts } = vehicle
    const [openRecalls] = await openRecallsOf(deps.db, [vehicle])
    return {
      car: {
        ...facts,
        make: { description: make },
        model: { description: model },
        openRecalls,
      },
    }
  }),
  route(calls.findRecalls, ({ query }) => findRecalls(deps, query)),
  route(calls.searchAddresses, ({ query }) => deps.addresses.search(query.q)),
  route(calls.getAddress, async ({ params }) => {
    const found = await deps.addresses.find(params.addressId)
    if (found === null) throw notFound()
    return found
  }),
]
