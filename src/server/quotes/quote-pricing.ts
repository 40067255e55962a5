import type { Quote, QuoteRequest } from '#lib/quotes/shapes.ts'
import { lastInstantOf } from '#lib/service/times.ts'
import { addDays, aucklandDay } from '#lib/shared/dates.ts'
import { withRunningOffers } from '#lib/catalogue/offers.ts'
import { isReservation, isPayOption } from '#lib/payments/pay-options.ts'
import type { PricingCatalogue } from '#lib/pricing/pricing-catalogue.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import type { PriceColumns } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError, invalid } from '#server/platform/http/api-problem.ts'

/** The catalogue for sale today: with running offers, and without reservations while their flag is off. */
export const onSale = ({ catalogue, settings, now }: Deps): PricingCatalogue => ({
  ...withRunningOffers(catalogue, aucklandDay(now())),
  ...(!settings.features.reservations && {
    financeProducts: catalogue.financeProducts.filter(
      ({ code }) => !(isPayOption(code) && isReservation(code)),
    ),
  }),
})

/**
 * Prices a request by today's catalogue, as it is to be stored.
 *
 * @param within Path of the request in the input, for the names of wrong fields.
 * @throws {ApiProblem} 400 `InvalidQuoteInfo` naming every field that cannot be priced.
 */
export function priceColumns(deps: Deps, request: QuoteRequest, within = ''): PriceColumns {
  const { newUsed = 'NEW', outletCode } = request
  const result = priceQuote(request, onSale(deps))
  const problems = result.ok ? [] : [...result.problems]
  if (newUsed === 'USED') problems.push({ property: 'newUsed', message: 'is not offered' })
  if (outletCode && !isOutlet(deps, outletCode))
    problems.push({ property: 'outletCode', message: 'is not one of our dealers' })
  if (!result.ok || problems.length > 0)
    throw invalid(
      problems.map(({ property, message }) => fieldError(within + property, message)),
      'InvalidQuoteInfo',
    )

  const { vehicle, lines, totals, finance } = result.value
  const now = deps.now()
  return {
    pay_option: request.payOption,
    request: JSON.stringify({
      ...result.value.request,
      newUsed,
      ...(outletCode && { outletCode }),
    } satisfies QuoteRequest),
    priced: JSON.stringify({ vehicle, lines, totals, finance }),
    drive_away_cents: totals.driveAwayCents,
    catalogue_version: deps.catalogueVersion,
    created_at: now.toISOString(),
    expires_at: lastInstantOf(addDays(aucklandDay(now), deps.settings.quoteDays)),
  }
}

export const isOutlet = ({ catalogue }: Deps, outletCode: string): boolean =>
  catalogue.dealers.some((dealer) => dealer.outletCode === outletCode)

/** Whether a price no longer holds. */
export const hasExpired = ({ now }: Deps, quote: Pick<Quote, 'expires'>): boolean =>
  now().getTime() >= Date.parse(quote.expires)
