import { expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { preparationFor, type PreparationFacts } from './preparation.ts'

const facts: PreparationFacts = {
  payOption: 'CASH',
  isCompany: false,
  balanceLeftCents: 0,
  oldCars: [],
  owingCents: 0,
  owedCents: 0,
}
const prepared = (change: Partial<PreparationFacts>) =>
  preparationFor(catalogue.handOver, { ...facts, ...change })
const ids = (change: Partial<PreparationFacts>) => prepared(change).checklist.map(({ id }) => id)

const OLD_CAR = ['keys', 'papers', 'belongings']
test.each([
  ['cash', {}, []],
  ['cash with a balance', { balanceLeftCents: 100 }, ['balance']],
  ['a company', { isCompany: true }, ['company']],
  ['finance', { payOption: 'LOANFLEXI' }, ['lender']],
  ['a lease', { payOption: 'LEASETC', balanceLeftCents: 100 }, ['lease']],
  ['a trade-in', { oldCars: ['ABC123'] }, OLD_CAR],
  [
    'a trade-in with a loan',
    { oldCars: ['ABC123'], owingCents: 5_000_00 },
    [...OLD_CAR, 'settlement'],
  ],
  ['money back', { oldCars: ['ABC123'], owedCents: 5_000_00 }, [...OLD_CAR, 'account']],
] satisfies [string, Partial<PreparationFacts>, string[]][])(
  'the checklist for the day: %s',
  (_, change, wanted) => {
    expect(ids(change)).toEqual(
      expect.arrayContaining(['licence', 'insurance', 'phone', ...wanted]),
    )
    expect(ids(change)).toHaveLength(3 + wanted.length)
  },
)

test('the old car is named, with what is owing on it and paid out', () => {
  const { oldCar, checklist } = prepared({
    oldCars: ['ABC123', 'XYZ1'],
    owingCents: 500_000,
    owedCents: 120_000,
  })
  expect(oldCar.join(' ')).toContain('Keep driving ABC123 and XYZ1')
  expect(oldCar.join(' ')).toContain('You still owe $5,000')
  expect(oldCar.join(' ')).toContain('We’ll pay you $1,200')
  expect(checklist.find(({ id }) => id === 'settlement')?.text).toContain('ABC123 and XYZ1')
  expect(prepared({}).oldCar).toEqual([])
})
