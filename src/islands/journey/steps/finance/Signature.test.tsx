// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { aQuote } from '#tests/builders/purchase-journey.ts'
import {
  container,
  financed,
  loan,
  sent,
  server,
  open,
  text,
  press,
  type,
} from './Finance.fixture.tsx'

/** The canvas that tests draw on. */
const paper = vi.hoisted(() => ({ draw: () => {}, resize: () => {}, lines: [] as object[] }))
vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(listener: () => void) {
      paper.resize = listener
    }
    observe() {}
    disconnect() {}
  },
)
vi.mock('signature_pad', () => ({
  default: class {
    addEventListener = (_: string, listener: () => void) => (paper.draw = listener)
    toData = () => paper.lines
    fromData = (lines: object[]) => (paper.lines = lines)
    clear() {}
    off() {}
  },
}))

test('a typed name or a drawing signs the shown text', async () => {
  const { declarations: _, signature: __, ...complete } = anApplication()
  server.draft = complete
  await open('signature')
  expect(text()).toContain('We are not the lender.')
  await press('Sign and send')
  expect(text()).toContain('Full name is required')
  expect(container.querySelector('canvas')).toBeNull()
  await act(async () => container.querySelector<HTMLInputElement>('[value="DRAWN"]')!.click())
  expect(container.querySelector('canvas')).not.toBeNull()
  await press('Sign and send')
  expect(text()).toContain('Your signature is required')

  const width = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(600)
  paper.resize()
  paper.lines = [{ points: [{ x: 10, y: 20 }] }, { points: [{ x: 30, y: 40 }] }]
  await act(async () => paper.draw())
  // A drawing keeps its place when a phone is turned.
  width.mockReturnValue(300)
  paper.resize()
  expect(paper.lines).toMatchObject([{ points: [{ x: 5, y: 10 }] }, { points: [{ x: 15, y: 20 }] }])
  await act(async () => paper.draw())
  await type('Full name', 'Mia Harris')
  for (const box of container.querySelectorAll<HTMLInputElement>('[type="checkbox"]'))
    await act(async () => box.click())
  await press('Sign and send')
  await vi.waitFor(() =>
    expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      ...anApplication(),
      signature: { ...anApplication().signature, method: 'DRAWN', drawing: 'M10 20M30 40' },
    }),
  )
})

test('a drawing that was closed comes back blank, and a blank drawing is no signature', async () => {
  const { declarations: _, signature: __, ...complete } = anApplication()
  server.draft = complete
  await open('signature')
  const sign = (method: string) =>
    act(async () => container.querySelector<HTMLInputElement>(`[value="${method}"]`)!.click())
  await sign('DRAWN')
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(600)
  paper.lines = [{ points: [{ x: 10, y: 20 }] }]
  await act(async () => paper.draw())
  await sign('TYPED')
  await sign('DRAWN')
  await type('Full name', 'Mia Harris')
  for (const box of container.querySelectorAll<HTMLInputElement>('[type="checkbox"]'))
    await act(async () => box.click())
  await press('Sign and send')
  expect(text()).toContain('Your signature is required')
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false)
})

test('an application is not sent for a loan that was changed meanwhile', async () => {
  const { declarations: _, signature: __, ...complete } = anApplication()
  server.draft = complete
  const call = 'POST /api/purchase-journey/journey-1/finance-application'
  await open('signature')
  await type('Full name', 'Mia Harris')
  for (const box of container.querySelectorAll<HTMLInputElement>('[type="checkbox"]'))
    await act(async () => box.click())
  const current = financed({
    version: 2,
    currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: { ...loan, termMonths: 60 } }),
  })
  server.answers[call] = new Response(JSON.stringify({ messages: [], current }), { status: 412 })
  await press('Sign and send')
  await vi.waitFor(() => expect(text()).toContain('Your purchase has changed'))
  expect(text()).toContain('Way to pay: LOANCLASIC, $36,845.35 over 60 months, paid monthly (was')
  expect(sent.find(({ call }) => call.startsWith('POST'))?.ifMatch).toBe('"v1"')
})

test('the declarations are ticked again where the loan changes on the page', async () => {
  const { declarations: _, signature: __, ...complete } = anApplication()
  server.draft = complete
  await open('signature')
  const boxes = () => [...container.querySelectorAll<HTMLInputElement>('[type="checkbox"]')]
  for (const box of boxes()) await act(async () => box.click())
  const currentQuote = aQuote({ payOption: 'LOANCLASIC', finance: { ...loan, termMonths: 60 } })
  const renew = (journey: PurchaseJourney) => act(() => open('signature', journey))
  await renew(financed({ version: 2 }))
  expect(boxes().every(({ checked }) => checked)).toBe(true)
  await renew(financed({ version: 3, currentQuote }))
  expect(boxes().some(({ checked }) => checked)).toBe(false)
  expect(text()).toContain('Your purchase has changed')
  expect(text()).toContain('over 60 months, paid monthly (was')
})

test('an application whose response is lost may have been sent, and a refused one was not', async () => {
  const { declarations: _, signature: __, ...complete } = anApplication()
  server.draft = complete
  const call = 'POST /api/purchase-journey/journey-1/finance-application'
  await open('signature')
  await type('Full name', 'Mia Harris')
  for (const box of container.querySelectorAll<HTMLInputElement>('[type="checkbox"]'))
    await act(async () => box.click())
  server.answers[call] = new TypeError('the connection is lost')
  await press('Sign and send')
  await vi.waitFor(() => expect(text()).toContain('We don’t know yet if your application was sent'))
  expect(text()).toContain('You won’t apply twice.')
  server.answers[call] = new Response('', { status: 500 })
  await press('Sign and send')
  await vi.waitFor(() => expect(text()).toContain('Your application wasn’t sent'))
})
