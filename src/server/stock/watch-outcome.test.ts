import { expect, test } from 'vitest'
import { watchOutcome, type CarToday, type WatchOutcome } from './watch-outcome.ts'

const known = {
  confirmed_at: '2026-11-01T00:00:00.000Z',
  ends_at: '2027-11-01T00:00:00.000Z',
  told_at: null,
  price_cents: 4_500_000,
  stock_level: 'On order',
}
const AN_HOUR_AGO = '2026-11-23T00:00:00.000Z'
const A_DAY_AGO = '2026-11-22T01:00:00.000Z'
const as = (stockLevel: CarToday['stockLevel'], priceCents = 4_500_000) => ({
  stockLevel,
  priceCents,
})

test.each<[string, Partial<typeof known> | object, CarToday | null, WatchOutcome]>([
  ['not confirmed', { confirmed_at: null }, as('In stock'), 'forget'],
  ['not confirmed, and gone', { confirmed_at: null }, null, 'forget'],
  ['off the list', {}, null, 'gone'],
  ['a year old', { ends_at: AN_HOUR_AGO }, as('In stock'), 'over'],
  ['as it was', {}, as('On order'), 'nothing'],
  ['one cent dearer', {}, as('On order', 4_500_001), 'notify'],
  ['cheaper', {}, as('On order', 1), 'notify'],
  ['come into stock', {}, as('In stock'), 'notify'],
  ['on order again', { stock_level: 'Unavailable' }, as('On order'), 'note stock'],
  ['sold out', { stock_level: 'In stock' }, as('On order'), 'note stock'],
  ['sold out and dearer', { stock_level: 'In stock' }, as('On order', 4_600_000), 'notify'],
  ['dearer within the day', { told_at: AN_HOUR_AGO }, as('On order', 4_600_000), 'nothing'],
  ['back within the day', { told_at: AN_HOUR_AGO }, as('In stock'), 'nothing'],
  ['dearer a day later', { told_at: A_DAY_AGO }, as('On order', 4_600_000), 'notify'],
  [
    'sold out within the day',
    { told_at: AN_HOUR_AGO, stock_level: 'In stock' },
    as('Unavailable'),
    'note stock',
  ],
])('a watched car that is %s', (_, facts, today, expected) => {
  const now = new Date('2026-11-23T01:00:00.000Z')
  expect(watchOutcome({ ...known, ...facts }, today, now)).toBe(expected)
})
