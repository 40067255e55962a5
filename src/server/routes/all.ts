import type { Deps } from '../deps.ts'
import type { Route } from '../http/route.ts'

/** Every route there is. A test holds them against the contract. */
export const allRoutes = (_deps: Deps): Route[] => []
