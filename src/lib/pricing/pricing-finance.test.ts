import { describe, expect, test } from 'vitest'
import { depositDue, lenderShare } from '#lib/payments/pay-options.ts'
import { loanInputs, price } from './pricing.fixture.ts'

describe('loans and leases', () => {
  // the catalogue's vector: 42,990 + 1,450 on-road + 395 + 10.35 - 8,000 deposit, with the account fee
  test('a classic loan', () => {
    expect(price({ payOption: 'LOANCLASIC', finance: loanInputs })).toMatchObject({
      totals: { depositDueCents: 800_000 },
      finance: {
        product: 'LOANCLASIC',
        amountFinancedCents: 3_684_535,
        termMonths: 48,
        frequency: 'Monthly',
        paymentCount: 48,
        paymentCents: 92_453,
        lastPaymentCents: 92_414,
        accountFeePerPaymentCents: 850,
        annualRatePct: 8.95,
        feesCents: 40_535,
        balloonCents: 0,
        totalPayableCents: 4_437_705,
        estimate: true,
      },
    })
  })

  // the vector with a guaranteed future value of 47 %, and 850 cents a month more
  test('a flexi loan', () => {
    expect(
      price({ payOption: 'LOANFLEXI', finance: { ...loanInputs, annualKm: 15_000 } }).finance,
    ).toMatchObject({
      balloonCents: 2_020_530,
      paymentCents: 58_527,
      lastPaymentCents: 58_528,
      totalPayableCents: 4_829_827,
    })
  })

  test.each([
    [10_000, 2_106_510],
    [20_000, 1_891_560],
  ])('%i km a year move the guaranteed future value', (annualKm, balloonCents) => {
    expect(
      price({ payOption: 'LOANFLEXI', finance: { ...loanInputs, annualKm } }).finance,
    ).toMatchObject({ balloonCents })
  })

  // the same vectors: the amount financed is the rest of the price, 36,440, and fees of 405.35
  test.each(['LOANCLASIC', 'LOANFLEXI'] as const)(
    '%s: deposit, trade-in and the rest of the price add up to the price',
    (payOption) => {
      const quote = price({ payOption, finance: loanInputs })
      const deal = { ...quote, payOption }
      const share = { restCents: 3_644_000, feesCents: 40_535, amountFinancedCents: 3_684_535 }
      expect(lenderShare(deal)).toEqual(share)
      for (const [equityCents, depositCents, countedCents] of [
        [0, 800_000, 0],
        [300_000, 500_000, 300_000],
        [800_000, 0, 800_000],
      ] as const) {
        expect(depositDue(deal, equityCents)).toBe(depositCents)
        expect(depositCents + countedCents + share.restCents).toBe(quote.totals.driveAwayCents)
      }
    },
  )

  test.each(['CASH', 'LEASETC', 'RESERVATION'] as const)('%s: no lender pays', (payOption) => {
    expect(lenderShare({ payOption, finance: price({ payOption: 'LEASETC' }).finance })).toBeNull()
  })

  test('a lease has no deposit, fees or balloon', () => {
    expect(price({ payOption: 'LEASETC' })).toMatchObject({
      totals: { depositDueCents: 0 },
      finance: {
        product: 'LEASETC',
        amountFinancedCents: 4_444_000,
        paymentCount: 36,
        feesCents: 0,
        balloonCents: 0,
        annualRatePct: 9.25,
      },
    })
  })

  test.each([
    ['FINANCE', 'LOANCLASIC'],
    ['LEASE', 'LEASETC'],
  ] as const)('%s is priced as its first member, %s', (group, member) => {
    expect(price({ payOption: group }).finance).toEqual(price({ payOption: member }).finance)
  })

  test('a reservation asks its fee alone', () => {
    expect(price({ payOption: 'RESERVATION' })).toMatchObject({
      totals: { depositDueCents: 50_000, driveAwayCents: 4_444_000 },
      finance: null,
    })
  })

  test('finance inputs do not change a cash price', () => {
    expect(price({ finance: loanInputs }).request).not.toHaveProperty('finance')
  })

  test('a distance does not change a classic loan', () => {
    const { finance } = price({
      payOption: 'FINANCE',
      finance: { ...loanInputs, annualKm: 1 },
    }).request
    expect(finance).toEqual(loanInputs)
  })
})
