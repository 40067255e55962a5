import * as calls from '#lib/stock/watch-calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import {
  confirmWatch,
  listCustomerWatches,
  endWatch,
  getWatch,
  watchConfiguration,
} from './watches.ts'

export const watchRoutes = (deps: Deps): Route[] => [
  route(calls.watchConfiguration, (call) => watchConfiguration(deps, call)),
  route(calls.getWatch, ({ params }) => getWatch(deps, params.key)),
  route(calls.confirmWatch, ({ params }) => confirmWatch(deps, params.key)),
  route(calls.listWatches, ({ params }) => listCustomerWatches(deps, Number(params.id))),
  route(calls.endWatch, ({ params }) => endWatch(deps, params.key)),
]
