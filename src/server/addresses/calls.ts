import * as calls from '#lib/addresses/calls.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'
import { route, type Route } from '#server/platform/http/route.ts'

export const addressRoutes = (deps: Deps): Route[] => [
  route(calls.searchAddresses, async (call) => {
    await spendQuestion(deps, call)
    return deps.addresses.search(call.query.q)
  }),
  route(calls.getAddress, async (call) => {
    await spendQuestion(deps, call)
    const found = await deps.addresses.find(call.params.addressId)
    if (found === null) throw notFound()
    return found
  }),
]

/** Counts a question that a provider charges for; our own table costs nothing. */
async function spendQuestion(deps: Deps, caller: Caller): Promise<void> {
  if (deps.addresses.name === 'local') return
  await spendOfNetwork(deps, deps.db, 'addressQuestions', caller)
}
