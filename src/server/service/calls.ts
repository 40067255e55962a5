import * as calls from '#lib/service/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { bookingsOf, getBooking, listToCome } from './booking-view.ts'
import { cancelBooking, changeBooking } from './bookings.ts'
import { bookService, confirmServiceBooking } from './visitors.ts'
import { listSlots } from './slots.ts'
import { holdSlot, releaseHold, renewHold } from './holds.ts'

export const serviceRoutes = (deps: Deps): Route[] => [
  route(calls.listServiceSlots, ({ query }) => listSlots(deps, query)),
  route(calls.holdServiceSlot, (call) => holdSlot(deps, call.body, call)),
  route(calls.renewServiceHold, ({ params }) => renewHold(deps, params.id)),
  route(calls.releaseServiceHold, ({ params }) => releaseHold(deps, params.id)),
  route(calls.bookService, (call) => bookService(deps, call)),
  route(calls.confirmServiceBooking, ({ params, body }) =>
    confirmServiceBooking(deps, params.id, body.key),
  ),
  route(calls.getServiceBooking, ({ params }) => getBooking(deps, params.id)),
  route(calls.changeServiceBooking, ({ actor, params, body }) =>
    changeBooking(deps, actor, params.id, body.holdId),
  ),
  route(calls.cancelServiceBooking, ({ params }) => cancelBooking(deps, params.id)),
  route(calls.cancelBookingForCustomer, ({ params, body }) => cancelBooking(deps, params.id, body)),
  route(calls.listBookingsToCome, ({ query }) => listToCome(deps, query)),
  route(calls.listServiceBookings, ({ params }) => bookingsOf(deps, Number(params.id))),
]
