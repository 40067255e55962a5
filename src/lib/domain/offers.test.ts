import { expect, test } from 'vitest'
import { offerDays, offerState, type OfferState } from './offers.ts'

const summer = { from: '2026-12-01', until: '2027-02-28' }

test.each<[today: string, state: OfferState, days: string]>([
  ['2026-11-30', 'coming', '1 December 2026 to 28 February 2027'],
  ['2026-12-01', 'running', 'Until 28 February 2027'],
  ['2027-02-28', 'running', 'Until 28 February 2027'],
  ['2027-03-01', 'ended', '1 December 2026 to 28 February 2027'],
])('on %s an offer is %s', (today, state, days) => {
  expect([offerState(summer, today), offerDays(summer, today)]).toEqual([state, days])
})
