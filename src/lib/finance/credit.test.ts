import { describe, expect, test } from 'vitest'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import type { PayOption } from '#lib/codes.ts'
import { aLoan } from '#tests/builders/purchase-journey.ts'
import { approvalEndsFirst, changedSinceApplied, creditRefusal, creditStanding } from './credit.ts'

const TODAY = '2026-11-23'
const bought = (payOption: PayOption, amountFinancedCents = 3_000_000) => ({
  payOption,
  finance: aLoan({ product: payOption, amountFinancedCents }),
})
const cash = { payOption: 'CASH' as const, finance: null }
const loan = bought('LOANCLASIC')
const decided = (
  code: CreditDecision['code'],
  facts: Partial<CreditDecision> = {},
): CreditDecision => ({
  code,
  conditions: [],
  appliedFor: { payOption: 'LOANCLASIC', amountFinancedCents: 3_000_000 },
  ...facts,
})
const approved = (facts: Partial<CreditDecision> = {}) =>
  decided('AUTOAPPR', { limitCents: 3_000_000, validUntil: TODAY, ...facts })

test('an approval that ends before the car comes is explained', () => {
  const late = { to: '2027-03-11' }
  const sentence = approvalEndsFirst(approved(), loan, late, TODAY)
  expect(sentence).toContain(
    'as late as 11\u00a0March\u00a02027, and your pre-approval ends on 23\u00a0November\u00a02026.',
  )
  expect(sentence).toContain('We’ll ask the lender to renew it')
  const named = approved({ lenderName: 'Harbour Finance' })
  expect(approvalEndsFirst(named, loan, late, TODAY)).toContain('We’ll ask Harbour Finance')
  expect(approvalEndsFirst(approved(), loan, late, TODAY, 'Tideway')).toContain('We’ll ask Tideway')
  expect(approvalEndsFirst(approved(), loan, { to: TODAY }, TODAY)).toBeNull()
  expect(approvalEndsFirst(approved(), cash, late, TODAY)).toBeNull()
  expect(approvalEndsFirst(decided('MANUWRITE'), loan, late, TODAY)).toBeNull()
})

describe('whether a decision covers the purchase', () => {
  test.each([
    ['no application', null, loan, 'none'],
    ['cash needs no lender', decided('DECLINE'), cash, 'none'],
    ['declined', decided('DECLINE'), loan, 'declined'],
    ['declined for every loan', decided('DECLINE'), bought('LOANFLEXI'), 'declined'],
    ['a lease is not a loan', decided('DECLINE'), bought('LEASETC'), 'other-kind'],
    [
      'a declined lease',
      decided('DECLINE', { appliedFor: { payOption: 'LEASETC', amountFinancedCents: 1 } }),
      bought('LEASEUC'),
      'declined',
    ],
    [
      'one from before this was kept',
      decided('DECLINE', { appliedFor: undefined }),
      loan,
      'declined',
    ],
    ['a person looks at it', decided('MANUWRITE'), loan, 'referred'],
    ['on its last day', approved(), loan, 'holds'],
    ['with conditions', { ...approved(), code: 'CONDITIONL' as const }, loan, 'holds'],
    ['the day after', approved({ validUntil: '2026-11-22' }), loan, 'expired'],
    ['more than approved', approved(), bought('LOANCLASIC', 3_000_001), 'too-much'],
    ['approved without a last day', approved({ validUntil: undefined }), loan, 'holds'],
  ])('%s', (_, decision, of, standing) => {
    expect(creditStanding(decision, of, TODAY)).toBe(standing)
  })
})

test('a refusal says why', () => {
  const sentence = (decision: CreditDecision, of = loan) =>
    creditRefusal(decision, of, TODAY)?.sentence
  expect(sentence(decided('DECLINE'))).toContain('can’t offer finance')
  expect(sentence(approved({ validUntil: '2026-11-22' }))).toContain(
    'until 22\u00a0November\u00a02026',
  )
  expect(sentence(approved(), bought('LOANCLASIC', 3_100_000))).toBe(
    'You can borrow up to $30,000, but this purchase needs $31,000.',
  )
  expect(creditRefusal(approved(), loan, TODAY)).toBeNull()
  expect(creditRefusal(null, loan, TODAY)).toBeNull()
})

test('a change of the price since the application is shown', () => {
  const names = { LOANCLASIC: 'Classic loan', LOANFLEXI: 'Flexi loan', LEASETC: 'Total Care' }
  const said = (of: Parameters<typeof changedSinceApplied>[1]) =>
    changedSinceApplied(approved(), of, names)
  expect(said(loan)).toBeNull()
  expect(said(bought('LOANCLASIC', 2_900_000))).toContain(
    'You now need $29,000 with “Classic loan”',
  )
  expect(said(bought('LOANFLEXI'))).toContain('You now need $30,000 with “Flexi loan”')
  expect(said(bought('LEASETC'))).toContain('doesn’t cover “Total Care”')
  expect(said(cash)).toContain('don’t need finance')
  expect(changedSinceApplied(null, loan, names)).toBeNull()
})
