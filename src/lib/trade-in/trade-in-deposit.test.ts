import { expect, test } from 'vitest'
import { price, testCatalogue } from '#lib/pricing/pricing.fixture.ts'
import { countTradeIn } from './trade-in-deposit.ts'

test('a loan that a trade-in makes smaller keeps the account fee that it was quoted', () => {
  const quote = { ...price({ payOption: 'LOANCLASIC' }), payOption: 'LOANCLASIC' as const }
  const financeProducts = testCatalogue.financeProducts.map((product) =>
    product.kind === 'LOAN'
      ? { ...product, fees: { ...product.fees, accountFeePerMonthCents: 99_900 } }
      : product,
  )
  const equityCents = quote.totals.depositDueCents + 100
  const { finance, totals } = countTradeIn(quote, equityCents, { financeProducts })
  expect(totals.depositDueCents).toBe(equityCents)
  expect(finance).toEqual(countTradeIn(quote, equityCents, testCatalogue).finance)
  expect(finance!.totalPayableCents).toBeLessThan(quote.finance!.totalPayableCents)
})
