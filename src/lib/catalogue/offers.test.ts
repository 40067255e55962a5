import { expect, test } from 'vitest'
import { aucklandDay } from '#lib/shared/dates.ts'
import {
  offerDays,
  offersFor,
  offerState,
  offerWorthCents,
  withRunningOffers,
  type OfferState,
} from './offers.ts'
import { testCatalogue } from '#lib/pricing/pricing.fixture.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'

const summer = { from: '2026-12-01', until: '2027-02-28' }

test.each<[today: string, state: OfferState, days: string]>([
  ['2026-11-30', 'coming', '1\u00a0December\u00a02026 to 28\u00a0February\u00a02027'],
  ['2026-12-01', 'running', 'Until 28\u00a0February\u00a02027'],
  ['2027-02-28', 'running', 'Until 28\u00a0February\u00a02027'],
  ['2027-03-01', 'ended', '1\u00a0December\u00a02026 to 28\u00a0February\u00a02027'],
])('on %s an offer is %s', (today, state, days) => {
  expect([offerState(summer, today), offerDays(summer, today)]).toEqual([state, days])
})

test('a discount of an offer is a line of the price, on its days in New Zealand and for its grades', () => {
  const discount = { cents: 150_000, variantCodes: ['TN27H'] }
  const offers = [
    {
      slug: 'less',
      heading: 'Less to pay',
      ...summer,
      modelSlugs: [],
      accessoryCodes: [],
      discount,
    },
  ]
  const priceAt = (instant: string, kdcd = 'TN27H-A') => {
    const sold = withRunningOffers({ ...testCatalogue, offers }, aucklandDay(instant))
    const priced = priceQuote({ kdcd, payOption: 'CASH' }, sold)
    if (!priced.ok) throw new Error(JSON.stringify(priced.problems))
    return priced.value
  }
  // Midnight of 1 December and of 1 March in Auckland, 13 hours ahead.
  const before = priceAt('2026-11-30T10:59:59Z')
  const first = priceAt('2026-11-30T11:00:00Z')
  expect(before.lines.some(({ kind }) => kind === 'OFFER')).toBe(false)
  expect(first.lines.find(({ kind }) => kind === 'OFFER')).toEqual({
    code: 'less',
    kind: 'OFFER',
    label: 'Less to pay',
    amountCents: -150_000,
    reason: 'Offer on this grade until 28\u00a0February\u00a02027.',
  })
  expect(before.totals.driveAwayCents - first.totals.driveAwayCents).toBe(150_000)
  expect(before.totals.vehicleCents - first.totals.vehicleCents).toBe(150_000)
  expect(priceAt('2027-02-28T10:59:59Z')).toEqual(first)
  expect(priceAt('2027-02-28T11:00:00Z')).toEqual(before)
  const other = priceAt('2026-12-15T00:00:00Z', 'CU27S-A')
  expect(other.lines.some(({ kind }) => kind === 'OFFER')).toBe(false)
})

const anOffer = {
  slug: 'weekend',
  heading: 'Ready for the weekend',
  summary: 'Mats and cross bars.',
  terms: ['One of each.'],
  modelSlugs: ['tarn'],
  accessoryCodes: [] as string[],
  ...summer,
}
const given = (kdcd: string, day: string, offers: (typeof anOffer & { discount?: object })[]) =>
  offersFor(kdcd, day, { ...testCatalogue, offers }).map(({ slug }) => slug)

test.each<[day: string, kdcd: string, slugs: string[]]>([
  ['2026-11-30', 'TN27H-A', []],
  ['2026-12-01', 'TN27H-A', ['weekend', 'all']],
  ['2027-02-28', 'TN27H-B', ['weekend', 'all']],
  ['2027-03-01', 'TN27H-A', []],
  ['2026-12-01', 'CU27S-A', ['all']],
  ['2026-12-01', 'NONE', []],
])('bought on %s, a %s has the offers %j', (day, kdcd, slugs) => {
  const all = { ...anOffer, slug: 'all', modelSlugs: [] }
  expect(given(kdcd, day, [anOffer, all])).toEqual(slugs)
})

test('a discount is a line of the price, and no offer of its own', () => {
  const discount = { cents: 150_000, variantCodes: ['TN27H'] }
  const both = { ...anOffer, slug: 'both', accessoryCodes: ['MATS'], discount }
  expect(given('TN27H-A', '2026-12-01', [{ ...anOffer, discount }, both])).toEqual(['both'])
})

test('an offer adds the accessories that the car does not already have', () => {
  const offers = [{ ...anOffer, accessoryCodes: ['MATS', 'RBAR'] }]
  const added = (kdcd: string) =>
    offersFor(kdcd, '2026-12-01', { ...testCatalogue, offers })[0]?.accessories
  const mats = { code: 'MATS', name: 'All-weather floor mats' }
  expect(added('TN27H-A')).toEqual([mats, { code: 'RBAR', name: 'Roof cross bars' }])
  expect(added('TN27H-B')).toEqual([mats])
})

test('an offer of accessories that the car already has does not apply to it', () => {
  const bars = { ...anOffer, accessoryCodes: ['RBAR'] }
  expect(given('TN27H-A', '2026-12-01', [bars])).toEqual(['weekend'])
  expect(given('TN27H-B', '2026-12-01', [bars])).toEqual([])
})

test('a gift of an offer costs nothing in a quote on its days, and accessories that need it can be added', () => {
  const offers = [{ ...anOffer, accessoryCodes: ['RBAR'] }]
  const linesAt = (today: string, kdcd = 'TN27H-A') => {
    const sold = withRunningOffers({ ...testCatalogue, offers }, today)
    const priced = priceQuote({ kdcd, accessoryCodes: ['RBAR', 'RBOX'], payOption: 'CASH' }, sold)
    if (!priced.ok) throw new Error(JSON.stringify(priced.problems))
    return priced.value.lines
      .filter(({ kind }) => kind === 'ACCESSORY')
      .map(({ code, amountCents, reason }) => [code, amountCents, reason])
  }
  const fitted = 'Fitted before you collect the car.'
  const box = ['RBOX', 129_000, fitted]
  const dear = [['RBAR', 48_500, fitted], box]
  expect(linesAt('2026-11-30')).toEqual(dear)
  const given = `Free with the offer “Ready for the weekend” until 28\u00a0February\u00a02027. ${fitted}`
  expect(linesAt('2026-12-01')).toEqual([['RBAR', 0, given], box])
  expect(linesAt('2027-03-01')).toEqual(dear)
  // For a model of its own.
  expect(linesAt('2026-12-01', 'CU27S-A')).toEqual(dear)
})

test('an offer is worth its gifts and its discount; what has no price has no worth', () => {
  const accessories = [
    { code: 'MATS', priceCents: 18_900 },
    { code: 'RBAR', priceCents: 48_500 },
    { code: 'WALL', priceCents: 149_000 },
  ]
  const worth = (offer: Parameters<typeof offerWorthCents>[0]) =>
    offerWorthCents(offer, accessories)
  expect(worth({ accessoryCodes: ['RBAR', 'MATS'] })).toBe(67_400)
  expect(worth({ accessoryCodes: [], discount: { cents: 150_000, variantCodes: [] } })).toBe(
    150_000,
  )
  expect(worth({ accessoryCodes: [] })).toBeNull()
})
