import { expect, test } from 'vitest'
import { aLoan } from '#tests/builders/purchase-journey.ts'
import { paymentLine } from './labels.ts'

const payment = {
  paymentId: 'p1',
  paymentType: 'DEPOSIT',
  source: 'CREDITCARD',
  amountCents: 100_000,
  status: 'PAID',
  at: '2026-11-20T12:30:00Z',
} as const

test.each([
  [payment, 'CASH', 'Deposit', 'By card, 21\u00a0November\u00a02026'],
  [
    { ...payment, source: 'BANKTRF', status: 'PENDING' },
    'RESERVATION',
    'Reservation fee',
    'By bank transfer, 21\u00a0November\u00a02026, on its way',
  ],
  [
    { ...payment, paymentType: 'BALANCE' },
    'LEASE',
    'First payment',
    'By card, 21\u00a0November\u00a02026',
  ],
  [
    { ...payment, paymentType: 'BALANCE', source: 'MTF' },
    'LOANFLEXI',
    'Amount financed',
    'From the lender, 21\u00a0November\u00a02026. The amount financed ($36,845.35): the rest of the price ($36,440) plus the lender’s fees included in the loan ($405.35).',
  ],
] as const)('a payment in words (specification §3): %#', (given, payOption, label, note) => {
  expect(paymentLine(given, { payOption, finance: aLoan() })).toEqual({ label, note })
})
