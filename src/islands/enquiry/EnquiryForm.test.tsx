// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { CLOCK_HEADER, noteClock } from '#lib/shared/server-clock.ts'
import { contract } from '#lib/contract.ts'
import type { EnquiryKind } from '#lib/messages/enquiry.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { faultySite, field, press, type, underFaults } from '#tests/setup/faulty-site.ts'
import { settle } from '#tests/setup/screen.ts'
import { EnquiryForm } from './EnquiryForm.tsx'
import { DAY_MS } from '#lib/shared/durations.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
vi.mock('#stores/sign-in/captcha.ts', () => ({
  solveCaptcha: async () => ({ ok: true, value: 'solved' }),
}))

const sendEnquiry = contract.sendEnquiry!
const models = catalogue.models.map(({ code, slug, name }) => ({ code, slug, name }))
const dealers = catalogue.dealers.map(({ address, ...dealer }) => ({
  ...dealer,
  city: address.city,
}))
const [dealer] = dealers

let site: ReturnType<typeof faultySite>
let root: Root
const onRecoverableError = vi.fn()

beforeEach(() => {
  onRecoverableError.mockReset()
  site = faultySite(Object.values(contract), {
    getCustomer: () => aCustomer(),
    sendEnquiry: () => undefined,
  })
  vi.stubGlobal('fetch', site.fetch)
  setAccessToken(null)
})
afterEach(async () => {
  await act(async () => root.unmount())
  setAccessToken(null)
})

async function open(kind: EnquiryKind, search = '', from = dealers) {
  history.replaceState(null, '', `/contact/${search}`)
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  const form = <EnquiryForm kind={kind} models={models} dealers={from} />
  container.innerHTML = renderToString(form)
  await act(async () => {
    root = hydrateRoot(container, form, { onRecoverableError })
  })
  await settle()
}
const words = () => document.body.textContent
const asked = () => site.sent.filter(({ name }) => name === 'sendEnquiry')
const faults = () =>
  [...document.querySelectorAll('.field__error')].flatMap((one) => one.textContent || [])

test('the address selects the model and the dealer, without a hydration error', async () => {
  await open('ENQUIRY', `?model=tarn&dealer=${dealer!.slug}`)
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect([field('Model').value, field('Dealer').value]).toEqual(['TN', dealer!.outletCode])
})

test('a test drive is with the only dealer of a brand, an enquiry with none', async () => {
  await open('TESTDRIVE', '', [dealer!])
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(field('Dealer').value).toBe(dealer!.outletCode)
  await act(async () => root.unmount())

  await open('ENQUIRY', '', [dealer!])
  expect(field('Dealer').value).toBe('')
})

test('missing details show at their fields, for an enquiry and for a test drive', async () => {
  await open('ENQUIRY')
  await press('Send enquiry')
  expect(faults()).toEqual([
    'Name is required',
    'Please enter a valid email address',
    'Your question is required',
  ])
  expect(document.activeElement).toBe(field('Name'))
  await act(async () => root.unmount())

  await open('TESTDRIVE')
  await press('Request a test drive')
  expect(faults()).toEqual([
    'Model is required',
    'Dealer is required',
    'Time is required',
    'Name is required',
    'Please enter a valid email address',
    'Phone is required',
  ])
  expect(asked()).toEqual([])
})

test('a customer’s details are filled in, each fault shows, and the text typed stays', async () => {
  setAccessToken({ access_token: 'a', expires_in: 900, refreshAt: 1e15 })
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  await open('ENQUIRY', '?model=firn')
  const { name, email } = aCustomer()
  expect(field('Name').value).toBe(`${name.firstName} ${name.lastName}`)
  await type('Your question', 'Does it tow?')
  await underFaults({
    site,
    call: sendEnquiry,
    act: () => press('Send enquiry'),
    stillThere: () => expect(field('Your question').value).toBe('Does it tow?'),
  })
  await press('Send enquiry')
  expect(document.activeElement?.textContent).toBe('We’ve got your enquiry')
  expect(words()).toContain(`We’ll reply to you at ${email}`)
  expect(asked().at(-1)?.body).toMatchObject({
    kind: 'ENQUIRY',
    modelCode: 'FR',
    email,
    message: 'Does it tow?',
  })
  await press('Send another')
  expect(field('Your question').value).toBe('')
})

test('the text typed is cleared when the customer signs out', async () => {
  setAccessToken({ access_token: 'a', expires_in: 900, refreshAt: 1e15 })
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  await open('ENQUIRY')
  await type('Your question', 'Does it tow?')
  await act(async () => setAccessToken(null))
  expect([field('Name').value, field('Your question').value]).toEqual(['', ''])
})

test('the days for a test drive count from the server’s day', async () => {
  await open('TESTDRIVE', `?model=tarn&dealer=${dealer!.slug}`)
  const first = () => (field('Day') as unknown as HTMLSelectElement).options[1]!.value
  const before = first()
  await act(async () => noteClock(new Headers({ [CLOCK_HEADER]: String(30 * DAY_MS) })))
  const aheadMs = Date.parse(first()) - Date.parse(before)
  await act(async () => noteClock(new Headers()))
  expect(aheadMs).toBeGreaterThan(25 * DAY_MS)
  expect(first()).toBe(before)
})
