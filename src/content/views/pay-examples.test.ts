import { describe, expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { entryCar, payExample, payExamples } from './pay-examples.ts'

const tarn = catalogue.models.find(({ slug }) => slug === 'tarn')!
const car = { kdcd: 'TN27P-A', colourCode: 'RDB' }

describe('worked examples', () => {
  const { car: words, examples } = payExamples(tarn, catalogue)

  test('use the car of the from-price', () => {
    expect(entryCar(tarn, catalogue)).toMatchObject(car)
    expect(words).toBe('Tarn 1.5 Pure, Standard, in Beacon Red')
    expect(examples[0]).toMatchObject({ name: 'Cash', amount: '$38,440', per: 'drive-away' })
  })

  test('exist for every model and way to pay', () => {
    for (const model of catalogue.models)
      expect(payExamples(model, catalogue).examples.map(({ payOption }) => payOption)).toEqual([
        'CASH',
        'LOANCLASIC',
        'LOANFLEXI',
        'LEASELC',
        'LEASETC',
        'LEASEUC',
      ])
  })

  // decision 19
  test('a loan shows all figures that the advertising rules require', () => {
    expect(payExample({ ...car, payOption: 'LOANFLEXI' }, catalogue)).toEqual({
      payOption: 'LOANFLEXI',
      name: 'Flexi loan',
      amount: '$153.09',
      per: 'a week (estimate)',
      key: [
        {
          label: 'Deposit',
          value: '$3,844',
          note: 'Cash price, drive-away: $38,440. Amount financed, including fees: $35,001.35',
        },
        { label: 'Term', value: '36 months', note: 'Payments: 156, weekly' },
        {
          label: 'Annual interest rate',
          value: '9.45%',
          note: 'Plus $405.35 in one-off fees and $1.97 in each payment',
        },
        {
          label: 'Total amount payable',
          value: '$43,116.28',
          note: 'With a final payment of $19,234.80',
        },
      ],
      terms: '9.45% a year for 36 months. Total amount payable: $43,116.28',
      lines: [
        { label: 'Cash price, drive-away', value: '$38,440' },
        { label: 'Deposit', value: '$3,844' },
        { label: 'Amount financed, including fees', value: '$35,001.35' },
        { label: 'Term', value: '36 months' },
        { label: 'Payments', value: '156, weekly' },
        { label: 'Last regular payment', value: '$152.53' },
        { label: 'Annual interest rate', value: '9.45%' },
        { label: 'One-off fees', value: '$405.35' },
        { label: 'Account fee in each payment', value: '$1.97' },
        { label: 'Final payment', value: '$19,234.80' },
        { label: 'Total amount payable', value: '$43,116.28' },
        { label: 'Total with your deposit', value: '$46,960.28' },
        { label: 'Distance', value: '15,000 km a year' },
        { label: 'Each extra kilometre', value: '$0.25' },
      ],
    })
  })

  test('a lease has no amount financed and no final payment at a glance', () => {
    const { key } = payExample({ ...car, payOption: 'LEASETC' }, catalogue)
    expect(key?.map(({ label }) => label)).toEqual([
      'Deposit',
      'Term',
      'Annual interest rate',
      'Total amount payable',
    ])
    expect(key?.filter(({ note }) => /financed|final/.test(note ?? ''))).toEqual([])
  })

  test('a reservation holds the car for its days', () => {
    expect(payExample({ ...car, payOption: 'RESERVATION' }, catalogue)).toMatchObject({
      amount: '$500',
      per: 'refundable',
      lines: [{ label: 'Reserves the car for', value: '14 days' }, {}],
    })
  })

  test('fail the build with a reason when they have no price', () => {
    expect(() =>
      payExample({ kdcd: 'TN27P-A', colourCode: 'XYZ', payOption: 'CASH' }, catalogue),
    ).toThrow('The example of TN27P-A by CASH has no price: colourCode is not offered for this car')
  })
})
