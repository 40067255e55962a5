import { expect, test } from 'vitest'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import { aLoan } from '#tests/builders/purchase-journey.ts'
import { firstPaymentTime } from './first-payment.ts'

const NOW = Date.parse('2026-11-23T01:00:00.000Z')
const lease = { payOption: 'LEASELC' as const, finance: aLoan({ product: 'LEASELC' }) }
const appliedFor = { payOption: 'LEASELC' as const, amountFinancedCents: 3_684_535 }
const approved: CreditDecision = { code: 'AUTOAPPR', validUntil: '2026-12-24', conditions: [] }

test.each<[string, string | null, CreditDecision | null]>([
  ['none has been asked', 'within 48 hours of confirming', null],
  ['one has approved it', 'by the end of 24\u00a0December\u00a02026', { ...approved, appliedFor }],
  [
    'the approval ends sooner',
    'within 48 hours of confirming',
    { ...approved, validUntil: '2026-11-23', appliedFor },
  ],
  [
    'it approved a loan',
    'within 48 hours of confirming',
    { ...approved, appliedFor: { ...appliedFor, payOption: 'LOANCLASIC' } },
  ],
  ['it has not decided', null, { code: 'MANUWRITE', conditions: [], appliedFor }],
])(
  'decision 64, a lease says its deadline before it is confirmed: of the lender, %s',
  (_, time, creditDecision) => {
    expect(firstPaymentTime({ currentQuote: lease, creditDecision }, 48, NOW)).toBe(time)
  },
)

test('only a lease has a first payment, and the time must be known', () => {
  const cash = { payOption: 'CASH' as const, finance: null }
  expect(firstPaymentTime({ currentQuote: cash, creditDecision: null }, 48, NOW)).toBeNull()
  const asked = { currentQuote: lease, creditDecision: null }
  expect(firstPaymentTime(asked, undefined, NOW)).toBeNull()
  expect(firstPaymentTime(asked, 1, NOW)).toBe('within 1 hour of confirming')
})
