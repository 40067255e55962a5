// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bookHandOver, cancelHandOver, listHandOverTimes } from '#lib/purchases/delivery-calls.ts'
import type { HandOver as HandOverShape } from '#lib/purchases/hand-over-shapes.ts'
import { setAccessToken } from '#stores/session/session.ts'
import { aQuote } from '#tests/builders/purchase-journey.ts'
import { faultySite, field, press, type } from '#tests/setup/faulty-site.ts'
import { settle } from '#tests/setup/screen.ts'
import { HandOver } from './HandOver.tsx'
import type { Purchase } from './purchase-card.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const inDays = (days: number, time: string) =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${time}:00.000Z`
// In New Zealand the middle of the same day.
const NINE = inDays(5, '00:00')
const TEN = inDays(5, '01:00')
const DAY = NINE.slice(0, 10)

const outlet: HandOverShape['outlet'] = {
  outletCode: 'ALB',
  name: 'Tarvane Albany',
  phone: '+6495550101',
  address: {
    line1: '1 Oak Road',
    suburb: 'Albany',
    city: 'Auckland',
    postcode: '0632',
    country: 'NZ',
  },
}
const anAppointment = (changeUntil: string) => ({
  startsAt: NINE,
  endsAt: TEN,
  sequence: 0,
  changeUntil,
})
const LATER = inDays(4, '00:00')

let handOver: HandOverShape
let days: { day: string; starts: string[] }[]
let estimate: { from: string; to: string } | null
let site: ReturnType<typeof faultySite>
let root: Root

const show = () =>
  root.render(
    <HandOver
      purchase={{ purchaseJourneyId: 'j1', quote: aQuote() } as Purchase}
      handOver={handOver}
      estimate={estimate}
      onChanged={show}
    />,
  )
async function open() {
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
  await act(async () => show())
}

beforeEach(() => {
  handOver = { outlet, appointment: null }
  days = [{ day: DAY, starts: [NINE, TEN] }]
  estimate = null
  site = faultySite([listHandOverTimes, bookHandOver, cancelHandOver], {
    listHandOverTimes: () => ({ days, firstDay: DAY, lastDay: DAY }),
    cancelHandOver: () => (handOver = { outlet, appointment: null }),
  })
  vi.stubGlobal('fetch', site.fetch)
  setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1e15 })
})
afterEach(async () => {
  await act(async () => root.unmount())
  setAccessToken(null)
})
const words = () => document.body.textContent
const bookings = () => site.sent.filter(({ name }) => name === 'bookHandOver')

test.each([
  ['time', () => [{ day: DAY, starts: [TEN] }]],
  ['day', () => [{ day: LATER.slice(0, 10), starts: [LATER] }]],
])('a %s that someone else takes is no longer chosen', async (_, left) => {
  await open()
  await press('Choose a time')
  expect(document.activeElement?.textContent).toBe('Hand-over')
  await type('Day', DAY)
  await type('Time', NINE)
  site.fail(bookHandOver, '500')
  days = left()
  await press('Book this time')
  expect(words()).toContain('We couldn’t book this time')
  expect(field('Time').value).toBe('')
  const before = bookings().length
  await press('Book this time')
  expect(bookings()).toHaveLength(before)
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1)
})

test('without free times, or when they cannot be loaded, the form closes and names the outlet to call', async () => {
  days = []
  await open()
  await press('Choose a time')
  expect(words()).toContain('No times are free right now.')
  expect(words()).toContain('please call Tarvane Albany on')
  await press('Not now')
  expect(document.activeElement?.textContent).toContain('Choose a time')
  site.fail(listHandOverTimes, '503')
  await press('Choose a time', 550)
  expect(words()).toContain('We couldn’t load the times')
  expect(words()).toContain('please call Tarvane Albany on')
  await press('Not now')
  expect(words()).not.toContain('We couldn’t load the times')
})

test('cancelling an appointment takes a second press, and the focus is kept', async () => {
  handOver = { outlet, appointment: anAppointment(LATER) }
  await open()
  await press('Cancel the appointment')
  expect(document.activeElement?.textContent).toBe('Cancel the appointment?')
  await press('Keep the appointment')
  expect(document.activeElement?.textContent).toContain('Cancel the appointment')
  expect(site.sent).toEqual([])
  await press('Cancel the appointment')
  await press('Yes, cancel it')
  await settle()
  expect(site.sent.map(({ name }) => name)).toEqual(['cancelHandOver'])
  expect(document.activeElement?.textContent).toBe('Hand-over')
})

test('an appointment past its last change can still be added to a calendar', async () => {
  handOver = { outlet, appointment: anAppointment('2026-01-01T00:00:00.000Z') }
  await open()
  const names = [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(names).toEqual(['Add to calendar: Tarn Hybrid'])
  expect(words()).toContain('To change it now, please call Tarvane Albany on')
})

test('an appointment before the car is ready shows a warning', async () => {
  handOver = { outlet, appointment: anAppointment(LATER) }
  estimate = { from: DAY, to: DAY }
  await open()
  expect(words()).not.toContain('won’t be ready by then')
  await act(async () => root.unmount())
  const later = inDays(9, '00:00').slice(0, 10)
  estimate = { from: later, to: later }
  await open()
  expect(words()).toContain('Your car won’t be ready by then')
})
