// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { $serviceDraft, $serviceOutlet } from '#stores/service/service-draft.ts'
import { $storedService, forgetCustomerRecord, setAccessToken } from '#stores/session/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { settle, typeInto } from '#tests/setup/screen.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import {
  aHold,
  DATA,
  container,
  goOn,
  heading,
  open,
  select,
  signInMia,
} from './Service.fixture.tsx'

const EMPTY = { firstName: '', lastName: '', email: '', mobilePhone: '' }
const HINEWAI = {
  firstName: 'Hinewai',
  lastName: 'Moana',
  email: 'hinewai@home.example',
  mobilePhone: '021 555 0199',
}
const MIA = {
  firstName: 'Mia',
  lastName: 'Harris',
  email: 'mia@example.nz',
  mobilePhone: '021 555 0101',
}

/** A booking that an earlier page left at “Your details”. */
function leaveBooking(registration: string, contact: typeof EMPTY, savedAtMs = Date.now()) {
  const { outletCode } = DATA.outlets[0]!
  $serviceOutlet.set(outletCode)
  $storedService.set(
    JSON.stringify({
      ...$serviceDraft.get(),
      registration,
      serviceCode: 'WOF',
      hold: aHold(outletCode),
      contact,
      note: contact === EMPTY ? '' : 'The key is under the pot',
      savedAtMs,
    }),
  )
}
const savedAtMs = () => (JSON.parse($storedService.get()!) as { savedAtMs: number }).savedAtMs

test('opening the details of an unfinished booking keeps them no longer', async () => {
  const left = Date.now() - 23 * HOUR_MS
  leaveBooking('ABC123', { ...HINEWAI, mobilePhone: '' }, left)
  signInMia()
  await open('#/contact')
  expect(heading()).toBe('Your details')
  const { contact, openRecalls } = $serviceDraft.get()
  expect(contact).toEqual({ ...HINEWAI, mobilePhone: MIA.mobilePhone })
  expect(openRecalls).toEqual([])
  expect(savedAtMs()).toBe(left)

  await typeInto(container.querySelector('textarea')!, 'A rattle')
  expect(savedAtMs()).toBeGreaterThan(left)
})

test('a booking of another car of one’s own has one’s own details again, and no note', async () => {
  leaveBooking('ABC123', HINEWAI)
  signInMia()
  await open()
  await typeInto(select()!, 'XYZ9')
  await goOn()
  await act(async () => (location.hash = '#/contact'))
  await settle()
  expect(heading()).toBe('Your details')
  expect($serviceDraft.get()).toMatchObject({ registration: 'XYZ9', contact: MIA, note: '' })
})

test('a record that comes after its customer has signed out is not kept', async () => {
  leaveBooking('ABC123', EMPTY)
  signInMia()
  forgetCustomerRecord()
  let answer = () => {}
  const site = fetch
  vi.stubGlobal('fetch', (url: string) =>
    url.endsWith('/customer/7')
      ? new Promise<Response>((done) => (answer = () => done(Response.json(aCustomer()))))
      : site(url),
  )
  await open('#/contact')
  await act(async () => setAccessToken(null))
  // The next visitor's.
  await act(async () => {
    leaveBooking('XYZ9', EMPTY)
    answer()
  })
  await settle()
  expect($serviceDraft.get().contact).toEqual(EMPTY)
})
