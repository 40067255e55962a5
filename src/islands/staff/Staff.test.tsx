// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { $customer, $isActing, setAccessToken, setCurrentUser } from '#stores/session.ts'
import { Staff } from './Staff.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const found = {
  customers: [
    {
      id: 7,
      customerType: 'INDIVIDUAL',
      name: { firstName: 'Mia', lastName: 'Harris' },
      email: 'mia@example.nz',
      mobilePhone: '+64215550101',
      registrations: ['TOI101'],
    },
  ],
  truncated: false,
}

let container: HTMLElement
let root: Root
let asked: string[]
const token = {
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 900,
  refreshAt: Date.now() + 1e6,
}
const signInSam = () => {
  setAccessToken(token)
  setCurrentUser({
    type: 'STAFF',
    staff: { id: 1, firstName: 'Sam', lastName: 'Patel', email: 's@example.nz', roles: [] },
    customer: null,
  })
}

beforeEach(() => {
  setAccessToken(null)
  asked = []
  history.replaceState(null, '', '/staff/')
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response(JSON.stringify(found), { status: 200 })
  })
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
})

async function open() {
  container.innerHTML = renderToString(<Staff />)
  const onRecoverableError = vi.fn()
  await act(async () => {
    root = hydrateRoot(container, <Staff />, { onRecoverableError })
  })
  expect(onRecoverableError).not.toHaveBeenCalled()
}
const buttonNamed = (name: string) =>
  [...container.querySelectorAll('button')].find((button) => button.textContent === name)
const type = (text: string) =>
  act(async () => {
    const input = container.querySelector('input')!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

test('staff find a customer and act for them', async () => {
  signInSam()
  await open()
  expect(container.querySelector('h1')?.textContent).toBe('Customer Search')
  expect(location.hash).toBe('#/search')

  await type('harris')
  await act(async () => buttonNamed('Search')?.click())
  expect(asked.at(-1)).toMatch(/\/customers\/search\?search=harris&where=name$/)
  expect(container.textContent).toContain('021 555 0101')

  await act(async () => buttonNamed('Select')?.click())
  expect($customer.get()?.id).toBe(7)
  expect($isActing.get()).toBe(true)
  expect(document.activeElement?.textContent).toBe('Open the account')
})

test('a search for nothing asks for something', async () => {
  signInSam()
  await open()
  await act(async () => buttonNamed('Search')?.click())
  expect(container.textContent).toContain('Please enter something to search for')
  expect(asked.filter((url) => url.includes('search'))).toEqual([])
})

test('a customer is told that the area is not theirs', async () => {
  setAccessToken(token)
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  await open()
  expect(container.textContent).toContain('This area is for staff')
  expect(buttonNamed('Search')).toBeUndefined()
})

test('a visitor is asked to sign in', async () => {
  await open()
  expect(container.querySelector('h1')?.textContent).toBe('Sign in')
})
