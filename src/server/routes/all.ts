import type { Deps } from '../deps.ts'
import type { Route } from '#server/platform/http/route.ts'
import { accountRoutes } from '#server/customers/account-calls.ts'
import { agreementRoutes } from '#server/agreements/calls.ts'
import { catalogueRoutes } from '#server/catalogue/calls.ts'
import { customerRoutes } from '#server/customers/calls.ts'
import { handOverRoutes } from '#server/delivery/calls.ts'
import { identityRoutes } from '#server/sign-in/calls.ts'
import { lookupRoutes } from '#server/addresses/calls.ts'
import { messageRoutes } from '#server/messages/calls.ts'
import { passkeyRoutes } from '#server/sign-in/passkeys/calls.ts'
import { moneyDifferenceRoutes } from '#server/refunds/calls.ts'
import { paymentRoutes } from '#server/payments/calls.ts'
import { purchaseFileRoutes } from '#server/purchase-files/calls.ts'
import { purchaseJourneyRoutes } from '#server/journeys/calls.ts'
import { quoteRoutes } from '#server/quotes/calls.ts'
import { serviceRoutes } from '#server/service/calls.ts'
import { siteRoutes } from '#server/site/calls.ts'
import { staffRoutes } from '#server/staff/calls.ts'
import { staffPurchaseRoutes } from '#server/purchases/staff-calls.ts'
import { vehicleRoutes } from '#server/vehicles/calls.ts'
import { watchRoutes } from '#server/stock/watch-calls.ts'
import { workListRoutes } from '#server/staff/work-list-calls.ts'

/** Every route there is. A test holds them against the contract. */
export const allRoutes = (deps: Deps): Route[] => [
  ...identityRoutes(deps),
  ...customerRoutes(deps),
  ...vehicleRoutes(deps),
  ...accountRoutes(deps),
  ...catalogueRoutes(deps),
  ...lookupRoutes(deps),
  ...quoteRoutes(deps),
  ...purchaseJourneyRoutes(deps),
  ...purchaseFileRoutes(deps),
  ...agreementRoutes(deps),
  ...handOverRoutes(deps),
  ...paymentRoutes(deps),
  ...moneyDifferenceRoutes(deps),
  ...serviceRoutes(deps),
  ...staffRoutes(deps),
  ...passkeyRoutes(deps),
  ...workListRoutes(deps),
  ...staffPurchaseRoutes(deps),
  ...messageRoutes(deps),
  ...watchRoutes(deps),
  ...siteRoutes(deps),
]
