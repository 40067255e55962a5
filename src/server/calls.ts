import type { Deps } from './deps.ts'
import type { Route } from './platform/http/route.ts'
import { accountRoutes } from './customers/account-calls.ts'
import { agreementRoutes } from './agreements/calls.ts'
import { catalogueRoutes } from './catalogue/calls.ts'
import { customerRoutes } from './customers/calls.ts'
import { handOverRoutes } from './delivery/calls.ts'
import { identityRoutes } from './sign-in/calls.ts'
import { lookupRoutes } from './addresses/calls.ts'
import { messageRoutes } from './messages/calls.ts'
import { passkeyRoutes } from './sign-in/passkeys/calls.ts'
import { refundRoutes } from './refunds/calls.ts'
import { paymentRoutes } from './payments/calls.ts'
import { purchaseFileRoutes } from './purchase-files/calls.ts'
import { purchaseJourneyRoutes } from './journeys/calls.ts'
import { quoteRoutes } from './quotes/calls.ts'
import { serviceRoutes } from './service/calls.ts'
import { siteRoutes } from './site/calls.ts'
import { staffRoutes } from './staff/calls.ts'
import { staffPurchaseRoutes } from './purchases/staff-calls.ts'
import { vehicleRoutes } from './vehicles/calls.ts'
import { watchRoutes } from './stock/calls.ts'
import { workListRoutes } from './staff/work-list-calls.ts'

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
  ...refundRoutes(deps),
  ...serviceRoutes(deps),
  ...staffRoutes(deps),
  ...passkeyRoutes(deps),
  ...workListRoutes(deps),
  ...staffPurchaseRoutes(deps),
  ...messageRoutes(deps),
  ...watchRoutes(deps),
  ...siteRoutes(deps),
]
