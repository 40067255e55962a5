import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAY_OPTIONS, JOURNEY_STATUSES, type PaymentType } from '#lib/codes.ts'
import { paymentFacts, purchaseSums } from '#lib/payments/deal-sums.ts'
import {
  balanceDue,
  balanceLeftCents,
  depositDue,
  depositLeftCents,
  outstandingCents,
  type PaymentJourneyFacts,
} from '#lib/payments/pay-options.ts'
import { RUNS } from './runs.ts'

const cents = fc.integer({ min: 0, max: 9_000_000 })
const facts: fc.Arbitrary<PaymentJourneyFacts> = fc.record({
  status: fc.constantFrom(...JOURNEY_STATUSES),
  deal: fc.record({
    payOption: fc.constantFrom(...PAY_OPTIONS),
    totals: fc.record({ driveAwayCents: cents, depositDueCents: cents }),
    finance: fc.option(
      fc.record({ paymentCents: cents, amountFinancedCents: cents, feesCents: cents }),
    ),
  }),
  equityCents: fc.integer({ min: -2_000_000, max: 5_000_000 }),
  paid: fc.record({ DEPOSIT: cents, BALANCE: cents }),
  pending: fc.subarray<PaymentType>(['DEPOSIT', 'BALANCE']),
})

test(`what can be paid follows from what is due, paid and on its way (${RUNS} deals)`, () => {
  fc.assert(
    fc.property(facts, (given) => {
      const { status, deal, equityCents, paid, pending } = given
      const said = paymentFacts(given)
      const left = (type: PaymentType) => outstandingCents(type, given)
      expect(said.depositCents).toBe(depositDue(deal, equityCents))
      expect(said.balanceCents).toBe(balanceDue(deal, equityCents))
      expect(
        Math.min(said.depositCents, said.balanceCents, left('DEPOSIT')),
      ).toBeGreaterThanOrEqual(0)
      // What is asked for is what the sums of every screen leave to pay.
      for (const sums of [
        purchaseSums(deal, said),
        { depositLeftCents: depositLeftCents(said), balanceLeftCents: balanceLeftCents(said) },
      ])
        expect(sums).toMatchObject({
          depositLeftCents: left('DEPOSIT'),
          balanceLeftCents: left('BALANCE'),
        })
      // Never both at once, and never without something to pay.
      expect(said.canPayDeposit && said.canPayBalance).toBe(false)
      if (said.canPayDeposit) expect(left('DEPOSIT')).toBeGreaterThan(0)
      if (said.canPayBalance) expect(left('BALANCE')).toBeGreaterThan(0)
      if (!['CONFIRMED', 'AGREEMENT'].includes(status) || pending.length === 2)
        expect(said.canPayDeposit || said.canPayBalance).toBe(false)
      // Paying what is left leaves nothing.
      for (const type of ['DEPOSIT', 'BALANCE'] as const) {
        const after = { ...given, paid: { ...paid, [type]: paid[type] + left(type) } }
        expect(outstandingCents(type, after)).toBe(0)
      }
    }),
    { numRuns: RUNS },
  )
})
