import { act } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { carSize } from '#content/model-pictures.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { priceQuote, type PricedRequest } from '#lib/pricing/pricing.ts'
import { keepPendingAction } from '#stores/sign-in/pending-action.ts'
import { chooseConfiguration } from '#stores/quote/quote.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { askToSignIn } from '#stores/sign-in/sign-in-prompt.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { builderProps } from '#ui/configuration/builder-data.ts'
import { catalogueForSale } from '#ui/configuration/catalogue-for-sale.ts'
import { Builder } from './Builder.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

// The builder, mounted again before each test.
export const props = {
  ...builderProps(catalogue, carSize, 'Petrol at $2.70.'),
  phone: { number: '0800 827 826', hours: 'weekdays' },
}

/** The code of quote `q1`. */
export const CODE = '7QK2-9XNF-3TME-W8RD'

/** A server that prices like the real one. A test can raise its on-road costs by some cents. */
export const server = {
  hasReservations: false,
  dearerByCents: 0,
  delivery: undefined as Quote['delivery'],
  /** Whether the caller may see quote `q1`, and until when its price is held. */
  isPermitted: true,
  expires: '2999-01-01T00:00:00Z',
  asked: [] as string[],
  lastRequest: { kdcd: 'TN27P-A', colourCode: 'BLD', payOption: 'CASH' } as PricedRequest,
}

const answer = (url: string, init?: RequestInit): Response => {
  const path = new URL(url, 'http://site').pathname.replace('/api', '')
  server.asked.push(`${init?.method ?? 'GET'} ${path}`)
  const body = JSON.parse(String(init?.body ?? '{}')) as PricedRequest
  if (path === '/config' && server.hasReservations)
    return Response.json({ flags: { reservations: true, usedCars: false } })
  if (path === '/quote/q1' && !server.isPermitted) return new Response('{}', { status: 404 })
  if (path === `/quote-codes/${CODE}`) return Response.json(quoteOf(body, path))
  if (path === '/quote/q1') return Response.json(quoteOf(body, path))
  if (path === '/quote/email') return Response.json({ queued: true })
  if (path === '/quote' || path === '/quote/save') return Response.json(quoteOf(body, path))
  return new Response('{}', { status: 404 })
}

function quoteOf(body: PricedRequest, path: string) {
  if (path === '/quote') server.lastRequest = body
  const priced = priceQuote(server.lastRequest, catalogueForSale(props.catalogue, true))
  if (!priced.ok) throw new Error(JSON.stringify(priced.problems))
  const { totals } = priced.value
  const lines = priced.value.lines.map((line) =>
    line.kind === 'ON_ROAD'
      ? { ...line, amountCents: line.amountCents + server.dearerByCents }
      : line,
  )
  const driveAwayCents = totals.driveAwayCents + server.dearerByCents
  return {
    ...priced.value,
    lines,
    totals: { ...totals, driveAwayCents },
    delivery: server.delivery,
    // Saving makes a copy.
    quoteId: path === '/quote/save' ? 'q2' : 'q1',
    customerId: path === '/quote' ? null : 7,
    created: '2026-11-20T00:00:00Z',
    expires: server.expires,
  }
}

export let container: HTMLElement
export let root: Root | null = null

beforeEach(() => {
  Object.assign(server, {
    hasReservations: false,
    dearerByCents: 0,
    delivery: undefined,
    isPermitted: true,
    expires: '2999-01-01T00:00:00Z',
    asked: [],
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => answer(url, init))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setAccessToken(null)
  askToSignIn(null)
  keepPendingAction(null)
  chooseConfiguration({ kdcd: 'CV27P-A', payOption: 'CASH' })
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
  vi.useRealTimers()
})

export const at = (search: string) => history.replaceState(null, '', `/build-and-quote/${search}`)
export const open = async (search = '') => {
  at(search)
  root = createRoot(container)
  await act(async () => root?.render(<Builder {...props} />))
  // The terms of a loan, which are loaded when they are needed.
  await act(() => import('./PayTerms.tsx'))
}
/** The static page, hydrated at an address. */
export const hydrate = async (search: string, onRecoverableError: () => void) => {
  at(search)
  await act(async () => {
    root = hydrateRoot(container, <Builder {...props} />, { onRecoverableError })
  })
}
export const text = (selector: string) => container.querySelector(selector)?.textContent ?? ''
export const price = () => text('output')
export const notices = () => text('[role=status].builder__notices')
export const group = (name: string) =>
  [...container.querySelectorAll('fieldset')].find(
    (fieldset) => fieldset.querySelector('legend')?.textContent === name,
  )!
export const named = (input: Element) => {
  const label = input.getAttribute('aria-labelledby')
  return (label ? container.querySelector(`#${CSS.escape(label)}`) : input.closest('label'))
    ?.textContent
}
export const choices = (name: string) => [...group(name).querySelectorAll('input')].map(named)
export const choose = (name: string, choice: string) =>
  act(async () => {
    const input = [...group(name).querySelectorAll('input')].find((one) => named(one) === choice)
    if (!input) throw new Error(`${choice} is not in ${name}: ${choices(name).join(', ')}`)
    input.click()
  })
export const press = (name: string) =>
  act(async () => {
    ;[...container.querySelectorAll('button')]
      .find(({ textContent }) => textContent === name)!
      .click()
  })
export const settle = () =>
  act(async () => {
    await Promise.all([import('#stores/quote/quote-calls.ts'), import('./ChangedPrice.tsx')])
    await vi.advanceTimersByTimeAsync(600)
  })
export const signInMia = () => {
  setAccessToken({ access_token: 'a', expires_in: 900, refreshAt: Date.now() + 900_000 })
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
}
