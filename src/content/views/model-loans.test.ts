import { expect, test } from 'vitest'
import { formatMoney } from '#lib/shared/money.ts'
import { withMyCar } from '#lib/trade-in/with-my-car.ts'
import { aMyCar } from '#tests/builders/my-car.ts'
import { catalogue } from '../catalogue.ts'
import { comparedLoan, modelLoans, weeklyLoan } from './model-loans.ts'
import { entryCar } from './pay-examples.ts'

const product = comparedLoan(catalogue)!
const tarn = modelLoans(catalogue).find(({ slug }) => slug === 'tarn')!

test('every model has its weekly loan', () => {
  expect(modelLoans(catalogue).map(({ slug }) => slug)).toEqual(
    catalogue.models.map(({ slug }) => slug),
  )
})

test('a visitor’s car counts as the deposit of a loan, with all its figures', () => {
  const shown = withMyCar(aMyCar(), { loan: tarn.loan, product })!
  const { driveAwayCents } = tarn.loan.totals
  const { feesCents, paymentCents } = tarn.loan.finance!
  expect(shown.sentence).toMatch(
    /^With your 2021 Tarvane Cove: from \$[\d.]+ a week, or \$[\d,]+ in cash$/,
  )
  expect(Number(/\$([\d.]+)/.exec(shown.payment)![1]) * 100).toBeLessThan(paymentCents)
  expect(shown.basis).toContain('counts for $14,850')
  for (const figure of [
    'Deposit: $14,850',
    `Amount financed, including fees: ${formatMoney(driveAwayCents - 1_485_000 + feesCents)}`,
    'Annual interest rate: 8.95%',
    'Total with your deposit: ',
  ])
    expect(shown.figures).toContain(figure)
})

test('a car worth less than the deposit leaves the payment as it is', () => {
  const guide = { lowCents: 100_000, highCents: 200_000 }
  const shown = withMyCar(aMyCar({ guide }), { loan: tarn.loan, product })!
  expect(shown.payment).toContain(formatMoney(tarn.loan.finance!.paymentCents))
})

test('a car worth more than the price leaves the least that is lent', () => {
  const guide = { lowCents: 20_000_000, highCents: 21_000_000 }
  const shown = withMyCar(aMyCar({ guide }), { loan: tarn.loan, product })!
  expect(shown.figures).toContain('Deposit: $')
  expect(shown.payment).toMatch(/^\$[1-9]/)
})

test.each([
  ['nobody values the car', aMyCar({ guide: null }), tarn.loan],
  ['there is no loan', aMyCar(), { ...tarn.loan, finance: null }],
])('there is no payment with a car where %s', (_, car, loan) => {
  expect(withMyCar(car, { loan, product })).toBeNull()
})

test('without the loan there is none to show', () => {
  const others = catalogue.financeProducts.filter((one) => one !== product)
  const car = entryCar(catalogue.models[0]!, catalogue)
  expect(weeklyLoan(car, { ...catalogue, financeProducts: others })).toBeNull()
})
