import * as account from '#lib/customers/account-calls.ts'
import * as agreements from '#lib/purchases/agreement-calls.ts'
import * as catalogue from '#lib/catalogue/calls.ts'
import * as customers from '#lib/customers/calls.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { getCurrentUser, revoke, token } from '#lib/sign-in/calls.ts'
import * as handOver from '#lib/purchases/hand-over-calls.ts'
import { tryInLab } from '#lib/demo/calls.ts'
import * as lookups from '#lib/addresses/calls.ts'
import * as messages from '#lib/messages/calls.ts'
import { listNearestCars } from '#lib/stock/nearest-calls.ts'
import * as passkeys from '#lib/sign-in/passkey-calls.ts'
import * as payments from '#lib/payments/calls.ts'
import * as moneyDifferences from '#lib/payments/money-difference-calls.ts'
import * as purchaseFiles from '#lib/purchases/file-calls.ts'
import * as purchaseJourneys from '#lib/purchases/calls.ts'
import * as quotes from '#lib/quotes/calls.ts'
import * as service from '#lib/service/calls.ts'
import * as site from '#lib/site/calls.ts'
import * as staff from '#lib/staff/calls.ts'
import * as staffPurchases from '#lib/purchases/staff-calls.ts'
import * as staffSignIn from '#lib/staff/sign-in-calls.ts'
import * as vehicles from '#lib/vehicles/calls.ts'
import * as watches from '#lib/stock/watch-calls.ts'
import * as workList from '#lib/staff/work-list-calls.ts'

/**
 * Every call there is, by name: the specification's 41 and our own. A call that is not here cannot be
 * served, and one that is here cannot be missing (a test holds it). The browser imports single calls
 * from the files beside this one, so that it loads no more than it uses.
 */
export const contract: Record<string, Endpoint> = {
  token,
  revoke,
  getCurrentUser,
  ...catalogue,
  ...customers,
  ...vehicles,
  ...account,
  ...quotes,
  ...purchaseJourneys,
  ...purchaseFiles,
  ...agreements,
  ...handOver,
  listNearestCars,
  ...payments,
  ...moneyDifferences,
  ...lookups,
  ...service,
  ...staff,
  ...staffSignIn,
  ...passkeys,
  ...workList,
  ...staffPurchases,
  ...messages,
  ...watches,
  ...site,
  tryInLab,
}
