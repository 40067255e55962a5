// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import { aLoan, aQuote } from '#tests/builders/purchase-journey.ts'
import {
  container,
  sent,
  server,
  financed,
  applied,
  open,
  text,
  press,
} from './Finance.fixture.tsx'

const approval = { limitCents: 4_000_000, annualRatePct: 8.95, validUntil: '2999-12-23' }
test.each<[CreditDecision, string[]]>([
  [
    { code: 'AUTOAPPR', ...approval, conditions: [] },
    [
      'subject to the lender’s checks',
      'You can borrow up to $40,000 at 8.95% a year. This pre-approval is valid until',
    ],
  ],
  [
    { code: 'CONDITIONL', ...approval, conditions: ['Three payslips.'] },
    [
      'Pre-approved with conditions',
      'Three payslips.',
      'Send the documents the lender has asked for',
    ],
  ],
  [
    { code: 'MANUWRITE', conditions: [], answerBy: '2026-11-25' },
    [
      'referred for review',
      'We’ll email you the answer by 25\u00a0November\u00a02026',
      'may call you',
    ],
  ],
  [{ code: 'DECLINE', conditions: [] }, ['can’t offer you finance', 'Pay cash for this car']],
])('the page of $code says what happens next', async (creditDecision, words) => {
  server.answers['GET /api/purchase-journey/journey-1/files'] = { files: [] }
  await open('', financed({ hasAppliedForFinancePreApproval: true, creditDecision }))
  for (const word of ['What happens next', ...words]) expect(text()).toContain(word)
})

test.each([
  ['the approval', '2026-12-01', '2026-12-13T00:00:00.000Z', '1\u00a0December\u00a02026'],
  ['the price', '2026-12-29', '2026-12-13T00:00:00.000Z', '13\u00a0December\u00a02026'],
])(
  'the day to confirm by is that until which %s holds, if it ends first',
  async (_, validUntil, expires, day) => {
    const creditDecision: CreditDecision = {
      code: 'AUTOAPPR',
      ...approval,
      validUntil,
      conditions: [],
    }
    const page = financed({ hasAppliedForFinancePreApproval: true, creditDecision })
    await open('', { ...page, currentQuote: { ...page.currentQuote, expires } })
    expect(text()).toContain(`Continue your purchase and confirm it by ${day}.`)
  },
)

test('a declined customer pays cash in the same purchase, or sees the other pay options', async () => {
  const creditDecision: CreditDecision = { code: 'DECLINE', conditions: [] }
  const owner = { hasConfirmedOwnerDetails: true }
  const declined = { ...applied, ...owner, creditDecision }
  server.answers['PATCH /api/purchase-journey/journey-1'] = { ...declined, currentQuote: aQuote() }
  await open('', declined)
  expect(text()).not.toContain('Continue')
  const link = [...container.querySelectorAll('a')].find(
    ({ textContent }) => textContent === 'See the other ways to pay',
  )
  expect(link?.getAttribute('href')).toBe('#/journey-1/quote?pay')

  await press('Pay cash instead')

  const [patch] = sent.filter(({ call }) => call.startsWith('PATCH'))
  expect(patch?.body).toMatchObject({ currentQuoteRequest: { payOption: 'CASH' } })
  expect(patch?.body.currentQuoteRequest).not.toHaveProperty('finance')
  await vi.waitFor(() => expect(location.hash).toBe('#/journey-1/confirm'))
})

test.each<[string, CreditDecision, string]>([
  [
    'has run out',
    { code: 'AUTOAPPR', limitCents: 9_000_000, validUntil: '2020-02-01', conditions: [] },
    'valid until 1\u00a0February\u00a02020',
  ],
  [
    'is too small',
    { code: 'AUTOAPPR', limitCents: 1_000_000, validUntil: '2999-02-01', conditions: [] },
    'You can borrow up to $10,000, but this purchase needs $36,845.35.',
  ],
])('an approval that %s says so, and leads on', async (_, creditDecision, words) => {
  await open('', { ...applied, creditDecision })
  expect(text()).toContain(words)
  expect(text()).toContain('Pay cash instead')
  expect(text()).not.toContain('Continue')
})

test('a decision on a loan is not shown for a lease', async () => {
  const appliedFor = { payOption: 'LOANCLASIC' as const, amountFinancedCents: 3_684_535 }
  const currentQuote = aQuote({ payOption: 'LEASETC', finance: aLoan({ product: 'LEASETC' }) })
  const creditDecision: CreditDecision = { code: 'DECLINE', conditions: [], appliedFor }
  await open('', { ...applied, currentQuote, creditDecision })
  expect(text()).toContain('The lender’s answer doesn’t cover')
  expect(text()).toContain('You can confirm it without the lender’s answer')
  expect(text()).toContain('Continue')
})
