import * as calls from '#lib/customers/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { askForEmailChange, proveEmailChange } from './accounts.ts'
import { createWebAccount } from './web-accounts.ts'
import {
  changeCustomer,
  createCustomer,
  getCustomer,
  getOwnerships,
  searchCustomers,
} from './customers.ts'

export const customerRoutes = (deps: Deps): Route[] => [
  route(calls.createCustomer, ({ body, ip }) => createCustomer(deps, body, ip)),
  route(calls.searchCustomers, ({ query }) => searchCustomers(deps, query)),
  route(calls.getCustomer, ({ params }) => getCustomer(deps, Number(params.id))),
  route(calls.updateCustomer, ({ actor, params, body }) =>
    changeCustomer(deps, Number(params.id), body, actor.type === 'CUSTOMER' ? 'PROFILE' : 'STAFF'),
  ),
  route(calls.changeWebAccountEmail, (call) => askForEmailChange(deps, call, call.body)),
  route(calls.verifyWebAccountEmail, (call) => proveEmailChange(deps, call, call.body.code)),
  route(calls.createWebAccount, ({ actor, params, body }) =>
    createWebAccount(deps, actor, Number(params.id), body.email),
  ),
  route(calls.getOwnerships, ({ params }) => getOwnerships(deps, Number(params.id))),
]
