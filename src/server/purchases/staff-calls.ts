import * as calls from '#lib/purchases/staff-calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { cancelPurchase } from './cancel.ts'
import { recordCar } from './record-car.ts'
import { emailSigningLink } from '#server/agreements/signing-link.ts'
import {
  addPurchaseNote,
  findPurchase,
  getPurchaseForStaff,
  readFinanceApplication,
} from './staff-purchases.ts'

export const staffPurchaseRoutes = (deps: Deps): Route[] => [
  route(calls.getPurchaseForStaff, ({ params }) => getPurchaseForStaff(deps, params.id)),
  route(calls.addPurchaseNote, (call) =>
    addPurchaseNote(deps, call, call.params.id, call.body.text),
  ),
  route(calls.cancelForCustomer, ({ actor, params, body }) =>
    cancelPurchase(deps, actor, params.id, body.reason),
  ),
  route(calls.emailSigningLink, (call) => emailSigningLink(deps, call, call.params.id, call.body)),
  route(calls.recordCar, ({ actor, params, body }) => recordCar(deps, actor, params.id, body)),
  route(calls.readFinanceApplication, ({ params }) => readFinanceApplication(deps, params.id)),
  route(calls.findPurchase, ({ params }) => findPurchase(deps, params.reference)),
]
