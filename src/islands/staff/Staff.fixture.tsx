import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { aStaffUser, aToken } from '#tests/builders/session.ts'
import { aCustomer, aQuote } from '#tests/builders/purchase-journey.ts'
import { typeInto } from '#tests/setup/screen.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { Staff } from './Staff.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

// The staff area with a server that knows one customer; reset before each test.

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

const waiting = (kind: string, id: string, review: object | null = null) => ({
  kind,
  id,
  since: '2026-11-20T00:00:00.000Z',
  purchaseJourneyId: id,
  reference: `TV-0000-${id}`,
  customer: { id: 7, name: 'Mia Harris', email: 'mia@example.nz', mobilePhone: '+64215550101' },
  vehicle: { variantName: 'Tarn Hybrid', colourName: 'Deep Blue' },
  amountCents: 100_000,
  detail: null,
  review,
})
const overdue = { answerBy: '2026-11-25T05:00:00.000Z', isOverdue: true }

/** The member of staff signed in, for a test to change. */
export const sam = { roles: ['admin'], needsSecondFactor: false }
export const differences = [
  {
    differenceId: 'd1',
    day: '2026-11-22',
    kind: 'refund',
    reference: 're_1',
    problem: 'missing-here',
    ours: null,
    theirs: '$400 succeeded',
    purchaseJourneyId: 'j1',
    found: '2026-11-23T15:05:00.000Z',
    explanation: null,
  },
]

export const bookings = [
  {
    bookingId: 'b1',
    startsAt: '2026-11-24T19:00:00.000Z',
    registration: 'TOI101',
    recalls: [],
    service: { name: 'Warrant of fitness' },
    outlet: { name: 'Tarvane Albany' },
    contact: { firstName: 'Mia', lastName: 'Harris', mobilePhone: '+64215550101' },
    note: 'The left light flickers.',
  },
]
/** By a part of the address; the first part that fits answers, so a longer one comes before a shorter one. */
const answers: Record<string, unknown> = {
  '/api/config': {
    flags: { reservations: false, usedCars: false },
    providers: { card: 'stripe', bankPayment: 'poli', captcha: 'altcha', register: 'sample' },
    captchaSiteKey: '',
    chat: null,
    clientId: 'storefront',
    clientSecret: '',
    termsVersion: '1',
    cancelDays: 3,
    depositHours: 48,
    demo: true,
  },
  '/api/me/passkeys': { passkeys: [] },
  get '/api/me'() {
    return { type: 'STAFF', staff: { roles: sam.roles }, customer: null }
  },
  get '/staff/second-factor'() {
    return { since: null, isRequired: sam.needsSecondFactor, recoveryCodesLeft: 0, passkeys: 0 }
  },
  '/staff/sessions': { sessions: [] },
  '/staff/references/TV-7K3Q-XJ': { purchaseJourneyId: 'j9' },
  '/staff/service-bookings': {
    bookings,
    nextCursor: null,
  },
  '/staff/money-differences': {
    differences,
    nextCursor: null,
    compared: { day: '2026-11-23', at: '2026-11-23T15:05:00.000Z' },
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
      'price-falls': 0,
      transfers: 0,
      refunds: 0,
      disputes: 0,
    },
  },
  'kind=appraisals': { items: [], nextCursor: null },
  'kind=unpaid': { items: [waiting('unpaid', 'j3', overdue)], nextCursor: null },
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
          isElectric: false,
          openRecalls: [
            {
              recallNumber: 'TVN-2024-003',
              title: 'Front passenger airbag inflator',
              description: 'The inflator may deploy with too much force.',
              remedy: 'Replace the inflator.',
              severity: 'COMPULSORY',
            },
          ],
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

export let container: HTMLElement
let root: Root
export let asked: string[]
export const token = aToken()
export const signInSam = () => {
  setAccessToken(token)
  setCurrentUser(aStaffUser())
}

beforeEach(() => {
  Object.assign(sam, { roles: ['admin'], needsSecondFactor: false })
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

export async function open() {
  container.innerHTML = renderToString(<Staff />)
  const onRecoverableError = vi.fn()
  await act(async () => {
    root = hydrateRoot(container, <Staff />, { onRecoverableError })
  })
  expect(onRecoverableError).not.toHaveBeenCalled()
}
export const buttonNamed = (name: string) =>
  [...container.querySelectorAll('button')].find((button) => button.textContent === name)
export const type = (text: string) => typeInto(container.querySelector('input')!, text)
export const press = (key: string) =>
  act(async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
  })
