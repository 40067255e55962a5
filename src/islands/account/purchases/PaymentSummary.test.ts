import { expect, test } from 'vitest'
import { paymentFacts } from '#lib/payments/deal-sums.ts'
import { aQuote } from '#tests/builders/purchase-journey.ts'
import { summaryLines } from './PaymentSummary.tsx'

test('nothing is to pay for a reservation that was bought, also where its fee has gone back', () => {
  const quote = aQuote({ payOption: 'RESERVATION' })
  const money = paymentFacts({
    status: 'COMPLETE',
    deal: quote,
    equityCents: 0,
    paid: { DEPOSIT: 0, BALANCE: 0 },
    pending: [],
  })
  expect(money.depositCents).toBeGreaterThan(0)
  const lines = summaryLines({ quote, money, status: 'COMPLETE', isRefused: false })
  expect(lines.map(({ label }) => label)).not.toContain('Still to pay')
})
