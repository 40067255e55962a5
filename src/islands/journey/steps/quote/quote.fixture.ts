import { act } from 'react'
import { catalogue } from '#content/catalogue.ts'
import { carSize } from '#content/model-pictures.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import { aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import { builderProps } from '#ui/configuration/builder-data.ts'
import { container, serve, server } from '../../Journey.fixture.tsx'

export const PATCH = 'PATCH /purchase-journey/journey-1'
const range = builderProps(catalogue, carSize, '')

/** The server's price; a test can add some cents to tell it from the estimate. */
export function priced(request: QuoteRequest, dearerByCents = 0) {
  const answer = priceQuote(request, catalogue)
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  const { totals, ...price } = answer.value
  return aQuote({
    payOption: request.payOption,
    ...price,
    request: { ...price.request, newUsed: 'NEW' },
    totals: { ...totals, driveAwayCents: totals.driveAwayCents + dearerByCents },
    version: 2,
  })
}

export const CASH = priced({ kdcd: 'TN27H-B', payOption: 'CASH' })

export const radio = (name: string) =>
  [...container.querySelectorAll('.choice-card')]
    .find((card) => card.querySelector('.choice-card__title')?.textContent === name)
    ?.querySelector('input')
export const choose = (name: string) => act(async () => radio(name)!.click())
export const nameOf = (code: string) =>
  catalogue.financeProducts.find((product) => product.code === code)!.name

/** A server that prices every request. */
export function sell(dearerByCents = 0, facts: Parameters<typeof aJourney>[0] = {}) {
  const { change } = serve(aJourney({ currentQuote: CASH, ...facts }))
  server['GET /build-and-quote/catalogue.json'] = () => range
  server[PATCH] = (patch: { currentQuoteRequest?: QuoteRequest }) =>
    change(
      patch.currentQuoteRequest
        ? {
            currentQuoteRequest: patch.currentQuoteRequest,
            currentQuote: priced(patch.currentQuoteRequest, dearerByCents),
            version: 2,
          }
        : {},
    )
}
