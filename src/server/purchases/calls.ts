import * as calls from '#lib/purchases/calls.ts'
import * as linkCalls from '#lib/orders/link-calls.ts'
import * as staffCalls from '#lib/purchases/staff-calls.ts'
import type { Deps } from '#server/deps.ts'
import { acceptOnPaper } from '#server/agreements/agreements.ts'
import { handOverCar } from '#server/delivery/complete.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { findCarForPurchase } from './backorders.ts'
import { cancelPurchase } from './cancel.ts'
import { changeToCash } from './change-to-cash.ts'
import { confirmPurchase } from './confirm.ts'
import { endPurchaseLink, getPurchaseLinks, makePurchaseLink, sharedOrder } from './links.ts'
import { orderCalendar } from './order-calendar.ts'
import { recordCar } from './record-car.ts'
import { purchaseRecordOf } from './record.ts'
import { listCustomerReservations } from './reservations.ts'
import { addPurchaseNote, findPurchase, getPurchaseForStaff } from './staff-purchases.ts'

export const purchaseRoutes = (deps: Deps): Route[] => [
  route(calls.listReservations, ({ params }) => listCustomerReservations(deps, Number(params.id))),
  route(calls.confirmPurchase, (call) =>
    confirmPurchase(deps, call, call.params.id, call.body, call.header('if-match')),
  ),
  route(calls.getPurchaseRecord, ({ actor, params }) => purchaseRecordOf(deps, actor, params.id)),
  route(linkCalls.getPurchaseLinks, ({ actor, params }) =>
    getPurchaseLinks(deps, actor, params.id),
  ),
  route(linkCalls.makePurchaseLink, ({ actor, params }) => makePurchaseLink(deps, actor, params)),
  route(linkCalls.endPurchaseLink, ({ actor, params }) => endPurchaseLink(deps, actor, params)),
  route(linkCalls.getSharedOrder, ({ params }) => sharedOrder(deps, params.key)),
  route(linkCalls.getOrderCalendar, ({ params }) => orderCalendar(deps, params.key)),
  route(calls.cancelPurchase, ({ actor, params }) => cancelPurchase(deps, actor, params.id)),
  route(staffCalls.getPurchaseForStaff, ({ params }) => getPurchaseForStaff(deps, params.id)),
  route(staffCalls.addPurchaseNote, (call) =>
    addPurchaseNote(deps, call, call.params.id, call.body.text),
  ),
  route(staffCalls.cancelForCustomer, ({ actor, params, body, header }) =>
    cancelPurchase(deps, actor, params.id, { reason: body.reason, ifMatch: header('if-match') }),
  ),
  route(staffCalls.recordCar, ({ actor, params, body }) => recordCar(deps, actor, params.id, body)),
  route(staffCalls.findPurchase, ({ params }) => findPurchase(deps, params.reference)),
  route(staffCalls.advanceJourney, (call) => {
    const {
      params: { id },
      body,
    } = call
    if (body.event === 'car-found') return findCarForPurchase(deps, call, id)
    const ifMatch = call.header('if-match')
    if (body.event === 'handed-over') return handOverCar(deps, call, id, body.registration, ifMatch)
    return body.event === 'agreement-accepted'
      ? acceptOnPaper(deps, call, id, body.note, ifMatch)
      : changeToCash(deps, call, id, body.note, ifMatch)
  }),
]
