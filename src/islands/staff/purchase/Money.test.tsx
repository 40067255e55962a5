// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { formatMoney } from '#lib/shared/money.ts'
import { aJourney, aLoan, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { aPurchase, container, open, server } from './Purchase.fixture.tsx'

test.each([
  ['a trade-in', 1_600_000, 2_744_000, 'Trade-in$16,000', 'Balance due$27,440'],
  ['a trade-in beyond the price', 5_000_000, 0, 'Trade-in$50,000', 'at hand-over−$6,560'],
])('the amounts of a purchase with %s add up', async (_, offerCents, balanceCents, ...lines) => {
  const vehicles = [aTradeVehicle({ status: 'APPRAISAL_ACCEPTED', offerCents })]
  server.purchase = aPurchase({
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'CONFIRMED' },
      tradeInformation: { vehicles },
    }),
    outstanding: { depositCents: 100_000, balanceCents, lenderCents: 0 },
  })
  await open()
  for (const line of ['Drive-away price$44,440', 'Deposit due$1,000', ...lines])
    expect(container.textContent).toContain(line)
})

test('the fees that the lender finances are a line, so that the amounts add up', async () => {
  const finance = aLoan()
  const quote = aQuote({ payOption: 'LOANCLASIC', finance })
  server.purchase = aPurchase({
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'CONFIRMED' },
      currentQuote: quote,
    }),
    outstanding: { depositCents: 0, balanceCents: 0, lenderCents: finance.amountFinancedCents },
  })
  await open()
  expect(container.textContent).toContain(
    `Lender’s fees in the loan${formatMoney(finance.feesCents)}`,
  )
})

test('the trade-in is still listed after the hand-over', async () => {
  const vehicles = [aTradeVehicle({ status: 'APPRAISAL_ACCEPTED', offerCents: 1_600_000 })]
  server.purchase = aPurchase({
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'COMPLETE' },
      tradeInformation: { vehicles },
    }),
    outstanding: { depositCents: 0, balanceCents: 0, lenderCents: 0 },
  })
  await open()
  expect(container.textContent).toContain('Trade-in$16,000')
})
