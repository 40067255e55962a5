import type { Deps } from './deps.ts'
import type { Route } from './platform/http/route.ts'
import { accountRoutes } from './customers/account-calls.ts'
import { agreementRoutes } from './agreements/calls.ts'
import { catalogueRoutes } from './catalogue/calls.ts'
import { customerRoutes } from './customers/calls.ts'
import { deliveryRoutes } from './delivery/calls.ts'
import { identityRoutes } from './sign-in/calls.ts'
import { addressRoutes } from './addresses/calls.ts'
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
import { peopleRoutes } from './people/calls.ts'
import { purchaseRoutes } from './purchases/calls.ts'
import { vehicleRoutes } from './vehicles/calls.ts'
import { stockRoutes } from './stock/calls.ts'
import { financeRoutes } from './finance/calls.ts'
import { tradeInRoutes } from './trade-in/calls.ts'
import { passwordAndSessionRoutes } from './sign-in/account-calls.ts'

/** Every route. A test compares them with the contract. */
export const allRoutes = (deps: Deps): Route[] => [
  ...identityRoutes(deps),
  ...customerRoutes(deps),
  ...vehicleRoutes(deps),
  ...accountRoutes(deps),
  ...catalogueRoutes(deps),
  ...addressRoutes(deps),
  ...quoteRoutes(deps),
  ...purchaseJourneyRoutes(deps),
  ...purchaseFileRoutes(deps),
  ...agreementRoutes(deps),
  ...deliveryRoutes(deps),
  ...paymentRoutes(deps),
  ...refundRoutes(deps),
  ...serviceRoutes(deps),
  ...staffRoutes(deps),
  ...passkeyRoutes(deps),
  ...financeRoutes(deps),
  ...tradeInRoutes(deps),
  ...passwordAndSessionRoutes(deps),
  ...purchaseRoutes(deps),
  ...peopleRoutes(deps),
  ...messageRoutes(deps),
  ...stockRoutes(deps),
  ...siteRoutes(deps),
]
