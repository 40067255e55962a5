import * as calls from '#lib/addresses/calls.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { route, type Route } from '#server/platform/http/route.ts'

export const addressRoutes = (deps: Deps): Route[] => [
  route(calls.searchAddresses, ({ query }) => deps.addresses.search(query.q)),
  route(calls.getAddress, async ({ params }) => {
    const found = await deps.addresses.find(params.addressId)
    if (found === null) throw notFound()
    return found
  }),
]
