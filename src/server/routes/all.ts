import type { Deps } from '../deps.ts'
import type { Route } from '../http/route.ts'
import { customerRoutes } from './customers.ts'
import { identityRoutes } from './identity.ts'

/** Every route there is. A test holds them against the contract. */
export const allRoutes = (deps: Deps): Route[] => [...identityRoutes(deps), ...customerRoutes(deps)]
