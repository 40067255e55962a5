// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Quote } from '#lib/quotes/shapes.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { aToken } from '#tests/builders/session.ts'
import { aCustomer, aQuote } from '#tests/builders/purchase-journey.ts'
import { QuoteCard } from './QuoteCard.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let answer: { status: number; body: unknown }
let sent: string[]
let container: HTMLElement
let root: Root

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(`${init.method} ${new URL(url, location.href).pathname}`)
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
  setAccessToken(aToken())
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  setAccessToken(null)
})

const held = aQuote({ expires: new Date(Date.now() + 5 * 86_400_000).toISOString() })
const show = (quote: Quote) =>
  act(async () => root.render(<QuoteCard quote={quote} purchase={undefined} />))
const press = async (name: string) => {
  const found = [...container.querySelectorAll('button')].find((one) =>
    one.textContent?.startsWith(name),
  )
  if (!found) throw new Error(`there is no button ${name}`)
  await act(async () => found.click())
  await act(() => new Promise((done) => setTimeout(done, 10)))
}
const words = () => container.textContent

test('a refresh lists the old and new price of each change', async () => {
  await show(held)
  const [first] = held.lines
  answer = {
    status: 200,
    body: {
      ...held,
      totals: { ...held.totals, driveAwayCents: held.totals.driveAwayCents + 50_000 },
      changes: [
        { code: first!.code, fromCents: 4_000_000, toCents: 4_050_000 },
        { code: 'NEW', fromCents: null, toCents: 100 },
        { code: 'OLD', fromCents: 200, toCents: null },
      ],
    },
  }
  await press('Refresh price')
  expect(words()).toContain('The price has gone up')
  expect(words()).toContain(`${first!.label}$40,500Was $40,000`)
  expect(words()).toContain('NEW$1New')
  expect(words()).toContain('OLDRemovedWas $2')
})

test('a refresh that changes nothing says so', async () => {
  await show(held)
  answer = { status: 200, body: { ...held, changes: [] } }
  await press('Refresh price')
  expect(words()).toContain('The price hasn’t changed')
})

test('an expired price has to be refreshed before buying or emailing', async () => {
  await show(aQuote({ expires: '2026-01-01T00:00:00.000Z' }))
  expect(words()).toContain('Price was held until')
  expect(words()).not.toMatch(/Start purchase|Email quote/)
  answer = { status: 200, body: { ...held, changes: [] } }
  await press('Get today’s price')
  expect(words()).toContain('Start purchase')
})

test('the reason a quote cannot be emailed shows at the quote', async () => {
  await show(held)
  answer = {
    status: 400,
    body: {
      code: 'InvalidEmailQuoteInfo',
      messages: [{ type: 'ERROR', message: 'This quote cannot be mailed.' }],
    },
  }
  await press('Email quote')
  expect(container.querySelector('[role=alert]')?.textContent).toBe('This quote cannot be mailed.')
})

test('a deleted quote can be restored, and the focus returns to it', async () => {
  await show(held)
  await press('Delete')
  expect(words()).toContain('will be deleted in a moment, or as soon as you leave this page.')
  expect(document.activeElement?.textContent).toContain('Undo')
  await press('Undo')
  expect(document.activeElement?.tagName).toBe('H2')
  expect(sent).toEqual([])
})
