import { act } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { JOURNEY_UPDATE_INTERVAL_MS } from '#lib/shared/constants.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { showJourney } from '#stores/journey/journey-updates.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { aToken } from '#tests/builders/session.ts'
import { dealers } from '#tests/builders/dealers.ts'
import { aCustomer, aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import { typeInto, until } from '#tests/setup/screen.ts'
import { Journey } from './Journey.tsx'
import { clearFinanceAnswers } from './steps/finance/answers.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

// Updates are sent at most once in five seconds (specification §9), across tests: the tests do not wait for that.
vi.useFakeTimers({ shouldAdvanceTime: true })
beforeEach(() => vi.advanceTimersByTime(JOURNEY_UPDATE_INTERVAL_MS))

// The journey's island for its tests, with a server that has one journey, fresh before each test.

/** What a call answers: a body, a status, or nothing at all while the server is away. */
type Answer = (body: never) => unknown
export let server: Record<string, Answer>
export let asked: { call: string; body: unknown; ifMatch: string | null }[]
export const problem = (status: number, body: object = {}) =>
  new Response(JSON.stringify({ message: 'No', messages: [], ...body }), { status })

async function answer(url: string, init: RequestInit = {}): Promise<Response> {
  const call = `${init.method ?? 'GET'} ${url.replace('/api', '')}`
  const body =
    typeof init.body === 'string' && init.body.startsWith('{') ? JSON.parse(init.body) : init.body
  asked.push({ call, body, ifMatch: new Headers(init.headers).get('if-match') })
  const given = await server[call]?.(body as never)
  if (given instanceof Response) return given
  return given === undefined ? problem(404) : new Response(JSON.stringify(given), { status: 200 })
}
export const callsOf = (call: string) => asked.filter((request) => request.call === call)

const payOptionNames = Object.fromEntries(
  catalogue.financeProducts.map(({ code, name }) => [code, name]),
)

const config = {
  flags: {},
  providers: { register: 'sample' },
  captchaSiteKey: '',
  chat: null,
  clientId: 'storefront',
  clientSecret: '-',
  termsVersion: '2026-11-20',
  cancelDays: 3,
  depositHours: 48,
  demo: true,
  isCardTest: false,
}

/** A server with one journey, which saves all changes. */
export function serve(journey: PurchaseJourney = aJourney()) {
  let now = journey
  const path = `/purchase-journey/${journey.id}`
  server = {
    'GET /config': () => config,
    'GET /quote/quote-1': () => aQuote({ anonymousQuote: true, customerId: null }),
    'GET /dealers': () => ({ dealers }),
    [`GET ${path}`]: () => now,
    [`PATCH ${path}`]: (patch: Partial<PurchaseJourney>) =>
      (now = {
        ...now,
        ...patch,
        metadata: { ...now.metadata, ...patch.metadata },
        version: now.version + 1,
      }),
  }
  return {
    change: (facts: Partial<PurchaseJourney>) => (now = { ...now, ...facts }),
  }
}

export const signInMia = () => {
  setAccessToken(aToken())
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
}

export let container: HTMLElement
let root: Root | null = null

beforeEach(() => {
  asked = []
  serve()
  localStorage.clear()
  setAccessToken(null)
  showJourney(null)
  vi.stubGlobal('fetch', answer)
  history.replaceState(null, '', '/purchase/')
  document.title = 'Your purchase | Tarvane'
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await close()
  clearFinanceAnswers()
  root = null
})

export async function open(hash: string, start: { kdcd?: string; quoteId?: string } = {}) {
  history.replaceState(null, '', `/purchase/${hash}`)
  const { kdcd, quoteId } = start
  if (kdcd) container.dataset.kdcd = kdcd
  if (quoteId) container.dataset.quoteid = quoteId
  root = createRoot(container)
  await act(async () =>
    root?.render(
      <Journey payOptionNames={payOptionNames} scenes={{ tarn: 'coast' }} desk={catalogue.brand} />,
    ),
  )
}

/** The island as the server rendered it, taken over in the browser. */
export async function hydrate(onRecoverableError: () => void) {
  container.innerHTML = renderToString(<Journey />)
  expect(container.textContent).toContain('Opening your purchase')
  history.replaceState(null, '', '/purchase/#/journey-1/quote')
  await act(async () => {
    root = hydrateRoot(container, <Journey />, { onRecoverableError })
  })
}
export const close = () => act(async () => root?.unmount())

export const heading = () => container.querySelector('h1')?.textContent
export const shows = (title: string) => until(() => expect(heading()).toBe(title))
export const button = (name: string) =>
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
export const press = (name: string) => act(async () => button(name).click())
export const field = (label: string) => {
  const found = [...container.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.startsWith(label),
  )!
  return (found.querySelector('input') ??
    document.getElementById(found.htmlFor)) as HTMLInputElement
}
export const type = (label: string, text: string) => typeInto(field(label), text)
export const stepLinks = () =>
  Object.fromEntries(
    [...container.querySelectorAll('nav[aria-label="Purchase steps"] .steps__link')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]),
  )
export const current = () => container.querySelector('[aria-current="step"]')?.textContent
