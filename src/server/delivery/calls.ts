import * as calls from '#lib/purchases/delivery-calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { recordDelivery } from './delivery.ts'
import { bookHandOver, cancelHandOver, listHandOverTimes } from './hand-over.ts'

export const deliveryRoutes = (deps: Deps): Route[] => [
  route(calls.recordDelivery, ({ actor, params, body, header }) =>
    recordDelivery(deps, actor, params.id, body, header('if-match')),
  ),
  route(calls.listHandOverTimes, ({ actor, params }) => listHandOverTimes(deps, actor, params.id)),
  route(calls.bookHandOver, ({ actor, params, body }) =>
    bookHandOver(deps, actor, params.id, body.startsAt),
  ),
  route(calls.cancelHandOver, ({ actor, params }) => cancelHandOver(deps, actor, params.id)),
]
