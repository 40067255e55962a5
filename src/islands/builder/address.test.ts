import { describe, expect, test } from 'vitest'
import { testCatalogue } from '#lib/pricing/pricing.fixture.ts'
import { fitConfiguration } from '#lib/catalogue/configuration.ts'
import { configurationQuery } from '#lib/catalogue/configuration-query.ts'
import { readAddress } from './address.ts'

const models = testCatalogue.models.map((model) => ({ ...model, slug: model.name.toLowerCase() }))
const read = (search: string, hash = '') => readAddress({ search, hash }, models)

/** The configuration that the builder shows for an address. */
const open = (search: string) => {
  const address = read(search)
  if (address.kind !== 'configuration') throw new Error(address.kind)
  return fitConfiguration(address.asked, testCatalogue)
}

test('a cash configuration is written in full', () => {
  expect(
    configurationQuery({
      kdcd: 'TN27H-B',
      colourCode: 'WHS',
      interiorCode: 'CLB',
      accessoryCodes: ['MATS', 'RBOX'],
      servicePlanCode: 'CARE3',
      payOption: 'CASH',
    }),
  ).toBe('?kdcd=TN27H-B&colour=WHS&interior=CLB&accessories=MATS,RBOX&plan=CARE3&pay=CASH')
})

test.each([
  '?kdcd=TN27H-A&colour=WHP&interior=LEB&accessories=&pay=CASH',
  '?kdcd=TN27H-B&colour=WHS&interior=CLB&accessories=MATS,RBOX&plan=CARE3&pay=CASH',
  '?kdcd=TN27H-A&colour=WHS&interior=CLB&accessories=&pay=LOANFLEXI&deposit=800000&term=48&every=Monthly&km=20000',
  '?kdcd=TN27H-A&colour=WHS&interior=CLB&accessories=&pay=FINANCE&deposit=444401&term=12&every=Weekly',
  '?kdcd=CU27S-A&colour=WHS&interior=CLB&accessories=WALL&pay=LEASE&deposit=0&term=45&every=Monthly&km=10000',
])('%s opens as it was', (search) => {
  const { price, notices } = open(search)
  expect(configurationQuery(price.request)).toBe(search)
  expect(notices).toEqual([])
})

describe('an address that is not whole', () => {
  test('says nothing when it is empty', () => {
    expect(read('')).toEqual({ kind: 'nothing' })
    expect(read('?utm_source=mail')).toEqual({ kind: 'nothing' })
  })

  test('names a saved quote before anything else', () => {
    expect(read('?quoteId=abc&kdcd=TN27H-A')).toEqual({
      kind: 'quote',
      quoteId: 'abc',
      code: null,
    })
    expect(read('?quoteId=abc', '#7QK2-9XNF-3TME-W8RD')).toEqual({
      kind: 'quote',
      quoteId: 'abc',
      code: '7QK2-9XNF-3TME-W8RD',
    })
  })

  test.each(['?model=current', '?model=CU', '?kdcd=CU27S-A'])('%s preselects a car', (search) => {
    expect(open(search)).toMatchObject({
      price: { request: { kdcd: 'CU27S-A', colourCode: 'WHS', payOption: 'CASH' } },
      notices: [],
    })
  })

  test.each([
    ['?model=chariot', 'That car is no longer in our range. This is the Tarn 1.5 Hybrid Plus.'],
    [
      '?kdcd=TN27H-A&colour=%3Cb%3E',
      'That colour isn’t available for this car, so the colour is now Surf White.',
    ],
    ['?kdcd=TN27H-A&plan=x', 'We no longer offer that care plan.'],
    [
      '?kdcd=TN27H-A&accessories=,,x',
      'We no longer sell one of your accessories, so we removed it.',
    ],
  ])('%s falls back and says so', (search, notice) => {
    expect(open(search).notices).toEqual([notice])
  })

  test.each(['', '-1', '1e9', '99999999999', 'many'])(
    'a deposit of “%s” is replaced by the default',
    (text) => {
      const { price } = open(`?kdcd=TN27H-A&pay=FINANCE&deposit=${text}`)
      expect(price.request.finance?.depositCents).toBe(444_400)
    },
  )

  test('an unknown way to pay is cash', () => {
    expect(open('?kdcd=TN27H-A&pay=SHELLS').price.request.payOption).toBe('CASH')
  })

  test('a very long list of accessories is cut', () => {
    const address = read(`?kdcd=TN27H-A&accessories=${'MATS,'.repeat(10_000)}`)
    expect(address.kind === 'configuration' && address.asked.accessoryCodes?.length).toBe(40)
  })
})
