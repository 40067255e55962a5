import * as calls from '#lib/vehicles/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { addVehicle, listVehicles, removeVehicle } from './vehicles.ts'

export const vehicleRoutes = (deps: Deps): Route[] => [
  route(calls.listVehicles, ({ params }) => listVehicles(deps, Number(params.id))),
  route(calls.addVehicle, ({ actor, params, body }) =>
    addVehicle(deps, actor, Number(params.id), body.registration),
  ),
  route(calls.removeVehicle, ({ params }) =>
    removeVehicle(deps, Number(params.id), params.registration),
  ),
]
