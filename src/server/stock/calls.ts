import { listNearestCars } from '#lib/stock/nearest-calls.ts'
import * as calls from '#lib/stock/watch-calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { findNearestCars } from './nearest-cars.ts'
import {
  confirmWatch,
  listCustomerWatches,
  endWatch,
  getWatch,
  watchConfiguration,
} from './watches.ts'

export const stockRoutes = (deps: Deps): Route[] => [
  route(calls.watchConfiguration, (call) => watchConfiguration(deps, call)),
  route(calls.getWatch, ({ params }) => getWatch(deps, params.key)),
  route(calls.confirmWatch, ({ params }) => confirmWatch(deps, params.key)),
  route(calls.listWatches, ({ params }) => listCustomerWatches(deps, Number(params.id))),
  route(calls.endWatch, ({ params }) => endWatch(deps, params.key)),
  route(listNearestCars, ({ actor, params }) => findNearestCars(deps, actor, params.id)),
]
