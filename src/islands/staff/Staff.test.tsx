// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { sam, container, asked, token, signInSam, open, buttonNamed } from './Staff.fixture.tsx'

test('the history of a record says who did what with which fields', async () => {
  signInSam()
  history.replaceState(null, '', '/staff/#/customer/7/history')
  await open()
  expect(asked.some((url) => url.endsWith('/staff/customers/7/audit?limit=25'))).toBe(true)
  const row = container.querySelector('.staff-history tbody tr')?.textContent
  expect(row).toContain('Sam Patel acting for the customer')
  expect(row).toContain('Changed the record')
  expect(row).toContain('First name, Home phone')
})

test.each([
  ['sales', ['Customer Search', 'Work list', 'Messages', 'Your sign-in'], false],
  ['service', ['Customer Search', 'Service bookings', 'Messages', 'Your sign-in'], false],
  [
    'manager',
    ['Customer Search', 'Work list', 'Service bookings', 'Messages', 'Your sign-in'],
    false,
  ],
  ['admin', ['Customer Search', 'Work list', 'Service bookings', 'Messages', 'Your sign-in'], true],
])(
  '%s see the tabs and the parts of a record that their role allows',
  async (role, names, seesHistory) => {
    sam.roles = [role]
    signInSam()
    history.replaceState(null, '', '/staff/#/customer/7')
    await open()
    const tabsOf = (name: string) =>
      [...container.querySelectorAll(`nav[aria-label="${name}"] a`)].map((tab) => tab.textContent)
    expect(tabsOf('Staff area')).toEqual(names)
    expect(tabsOf('Customer record')).toEqual(seesHistory ? ['Record', 'History'] : [])
    expect(asked.some((url) => url.includes('/quotes'))).toBe(role !== 'service')
  },
)

test('a record shows which car has an outstanding recall', async () => {
  sam.roles = ['service']
  signInSam()
  history.replaceState(null, '', '/staff/#/customer/7')
  await open()
  expect(container.querySelector('.staff-vehicles li')?.textContent).toContain(
    'Urgent: this car has an outstanding recall',
  )
})

test.each([
  ['service', '#/work', 'Only sales staff, a manager or an admin can do this.'],
  ['sales', '#/work?kind=refunds', 'Only a manager or an admin can do this.'],
  ['sales', '#/bookings', 'Only service staff, a manager or an admin can do this.'],
  ['manager', '#/customer/7/history', 'Only an admin can do this.'],
])('%s who open %s read which role it needs, and no call is made', async (role, hash, words) => {
  sam.roles = [role]
  signInSam()
  history.replaceState(null, '', `/staff/${hash}`)
  await open()
  expect(container.textContent).toContain(words)
  expect(buttonNamed('Try again')).toBeUndefined()
  expect(container.querySelectorAll('nav[aria-label="Staff area"] a').length).toBeGreaterThan(0)
  expect(asked.filter((url) => !/\/(me|config|second-factor)$/.test(url))).toEqual([])
})

test('an account without a role says so', async () => {
  sam.roles = []
  signInSam()
  await open()
  expect(container.textContent).toContain('Your account has no role')
  expect(container.querySelector('nav')).toBeNull()
})

test('until a required second factor is set up, nothing else is offered', async () => {
  sam.needsSecondFactor = true
  signInSam()
  await open()
  // The screen is loaded when it is first shown, and then makes its calls.
  await act(() => vi.dynamicImportSettled())
  await act(async () => {})
  expect(container.textContent).toContain('Your account needs a second factor')
  expect(container.querySelector('h1')?.textContent).toBe('Your sign-in')
  expect(container.querySelector('nav')).toBeNull()
})

test('a customer reads that the area is for staff', async () => {
  setAccessToken(token)
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  await open()
  expect(container.textContent).toContain('This area is for staff')
  expect(buttonNamed('Search')).toBeUndefined()
})

test('a visitor is asked to sign in', async () => {
  await open()
  expect(container.querySelector('h1')?.textContent).toBe('Sign in')
  // The demonstration lists its accounts.
  expect(container.textContent).toContain('manager@demo.example: a manager')
})
