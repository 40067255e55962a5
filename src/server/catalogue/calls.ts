import * as calls from '#lib/catalogue/calls.ts'
import { z } from '#lib/shared/zod.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { findOption, listDeliveries, listRange } from '#server/stock/showroom.ts'

export const catalogueRoutes = (deps: Deps): Route[] => {
  const { catalogue } = deps
  // Made once: parsing leaves out what the contract does not promise.
  const dealers = z.parse(calls.listDealers.answer, { dealers: catalogue.dealers })
  const countries = { countries: catalogue.countries }

  return [
    route(calls.listModels, () => listRange(deps)),
    route(calls.listModelDeliveries, ({ params }) => listDeliveries(deps, params.model)),
    route(calls.getVariantOption, async ({ params }) => {
      const option = await findOption(deps, params.option)
      if (!option) throw notFound()
      return option
    }),
    route(calls.listDealers, () => dealers),
    route(calls.listCountries, () => countries),
    route(calls.getBuildAndQuoteContent, () => catalogue.cms.buildAndQuote),
  ]
}
