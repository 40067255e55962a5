import { expect } from 'vitest'
import { purchaseSums } from '#lib/payments/deal-sums.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import { keepPricePromises } from '#server/purchases/price-promise.ts'
import { valueOf } from '#tests/setup/people.ts'
import { app, mia, sam, signInAgain } from '#tests/setup/suite.ts'

/** The shop on a day when every car costs so many cents more. */
export const shopAt = (cents: number) => {
  const models = app.deps.catalogue.models.map((model) => ({
    ...model,
    variants: model.variants.map((variant) => ({
      ...variant,
      options: variant.options.map((option) => ({
        ...option,
        totalPriceCents: option.totalPriceCents + cents,
      })),
    })),
  }))
  return { ...app.deps, catalogue: { ...app.deps.catalogue, models } }
}
export const pricesMove = async (cents: number) => {
  app.clock.advance(HOUR_MS)
  await keepPricePromises(shopAt(cents))
  await signInAgain()
}
export const journey = async (id: string) =>
  valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
export const mails = async () => {
  const query = { to: 'customer@demo.example' }
  const { messages } = valueOf(await app.browser()(listDemoMail, { query }))
  return messages.filter(({ subject }) => / costs .* less$/.test(subject))
}
export const work = async () =>
  valueOf(await sam.call(listWork, { query: { kind: 'price-falls' } })).items
export const pay = async (
  id: string,
  amountCents: number,
  source: 'BANKTRF' | 'MTF' = 'BANKTRF',
) => {
  const reference = `R-${id}-${amountCents}`
  const body = { source, amountCents, reference }
  valueOf(await sam.call(recordReceipt, { params: { id }, body }))
}
export const priceOf = ({ currentQuote }: PurchaseJourney) => currentQuote.totals.driveAwayCents
/** Every sum of a purchase adds up to its price (decision 63). */
export const expectSums = ({ currentQuote: quote, paymentMetadata }: PurchaseJourney) => {
  const { lines, totals } = quote
  const { driveAwayCents, vehicleCents, accessoriesCents, onRoadCents } = totals
  const sum = (cents: number[]) => cents.reduce((all, one) => all + one, 0)
  expect(sum(lines.map(({ amountCents }) => amountCents))).toBe(driveAwayCents)
  expect(vehicleCents + accessoriesCents + onRoadCents).toBe(driveAwayCents)
  const { parts } = purchaseSums(quote, paymentMetadata)
  expect(sum(parts.map(({ cents }) => cents))).toBe(driveAwayCents)
}
