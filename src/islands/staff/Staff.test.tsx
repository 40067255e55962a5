// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCustomer, aQuote } from '#tests/builders/purchase-journey.ts'
import { typeInto } from '#tests/setup/screen.ts'
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
      homePhone: null,
      workPhone: null,
      webAccountStatus: 'ACTIVE',
      registrations: ['TOI101'],
    },
  ],
  truncated: false,
}

const waiting = (kind: string, id: string) => ({
  kind,
  id,
  since: '2026-11-20T00:00:00.000Z',
  purchaseJourneyId: id,
  customer: { id: 7, name: 'Mia Harris', email: 'mia@example.nz', mobilePhone: '+64215550101' },
  vehicle: { variantName: 'Tarn Hybrid', colourName: 'Deep Blue' },
  amountCents: 100_000,
  detail: null,
})

let roles = ['admin']
let isRequired = false
const bookings = [
  {
    bookingId: 'b1',
    startsAt: '2026-11-24T19:00:00.000Z',
    registration: 'TOI101',
    service: { name: 'Warrant of fitness' },
    outlet: { name: 'Tarvane Albany' },
    contact: { firstName: 'Mia', lastName: 'Harris', mobilePhone: '+64215550101' },
    note: 'The left light flickers.',
  },
]
const answers: Record<string, unknown> = {
  '/api/config': {
    flags: { reservations: false, usedCars: false },
    providers: { card: 'stripe', bankPayment: 'poli', captcha: 'altcha' },
    captchaSiteKey: '',
    chat: null,
    clientId: 'storefront',
    clientSecret: '',
    termsVersion: '1',
    cancelDays: 3,
    demo: true,
  },
  get '/api/me'() {
    return { type: 'STAFF', staff: { roles }, customer: null }
  },
  get '/staff/second-factor'() {
    return { since: null, isRequired, recoveryCodesLeft: 0 }
  },
  '/staff/sessions': { sessions: [] },
  '/staff/transfers/ABCD': { purchaseJourneyId: 'j9' },
  '/staff/service-bookings': {
    bookings,
    nextCursor: null,
  },
  '/staff/deletions': {
    deletions: [
      {
        customerId: 7,
        customerName: 'Mia Harris',
        requestedAt: '2026-11-20T00:00:00.000Z',
        dueAt: '2026-12-04T00:00:00.000Z',
        isHeldUp: true,
      },
    ],
  },
  '/staff/work/counts': {
    counts: {
      appraisals: 0,
      referrals: 0,
      documents: 0,
      credit: 0,
      unpaid: 100,
      'no-car': 0,
      agreements: 2,
      acceptances: 0,
      'hand-overs': 0,
      transfers: 0,
      refunds: 0,
    },
  },
  'kind=appraisals': { items: [], nextCursor: null },
  '/staff/work': {
    items: [waiting('unpaid', 'j1'), waiting('agreements', 'j2')],
    nextCursor: null,
  },
  '/customers/search': found,
  '/ownerships': {
    customer: aCustomer(),
    ownershipBasicInfos: [
      {
        car: {
          registration: 'TOI101',
          make: { description: 'Tarvane' },
          model: { description: 'Tarn' },
          year: 2022,
        },
      },
    ],
  },
  '/purchase-journeys': { purchaseJourneyList: [], nextCursor: null },
  '/quotes': { quotes: [aQuote()], nextCursor: null },
  '/audit': {
    entries: [
      {
        number: 9,
        at: '2026-11-20T00:00:00.000Z',
        actor: { type: 'STAFF', name: 'Sam Patel' },
        action: 'updateCustomer',
        isActing: true,
        outcome: 'ALLOWED',
        fields: ['name.firstName', 'homePhone'],
      },
    ],
    nextCursor: null,
  },
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
  roles = ['admin']
  isRequired = false
  setAccessToken(null)
  asked = []
  history.replaceState(null, '', '/staff/')
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const name = Object.keys(answers).find((part) => url.includes(part))
    return name
      ? new Response(JSON.stringify(answers[name]), { status: 200 })
      : new Response('{}', { status: 404 })
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
const type = (text: string) => typeInto(container.querySelector('input')!, text)
const press = (key: string) =>
  act(async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
  })
const find = async (text: string) => {
  await type(text)
  await act(async () => buttonNamed('Search')?.click())
  await act(async () => void window.dispatchEvent(new Event('hashchange')))
}

test('staff find a customer and act for them', async () => {
  signInSam()
  await open()
  expect(container.querySelector('h1')?.textContent).toBe('Customer Search')
  expect(location.hash).toBe('#/search')

  await find('harris')
  expect(asked.at(-1)).toMatch(/\/customers\/search\?search=harris&where=name$/)
  expect(location.hash).toBe('#/search?where=name&search=harris')
  expect(container.textContent).toContain('021 555 0101')
  expect(container.querySelector('mark')?.textContent).toBe('Harris')
  expect(container.querySelector('[role="status"]')?.textContent).toBe('1 customer')

  await act(async () => buttonNamed('Select')?.click())
  await act(async () => void window.dispatchEvent(new Event('hashchange')))
  expect($customer.get()?.id).toBe(7)
  expect($isActing.get()).toBe(true)
  expect(container.querySelector('h1')?.textContent).toBe('Mia Harris')
  expect(container.textContent).toContain('TOI101')
  expect(container.textContent).toContain('$44,440')
  expect(container.querySelector('.staff-acting')?.textContent).toBe('Open the account')
})

test('the arrows go from the field through the customers and back', async () => {
  signInSam()
  await open()
  await find('mi')
  const field = container.querySelector('input')!
  field.focus()
  await press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('Select')
  await press('ArrowUp')
  expect(document.activeElement).toBe(field)
  await press('ArrowDown')
  await press('Escape')
  expect(document.activeElement).toBe(field)
})

test('the key / leads to the field, unless it is turned off', async () => {
  signInSam()
  await open()
  const field = container.querySelector('input')!
  field.blur()
  await press('/')
  expect(document.activeElement).toBe(field)
  await act(async () => buttonNamed('Turn the key / off')?.click())
  field.blur()
  await press('/')
  expect(document.activeElement).not.toBe(field)
  await act(async () => buttonNamed('Turn the key / on')?.click())
})

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
])('%s see their tabs, and of a record what is theirs', async (role, names, seesHistory) => {
  roles = [role]
  signInSam()
  history.replaceState(null, '', '/staff/#/customer/7')
  await open()
  const tabsOf = (name: string) =>
    [...container.querySelectorAll(`nav[aria-label="${name}"] a`)].map((tab) => tab.textContent)
  expect(tabsOf('Staff area')).toEqual(names)
  expect(tabsOf('Customer record')).toEqual(seesHistory ? ['Record', 'History'] : [])
  expect(asked.some((url) => url.includes('/quotes'))).toBe(role !== 'service')
})

test('of the work, each role is shown the kinds that are theirs', async () => {
  roles = ['sales']
  signInSam()
  history.replaceState(null, '', '/staff/#/work')
  await open()
  const kinds = [...container.querySelectorAll('.staff-kinds a')].map(({ textContent }) =>
    textContent?.replace(/[\d+ ]+$/, ''),
  )
  expect(kinds).toEqual([
    'Everything',
    'Appraisals',
    'Finance referrals',
    'Finance documents',
    'Finance refused or run out',
    'Confirmed and unpaid',
    'Agreements to issue',
    'Agreements to be accepted',
    'Cars to hand over',
  ])
})

test.each([
  ['service', '#/work', 'Only sales staff, a manager or an admin can do this.'],
  ['sales', '#/work?kind=refunds', 'Only a manager or an admin can do this.'],
  ['sales', '#/bookings', 'Only service staff, a manager or an admin can do this.'],
  ['manager', '#/customer/7/history', 'Only an admin can do this.'],
])('%s who open %s are told whose it is, and nothing is asked for', async (role, hash, words) => {
  roles = [role]
  signInSam()
  history.replaceState(null, '', `/staff/${hash}`)
  await open()
  expect(container.textContent).toContain(words)
  expect(buttonNamed('Try again')).toBeUndefined()
  expect(container.querySelectorAll('nav[aria-label="Staff area"] a').length).toBeGreaterThan(0)
  expect(asked.filter((url) => !/\/(me|config|second-factor)$/.test(url))).toEqual([])
})

test('somebody without a role is told so', async () => {
  roles = []
  signInSam()
  await open()
  expect(container.textContent).toContain('Your account has no role')
  expect(container.querySelector('nav')).toBeNull()
})

test('where a second factor has to be set up, nothing else is offered', async () => {
  isRequired = true
  signInSam()
  await open()
  // The screen is a part of its own, which comes late, and then asks.
  await act(() => vi.dynamicImportSettled())
  await act(async () => {})
  expect(container.textContent).toContain('Your account needs a second factor')
  expect(container.querySelector('h1')?.textContent).toBe('Your sign-in')
  expect(container.querySelector('nav')).toBeNull()
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
  // A demonstration says who there is.
  expect(container.textContent).toContain('manager@demo.example: a manager')
})

test('the work list has what waits, with how much of each kind, and the arrows go through it', async () => {
  signInSam()
  history.replaceState(null, '', '/staff/#/work')
  await open()
  expect(container.querySelector('h1')?.textContent).toBe('Work list')
  const kinds = [...container.querySelectorAll('.staff-kinds a')].map((link) => link.textContent)
  expect(kinds).toContain('Everything 102+')
  expect(kinds).toContain('Confirmed and unpaid 99+')
  expect(kinds).toContain('Agreements to issue 2')
  const rows = [...container.querySelectorAll('tbody tr')].map((row) => row.textContent)
  expect(rows[0]).toMatch(/Mia Harris.*The deposit is to come.*Tarn Hybrid.*\$1,000/)
  expect(rows[1]).toContain('Issue the sale agreement')
  expect(container.querySelector('[role="status"]')?.textContent).toBe('2 wait')
  expect(container.querySelector('tbody')?.closest('[aria-live]')).toBeNull()

  const first = container.querySelector<HTMLElement>('.staff-kinds [aria-current]')!
  first.focus()
  await press('ArrowDown')
  await press('ArrowDown')
  expect(document.activeElement?.getAttribute('href')).toContain('j2')
  await press('Escape')
  expect(document.activeElement).toBe(first)
})

test('a kind of work is in the address, and says when none of it waits', async () => {
  signInSam()
  history.replaceState(null, '', '/staff/#/work?kind=appraisals')
  await open()
  expect(asked.some((url) => url.endsWith('/staff/work?limit=25&kind=appraisals'))).toBe(true)
  expect(container.querySelector('.empty')?.textContent).toContain('Nothing of this kind waits.')
})

test('a transfer leads to its purchase by its reference', async () => {
  signInSam()
  history.replaceState(null, '', '/staff/#/work?kind=transfers')
  await open()
  await type('?')
  await act(async () => buttonNamed('Find the purchase')?.click())
  expect(container.textContent).toContain('Please enter the reference')
  await type('NOBODY')
  await act(async () => buttonNamed('Find the purchase')?.click())
  expect(container.textContent).toContain('No purchase has this reference')
  await type(' ABCD ')
  await act(async () => buttonNamed('Find the purchase')?.click())
  expect(location.hash).toBe('#/purchase/j9')
})

test('service bookings and accounts that wait for their deletion are listed', async () => {
  signInSam()
  history.replaceState(null, '', '/staff/#/bookings')
  await open()
  expect(container.querySelector('h1')?.textContent).toBe('Service bookings')
  const row = container.querySelector('tbody tr')
  expect(row?.textContent).toContain('Wednesday, 25 November 2026 at 8:00 am')
  expect(row?.textContent).toContain('The left light flickers.')
  expect(row?.querySelector('a')?.getAttribute('href')).toBe('#/search?where=rego&search=TOI101')

  await act(async () =>
    [...container.querySelectorAll('button')]
      .find(({ textContent }) => textContent?.startsWith('Cancel the booking of TOI101'))
      ?.click(),
  )
  await act(async () => buttonNamed('Cancel the booking')?.click())
  expect(container.textContent).toContain('Please enter the reason')
  await typeInto(container.querySelector('textarea')!, 'The lift is broken.')
  await act(async () => buttonNamed('Cancel the booking')?.click())
  bookings.length = 0
  await act(async () => buttonNamed('Yes, cancel the booking')?.click())
  expect(container.textContent).toContain('No service is booked.')
  expect(document.activeElement?.textContent).toBe('Service bookings')

  history.replaceState(null, '', '/staff/#/deletions')
  await act(async () => void window.dispatchEvent(new Event('hashchange')))
  expect(container.querySelector('tbody')?.textContent).toContain('Mia Harris')
  expect(container.querySelector('tbody')?.textContent).toContain('Held up by a purchase')
})
