import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { setAccessToken } from '#stores/session/session.ts'
import { aToken } from '#tests/builders/session.ts'
import { aReferredApplication } from '#tests/builders/finance-application.ts'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import { typeInto } from '#tests/setup/screen.ts'
import { Roles } from '../rights.ts'
import { Purchase } from './Purchase.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

// A purchase as staff see it, with a server that has one; reset before each test.
export const aPurchase = (facts: Partial<StaffPurchase> = {}): StaffPurchase => ({
  journey: aJourney({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } }),
  delivery: { status: null, history: [], estimate: null, estimates: [] },
  handOver: null,
  outletName: 'Tarvane Albany',
  carOutletName: null,
  isCarHeld: true,
  registration: null,
  tradeInRecalls: {},
  tradedInElsewhere: {},
  outstanding: { depositCents: 100_000, balanceCents: 4_344_000, lenderCents: 0 },
  payments: [],
  refunds: [],
  disputes: [],
  isReferred: false,
  canCorrectDecision: false,
  events: [{ at: '2026-11-20T00:00:00.000Z', by: 'The customer', event: 'confirmed' }],
  notes: [
    { noteId: 'n', at: '2026-11-21T00:00:00.000Z', by: 'Sam Patel', text: 'Pays on Friday.' },
  ],
  people: {
    people: [],
    events: [],
    most: 3,
    canInvite: true,
    canComment: false,
    waitsFor: null,
  },
  ...facts,
})

export let container: HTMLElement
export let root: Root
export let sent: { method: string; url: string; headers: unknown; body: unknown }[]

/** The answers of the server, for a test to change. */
interface PurchaseServer {
  purchase: StaffPurchase
  toPost: () => Response
  toPut: () => Response
  /** The times for a hand-over; `null` when they cannot be loaded. */
  days: { day: string; starts: string[] }[] | null
}
const DEFAULTS = {
  toPost: () => new Response('{}', { status: 200 }),
  toPut: () => new Response('{}', { status: 200 }),
  days: [],
}
export const server: PurchaseServer = { purchase: aPurchase(), ...DEFAULTS }

beforeEach(() => {
  setAccessToken(aToken())
  sent = []
  Object.assign(server, DEFAULTS, { purchase: aPurchase() })
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal(
    'fetch',
    async (url: string, { method = 'GET', headers, body }: RequestInit = {}) => {
      sent.push({ method, url, headers, body: body ? JSON.parse(body as string) : undefined })
      if (method === 'POST') return server.toPost()
      if (method === 'PUT') return server.toPut()
      if (url.endsWith('/agreement/document'))
        return new Response(
          JSON.stringify({ name: 'a.pdf', mediaType: 'application/pdf', base64: 'QQ==' }),
        )
      if (url.endsWith('/hand-over-times'))
        return server.days
          ? new Response(JSON.stringify({ days: server.days, firstDay: '', lastDay: '' }), {
              status: 200,
            })
          : new Response('{}', { status: 404 })
      const answer = url.endsWith('/finance-application') ? aReferredApplication : server.purchase
      return new Response(JSON.stringify(answer), { status: 200 })
    },
  )
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  setAccessToken(null)
  localStorage.clear()
})

export const open = (role = 'admin') =>
  act(async () => {
    root = createRoot(container)
    root.render(
      <Roles value={[role]}>
        <Purchase id="j1" />
      </Roles>,
    )
  })
export const button = (name: string) =>
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
export const press = (name: string) => act(async () => button(name).click())
export const type = (label: string, text: string) => {
  const found = [...container.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.startsWith(label),
  )!
  return typeInto(document.getElementById(found.htmlFor)!, text)
}
export const posts = () => sent.filter(({ method }) => method === 'POST')
