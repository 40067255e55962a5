// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#lib/contract.ts'
import { chooseConfiguration } from '#stores/quote/quote.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { faultySite, field, press, type, underFaults } from '#tests/setup/faulty-site.ts'
import { settle } from '#tests/setup/screen.ts'
import { WatchForm } from './WatchForm.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
vi.mock('#stores/sign-in/puzzle.ts', () => ({
  solvePuzzle: async () => ({ ok: true, value: 'solved' }),
}))

const watchConfiguration = contract.watchConfiguration!
const EMAIL = 'Email address'

let site: ReturnType<typeof faultySite>
let needsConfirmation: boolean
let root: Root

beforeEach(() => {
  needsConfirmation = true
  site = faultySite(Object.values(contract), {
    getConfig: () => ({ flags: {}, providers: {}, demo: false }),
    watchConfiguration: () => ({ needsConfirmation }),
  })
  vi.stubGlobal('fetch', site.fetch)
  setAccessToken(null)
  chooseConfiguration({ kdcd: 'TN27H-A', colourCode: 'WHP', payOption: 'LOANFLEXI' })
})
afterEach(async () => {
  await act(async () => root.unmount())
  setAccessToken(null)
})

const show = (configuration: string) =>
  act(async () => root.render(<WatchForm configuration={configuration} />))
async function open() {
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
  await show('white')
  await settle()
}
const signInMia = () =>
  act(async () => {
    setAccessToken({ access_token: 'a', expires_in: 900, refreshAt: 1e15 })
    setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  })
const words = () => document.body.textContent
const asked = () => site.sent.filter(({ name }) => name === 'watchConfiguration')

test('an invalid address shows an error at its field, and nothing is sent', async () => {
  await open()
  await type(EMAIL, 'mia')
  await press('Tell me')
  expect(words()).toContain('Please enter a valid email address')
  expect(document.activeElement).toBe(field(EMAIL))
  expect(asked()).toEqual([])
})

test('a visitor must confirm their address, and the way to pay is not sent', async () => {
  await open()
  await type(EMAIL, 'ana@post.example')
  const stillThere = () => expect(field(EMAIL).value).toBe('ana@post.example')
  await underFaults({ site, call: watchConfiguration, act: () => press('Tell me'), stillThere })

  await press('Tell me')
  expect(document.activeElement?.textContent).toBe('Check your email')
  expect(words()).toContain('We’ve sent a link to ana@post.example.')
  expect(asked().at(-1)?.body).toEqual({
    email: 'ana@post.example',
    kdcd: 'TN27H-A',
    colourCode: 'WHP',
  })
})

test('a customer’s address is filled in, and the watch starts at once', async () => {
  needsConfirmation = false
  await signInMia()
  await open()
  expect(field(EMAIL).value).toBe(aCustomer().email)
  await press('Tell me')
  expect(words()).toContain('You’re watching this car')
})

test('another car can be watched, and signing out clears the customer’s data', async () => {
  await signInMia()
  await open()
  await type(EMAIL, 'other@post.example')
  await press('Tell me')
  expect(words()).toContain('Check your email')
  await show('blue')
  expect(field(EMAIL).value).toBe('other@post.example')
  await act(async () => setAccessToken(null))
  expect(field(EMAIL).value).toBe('')
})
