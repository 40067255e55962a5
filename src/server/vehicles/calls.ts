import * as calls from '#lib/vehicles/calls.ts'
import { normalisePlate, normaliseVin } from '#lib/vehicles/vehicle.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { openRecallsOf } from './open-recalls.ts'
import { findRecalls, vehicleOf } from './recalls.ts'
import { allowLookup } from './register.ts'
import { guideOf } from './valuations.ts'
import { addVehicle, listVehicles, removeVehicle } from './vehicles.ts'

export const vehicleRoutes = (deps: Deps): Route[] => [
  route(calls.listVehicles, (call) => listVehicles(deps, call, Number(call.params.id))),
  route(calls.addVehicle, (call) =>
    addVehicle(deps, call, Number(call.params.id), call.body.registration),
  ),
  route(calls.removeVehicle, ({ params }) =>
    removeVehicle(deps, Number(params.id), params.registration),
  ),
  route(calls.retrieveAndCreateCar, async (call) => {
    const { params, ip, header } = call
    await allowLookup(deps, ip, header('x-captcha-token'))
    const { regNo } = params
    const asked = { registration: normalisePlate(regNo), vin: normaliseVin(regNo) }
    const vehicle = await vehicleOf(deps, call, asked)
    if (!vehicle) throw notFound()
    const { make, model, isReportedStolen: _, ...facts } = vehicle
    const registration = vehicle.registration ?? asked.registration ?? asked.vin!
    const [openRecalls] = await openRecallsOf(deps.db, [{ ...vehicle, registration }])
    const tradeInGuide = await guideOf(deps, { ...vehicle, registration })
    return {
      car: {
        ...facts,
        registration,
        tradeInGuide,
        make: { description: make },
        model: { description: model },
        openRecalls,
      },
    }
  }),
  route(calls.findRecalls, (call) => findRecalls(deps, call, call.query)),
]
