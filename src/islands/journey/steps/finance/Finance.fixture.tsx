import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { StepRoute } from '#lib/purchases/journey-steps.ts'
import { showJourney } from '#stores/journey/journey-updates.ts'
import { setAccessToken } from '#stores/session/session.ts'
import { dealers } from '#tests/builders/dealers.ts'
import { aToken } from '#tests/builders/session.ts'
import { aJourney, aLoan, aQuote } from '#tests/builders/purchase-journey.ts'
import { typeInto } from '#tests/setup/screen.ts'
import { JourneyPageContext } from '../../journey-page.ts'
import { clearFinanceAnswers } from './answers.ts'
import { Finance } from './Finance.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

// The Finance step for its tests, fresh before each.

export let container: HTMLElement
export let root: Root
export let sent: { call: string; body: Record<string, unknown>; ifMatch: string | null }[]
/** The changes that each page went on with. */
export let goneOn: JourneyPatch[]

/** The application on the server, and other answers by call. */
export const server: { draft: object; answers: Record<string, object> } = { draft: {}, answers: {} }

export const loan = aLoan({ paymentCents: 100_000, frequency: 'Monthly' })
export const financed = (facts: Partial<PurchaseJourney> = {}) =>
  aJourney({ currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: loan }), ...facts })

export const applied = financed({ hasAppliedForFinancePreApproval: true })

beforeEach(() => {
  sent = []
  goneOn = []
  Object.assign(server, { draft: {}, answers: { 'GET /api/dealers': { dealers } } })
  localStorage.clear()
  setAccessToken(aToken())
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    sent.push({
      call: `${init.method ?? 'GET'} ${url}`,
      body: JSON.parse(String(init.body ?? '{}')),
      ifMatch: new Headers(init.headers).get('if-match'),
    })
    const given = server.answers[`${init.method ?? 'GET'} ${url}`]
    if (given instanceof Error) throw given
    if (given instanceof Response) return given
    return new Response(JSON.stringify(given ?? (init.method === 'POST' ? applied : server.draft)))
  })
  container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  clearFinanceAnswers()
  showJourney(null)
})

export async function open(subStep: StepRoute['subStep'], journey: PurchaseJourney = financed()) {
  showJourney(journey)
  const page = {
    journey,
    route: { step: 'finance' as const, subStep },
    query: new URLSearchParams(),
    href: (place: string) => `#/${journey.id}/${place}`,
    payOptionNames: {},
    lender: 'Tideway Finance',
    scenes: {},
    goOn: async (changes: JourneyPatch = {}, _?: StepRoute, onTaken = () => {}) => {
      onTaken()
      return goneOn.push(changes) > 0
    },
  }
  await act(async () =>
    root.render(
      <JourneyPageContext value={page}>
        <Finance />
      </JourneyPageContext>,
    ),
  )
}
/** Reloads the page. */
export const reload = async () => {
  await act(async () => root.unmount())
  clearFinanceAnswers()
  root = createRoot(container)
}
export const text = () => container.textContent
export const field = (label: string) => {
  const found = [...container.querySelectorAll('label')].find((it) =>
    it.textContent.startsWith(label),
  )
  return found && document.getElementById(found.htmlFor)
}
export async function press(name: string) {
  const button = [...container.querySelectorAll('button')].find(
    (it) => (it.getAttribute('aria-label') ?? it.textContent) === name,
  )!
  await act(async () => button.click())
}
export async function type(label: string, value: string) {
  const control = field(label)!
  await typeInto(control, value)
  await act(async () => void control.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
}
