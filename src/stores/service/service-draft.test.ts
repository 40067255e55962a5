import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOCK_HEADER, noteClock } from '#lib/shared/server-clock.ts'
import { fakeCall, ok, problem } from '#tests/builders/fake-call.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import {
  $serviceDraft,
  bookDraft,
  changeDraft,
  chooseVehicle,
  clearDraft,
  decodeDraft,
  dropHold,
  EMPTY_DRAFT,
  holdTime,
  isHeld,
} from './service-draft.ts'
import { $storedService, setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

vi.mock('#stores/sign-in/puzzle.ts', () => ({
  solvePuzzle: async () => ({ ok: true, value: 'solved' }),
}))

const NOW = Date.parse('2026-11-23T01:00:00.000Z')
const hold = {
  holdId: 'H1',
  outletCode: 'AKL01',
  serviceCode: 'WOF',
  startsAt: '2026-11-24T19:00:00.000Z',
  endsAt: '2026-11-24T20:00:00.000Z',
  heldUntil: '2026-11-23T01:05:00.000Z',
}

beforeEach(() => {
  vi.setSystemTime(NOW)
  setAccessToken(null)
  clearDraft()
})

afterEach(() => {
  vi.useRealTimers()
})

test('a draft is kept over a reload, for a day', () => {
  changeDraft({ registration: 'ABC123', hold }, NOW)
  changeDraft({ note: 'A rattle' }, NOW)
  const stored = $storedService.get()
  expect(decodeDraft(stored, NOW + DAY_MS - 1)).toEqual({
    ...EMPTY_DRAFT,
    registration: 'ABC123',
    hold,
    note: 'A rattle',
    savedAtMs: NOW,
  })
  expect(decodeDraft(stored, NOW + DAY_MS)).toEqual(EMPTY_DRAFT)
})

test('what an earlier page kept for another car is dropped, and what was typed on this one stays', async () => {
  const contact = { ...EMPTY_DRAFT.contact, firstName: 'Hinewai' }
  const typed = { contact, note: 'A rattle' }
  const chosen = { registration: 'ABC123', vehicle: '', isElectric: null, openRecalls: null }
  changeDraft({ registration: 'ABC123', hold, ...typed, recallNumbers: ['R1'] })
  chooseVehicle(chosen)
  expect($serviceDraft.get()).toMatchObject({ ...typed, recallNumbers: ['R1'] })
  chooseVehicle({ ...chosen, registration: 'XYZ9' })
  expect($serviceDraft.get()).toMatchObject({ hold, ...typed, recallNumbers: [] })

  vi.resetModules()
  const next = await import('./service-draft.ts')
  next.chooseVehicle({ ...chosen, registration: 'XYZ9' })
  expect(next.$serviceDraft.get()).toMatchObject(typed)
  next.chooseVehicle({ ...chosen, registration: 'ABC123' })
  const { contact: empty } = EMPTY_DRAFT
  expect(next.$serviceDraft.get()).toMatchObject({ hold, contact: empty, note: '' })
})

test.each([undefined, '', 'nonsense', '{}', '[]', '{"registration":1}'])(
  'what storage holds of another shape is no draft: %j',
  (stored) => {
    expect(decodeDraft(stored, NOW)).toEqual(EMPTY_DRAFT)
  },
)

test('a time is held until its instant', () => {
  expect(isHeld(hold, NOW)).toBe(true)
  expect(isHeld(hold, Date.parse(hold.heldUntil))).toBe(false)
  expect(isHeld(null, NOW)).toBe(false)
})

test('a time is held in place of the one before, and released', async () => {
  const { call, sent } = fakeCall({
    holdServiceSlot: () => ok(hold),
    releaseServiceHold: () => ok(undefined),
  })
  const { outletCode, serviceCode, startsAt } = hold
  await holdTime({ outletCode, serviceCode, startsAt }, undefined, call)
  await holdTime({ outletCode, serviceCode, startsAt }, 'H1', call)
  changeDraft({ hold })
  dropHold(call)
  dropHold(call)
  expect(sent.map(({ name, body, params }) => [name, body ?? params])).toEqual([
    ['holdServiceSlot', { outletCode, serviceCode, startsAt }],
    ['holdServiceSlot', { outletCode, serviceCode, startsAt, replaces: 'H1' }],
    ['releaseServiceHold', { id: 'H1' }],
  ])
  expect($serviceDraft.get().hold).toBeNull()
})

test('a booking is the customer’s where there is one, and a failure keeps the input', async () => {
  const { call, sent } = fakeCall({ bookService: () => problem(409) })
  changeDraft({ registration: 'ABC123', hold, note: 'A rattle' })
  await bookDraft(call)
  expect(sent[0]!.captchaToken).toBe('solved')
  setAccessToken({ access_token: 'a', expires_in: 900, refreshAt: Date.now() + 1e6 })
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  await bookDraft(call)
  const { contact } = EMPTY_DRAFT
  const body = { holdId: 'H1', registration: 'ABC123', contact, note: 'A rattle' }
  expect(sent.map((request) => request.body)).toEqual([
    body,
    { ...body, customerId: aCustomer().id },
  ])
  expect(sent[1]!.captchaToken).toBeUndefined()
  expect($serviceDraft.get().note).toBe('A rattle')
})

test('a held time expires by the server’s clock', () => {
  const heldUntil = new Date(Date.now() + 300_000).toISOString()
  expect(isHeld({ ...hold, heldUntil })).toBe(true)
  noteClock(new Headers({ [CLOCK_HEADER]: '3600000' }))
  expect(isHeld({ ...hold, heldUntil })).toBe(false)
  noteClock(new Headers())
})
