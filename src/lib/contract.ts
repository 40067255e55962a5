import * as account from './customers/account-calls.ts'
import * as agreements from './purchases/agreement-calls.ts'
import * as catalogue from './catalogue/calls.ts'
import * as customers from './customers/calls.ts'
import type { Endpoint } from './api/endpoint.ts'
import { getCurrentUser, revoke, token } from './sign-in/calls.ts'
import * as delivery from './purchases/delivery-calls.ts'
import * as finance from './finance/calls.ts'
import { softCheckFinance } from './finance/soft-check-calls.ts'
import { tryInLab } from './demo/calls.ts'
import * as addresses from './addresses/calls.ts'
import * as messages from './messages/calls.ts'
import { SPECIFICATION_CALLS } from './specification-calls.ts'
import { listNearestCars } from './stock/nearest-calls.ts'
import * as people from './people/calls.ts'
import * as passkeys from './sign-in/passkey-calls.ts'
import * as passwords from './sign-in/password-calls.ts'
import * as payments from './payments/calls.ts'
import * as moneyDifferences from './payments/money-difference-calls.ts'
import * as purchaseFiles from './purchases/file-calls.ts'
import * as purchaseLinks from './orders/link-calls.ts'
import * as purchaseJourneys from './purchases/calls.ts'
import * as quotes from './quotes/calls.ts'
import * as service from './service/calls.ts'
import * as site from './site/calls.ts'
import * as staff from './staff/calls.ts'
import * as staffPurchases from './purchases/staff-calls.ts'
import * as staffSignIn from './staff/sign-in-calls.ts'
import * as sessions from './sign-in/session-calls.ts'
import * as tradeIn from './trade-in/calls.ts'
import * as vehicles from './vehicles/calls.ts'
import * as watches from './stock/watch-calls.ts'

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
  ...purchaseLinks,
  ...people,
  ...agreements,
  ...delivery,
  ...finance,
  softCheckFinance,
  ...tradeIn,
  listNearestCars,
  ...payments,
  ...moneyDifferences,
  ...addresses,
  ...service,
  ...staff,
  ...staffSignIn,
  ...passkeys,
  ...passwords,
  ...sessions,
  ...staffPurchases,
  ...messages,
  ...watches,
  ...site,
  tryInLab,
}

/** The calls of the specification, in the order of its table. */
export const specificationCalls = (): Endpoint[] =>
  SPECIFICATION_CALLS.map((name) => contract[name]!)
