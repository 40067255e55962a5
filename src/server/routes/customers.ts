import * as calls from '#lib/contract/customers.ts'
import type { Deps } from '../deps.ts'
import { route, type Route } from '../http/route.ts'
import {
  changeCustomer,
  createCustomer,
  getCustomer,
  getOwnerships,
  searchCustomers,
} from '../services/customers.ts'
import {
  checkPasswordReset,
  completePasswordReset,
  startPasswordReset,
} from '../services/password-reset.ts'

export const customerRoutes = (deps: Deps): Route[] => [
  route(calls.createCustomer, ({ body }) => createCustomer(deps, body)),
  route(calls.searchCustomers, ({ query }) => searchCustomers(deps, query)),
  route(calls.getCustomer, ({ params }) => getCustomer(deps, Number(params.id))),
  route(calls.updateCustomer, ({ params, body }) => changeCustomer(deps, Number(params.id), body)),
  route(calls.getOwnerships, ({ params }) => getOwnerships(deps, Number(params.id))),
  route(calls.startPasswordReset, ({ body }) => startPasswordReset(deps, body.email)),
  route(calls.checkPasswordReset, ({ body }) => checkPasswordReset(deps, body)),
  route(calls.completePasswordReset, ({ body }) => completePasswordReset(deps, body)),
]
