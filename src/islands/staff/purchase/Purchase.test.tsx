// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StaffPurchase } from '#lib/contract/shapes/work.ts'
import { endSession, setAccessToken, setCurrentUser } from '#stores/session.ts'
import { aReferredApplication } from '#tests/builders/finance-application.ts'
import { aJourney, aLoan, aQuote } from '#tests/builders/purchase-journey.ts'
import { typeInto } from '#tests/setup/screen.ts'
import { Roles } from '../rights.ts'
import { Purchase } from './Purchase.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
const saveBase64 = vi.hoisted(() => vi.fn())
vi.mock('#ui/save-file.ts', () => ({ saveBase64 }))

const aPurchase = (facts: Partial<StaffPurchase> = {}): StaffPurchase => ({
  journey: aJourney({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } }),
  delivery: { status: null, history: [], estimate: null, estimates: [] },
  handOver: null,
  outletName: 'Tarvane Albany',
  isCarHeld: true,
  outstanding: { depositCents: 100_000, balanceCents: 4_344_000, lenderCents: 0 },
  payments: [],
  refunds: [],
  transferReference: 'ABCD2345',
  isReferred: false,
  canCorrectDecision: false,
  events: [{ at: '2026-11-20T00:00:00.000Z', by: 'The customer', event: 'confirmed' }],
  notes: [
    { noteId: 'n', at: '2026-11-21T00:00:00.000Z', by: 'Sam Patel', text: 'Pays on Friday.' },
  ],
  ...facts,
})

let container: HTMLElement
let root: Root
let shown: StaffPurchase
let sent: { method: string; url: string; headers: unknown; body: unknown }[]
let answerToPost: () => Response
let answerToPut: () => Response
/** With times for a hand-over; `null` where they cannot be loaded. */
let days: { day: string; starts: string[] }[] | null

beforeEach(() => {
  setAccessToken({
    access_token: 'a',
    refresh_token: 'r',
    expires_in: 900,
    refreshAt: Date.now() + 1e6,
  })
  sent = []
  shown = aPurchase()
  answerToPost = () => new Response('{}', { status: 200 })
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal(
    'fetch',
    async (url: string, { method = 'GET', headers, body }: RequestInit = {}) => {
      sent.push({ method, url, headers, body: body ? JSON.parse(body as string) : undefined })
      if (method === 'POST') return answerToPost()
      if (method === 'PUT') return answerToPut()
      if (url.endsWith('/agreement/document'))
        return new Response(
          JSON.stringify({ name: 'a.pdf', mediaType: 'application/pdf', base64: 'QQ==' }),
        )
      if (url.endsWith('/hand-over-times'))
        return days
          ? new Response(JSON.stringify({ days, firstDay: '', lastDay: '' }), { status: 200 })
          : new Response('{}', { status: 404 })
      const answer = url.endsWith('/finance-application') ? aReferredApplication : shown
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

const open = (role = 'admin') =>
  act(async () => {
    root = createRoot(container)
    root.render(
      <Roles value={[role]}>
        <Purchase id="j1" />
      </Roles>,
    )
  })
const button = (name: string) =>
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
const press = (name: string) => act(async () => button(name).click())
const type = (label: string, text: string) => {
  const found = [...container.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.startsWith(label),
  )!
  return typeInto(document.getElementById(found.htmlFor)!, text)
}
const posts = () => sent.filter(({ method }) => method === 'POST')

test.each([
  [
    'sales',
    ['Issue the agreement', 'Accepted on paper', 'Say where the car is', 'Change the estimate'],
  ],
  [
    'manager',
    [
      'Record a receipt',
      'Issue the agreement',
      'Accepted on paper',
      'Say where the car is',
      'Change the estimate',
      'Cancel the purchase',
    ],
  ],
])('%s can do %j', async (role, acts) => {
  await open(role)
  const shownActs = [...container.querySelectorAll('.staff-purchase__acts button')]
  expect(shownActs.map(({ textContent }) => textContent)).toEqual(acts)
})

test('what only a manager can do now is not offered to others', async () => {
  shown = aPurchase({
    journey: aJourney({ status: { purchaseJourneyStatusCode: 'NOCARAVAIL' } }),
    isCarHeld: false,
  })
  await open('sales')
  expect(container.textContent).toContain('Nothing by you: what it needs now is a manager’s.')
  expect(button('Find a car')).toBeUndefined()
})

test('names what an offer adds, so that it is fitted', async () => {
  const offer = { slug: 'weekend', heading: 'Ready for the weekend', summary: 'Mats.', terms: [] }
  const accessories = [{ code: 'MATS', name: 'Floor mats' }]
  shown = aPurchase({
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'CONFIRMED' },
      offers: [
        { ...offer, accessories },
        { ...offer, slug: 'service', heading: 'First service', accessories: [] },
      ],
    }),
  })
  await open()
  expect(container.querySelector('.staff-facts')?.textContent).toContain(
    'Offers, at no chargeReady for the weekend: Floor mats; First service',
  )
})

test('says where a purchase stands, what is to come, and what was noted', async () => {
  await open()
  expect(container.querySelector('.staff-record__standing')?.textContent).toContain('Confirmed')
  expect(container.textContent).toContain('Deposit to come$1,000')
  expect(container.textContent).toContain('ABCD2345')
  const lines = [...container.querySelectorAll('.staff-timeline li')]
  expect(lines[0]?.textContent).toContain('Pays on Friday.')
  expect(lines[1]?.textContent).toContain('Confirmed, and a car held')
})

test('a car that is still to be built is ordered', async () => {
  const at = '2026-11-20T00:00:00.000Z'
  shown = aPurchase({
    delivery: {
      status: 'ONORDER',
      history: [{ status: 'ONORDER', at }],
      estimate: null,
      estimates: [],
    },
  })
  await open()
  expect(container.textContent).toContain('Ordered: a place to build it is held')
  expect(container.textContent).toContain('Confirmed, and the car ordered')
  expect(container.textContent).not.toContain('a car held')
})

test.each([
  ['holds', null, 'To come from the lender$36,845.35The rest of the price ($36,440) and the'],
  ['refuses', 'DECLINE', 'The rest of the price$36,440The lender has not agreed to pay it'],
] as const)('what is to come where the lender %s', async (_, code, words) => {
  shown = aPurchase({
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'CONFIRMED' },
      currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
      creditDecision: code && { code, conditions: [] },
    }),
    outstanding: { depositCents: 800_000, balanceCents: 0, lenderCents: 3_684_535 },
  })
  await open()
  expect(container.textContent).toContain(words)
  expect(container.textContent!.includes('To come from the lender')).toBe(code === null)
})

test('what was done with a reason stands in the history once', async () => {
  const once = { at: '2026-11-21T00:00:00.000Z', by: 'Sam Patel' }
  shown = aPurchase({
    events: [{ ...once, event: 'changed-to-cash' }],
    notes: [{ ...once, noteId: 'n', text: 'Changed to cash: on the phone' }],
  })
  await open()
  const lines = [...container.querySelectorAll('.staff-timeline li')]
  expect(lines.filter(({ textContent }) => textContent!.includes('Changed to cash'))).toHaveLength(
    1,
  )
})

test('of what is to come, a part that has come is taken off', async () => {
  const payment = { paymentId: 'p', purchaseJourneyId: 'j1', method: null, reviewReason: null }
  const part = { paymentType: 'DEPOSIT', source: 'BANKTRF', status: 'PENDING' } as const
  shown = aPurchase({
    payments: [{ ...payment, ...part, amountCents: 100_000, receivedCents: 40_000 }],
  })
  await open()
  expect(container.textContent).toContain('By transfer, on its way, of $1,000')
  expect(container.textContent).toContain('Deposit to come$600')
})

test('an act that is not possible yet says why, and does nothing', async () => {
  await open()
  expect(container.textContent).toContain('The deposit is not paid yet.')
  await press('Issue the agreement')
  expect(container.querySelector('form')).toBeNull()
})

test('a receipt is asked for, asked about, sent once, and shown', async () => {
  await open()
  await press('Record a receipt')
  await press('Record it')
  expect(container.textContent).toContain('Please enter the amount')
  await type('Amount', '1,000')
  await type('Reference of this receipt', ' B-77 ')
  await press('Record it')
  expect(posts()).toEqual([])
  expect(container.textContent).toContain(
    'Record $1,000 from the customer under the reference B-77?',
  )
  shown = aPurchase({ outstanding: { depositCents: 0, balanceCents: 4_344_000, lenderCents: 0 } })
  await press('Yes, record it')
  expect(posts()).toMatchObject([
    { body: { source: 'BANKTRF', amountCents: 100_000, reference: 'B-77' } },
  ])
  expect(container.textContent).not.toContain('Deposit to come')
  expect(document.activeElement?.textContent).toBe('Record a receipt')
})

test('what somebody else was quicker with is said, what is typed stays, and the facts are new', async () => {
  answerToPost = () =>
    new Response(
      JSON.stringify({ code: 'Conflict', message: 'This purchase is closed.', messages: [] }),
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    )
  await open()
  await press('Cancel the purchase')
  await type('Reason', 'Found another car.')
  await press('Cancel the purchase')
  expect(container.textContent).toContain('This cannot be undone.')
  shown = aPurchase({ transferReference: 'WXYZ6789' })
  await press('Yes, cancel the purchase')
  expect(container.querySelector('[role=alert]')?.textContent).toContain('This purchase is closed.')
  expect(container.querySelector('textarea')?.value).toBe('Found another car.')
  expect(container.textContent).toContain('WXYZ6789')
})

test('a note whose answer was lost is the same note when it is saved again', async () => {
  await open()
  await press('Write a note')
  await type('Note', 'Pays on Monday.')
  answerToPost = () => {
    throw new TypeError('no answer')
  }
  await press('Save the note')
  answerToPost = () => new Response('{}', { status: 201 })
  await press('Save the note')
  const keys = posts().map(({ headers }) => (headers as Record<string, string>)['idempotency-key'])
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('a decision of finance is of the purchase as it is shown, and only while one is waited for', async () => {
  await open()
  expect(button('Record the decision')).toBeUndefined()
  await act(async () => root.unmount())
  shown = aPurchase({ isReferred: true, journey: aJourney({ version: 7 }) })
  await open()
  await press('Record the decision')
  await type('Decision of the lender', 'DECLINE')
  await press('Record it')
  await press('Yes, record it')
  expect(posts()).toMatchObject([
    { headers: { 'if-match': '"v7"' }, body: { code: 'DECLINE', conditions: [] } },
  ])
})

test('an approval says of how much, at which rate and until when; a wrong one is corrected', async () => {
  shown = aPurchase({
    canCorrectDecision: true,
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'STARTED' },
      version: 8,
      creditDecision: { code: 'DECLINE', conditions: [] },
    }),
  })
  await open()
  await press('Correct the decision')
  await type('Decision of the lender', 'AUTOAPPR')
  await type('Up to', '')
  await type('Annual interest rate', 'low')
  await press('Correct it')
  for (const words of ['enter the limit', 'enter the rate', 'enter the last day'])
    expect(container.textContent).toContain(`Please ${words}`)
  await type('Up to', '35000')
  await type('Annual interest rate', '8.95')
  await type('Valid until', '20/12/2026')
  await press('Correct it')
  expect(container.textContent).toContain('“Approved” up to $35,000 at 8.95% until')
  await press('Yes, correct it')
  expect(posts()).toMatchObject([
    {
      headers: { 'if-match': '"v8"' },
      body: {
        code: 'AUTOAPPR',
        limitCents: 3_500_000,
        annualRatePct: 8.95,
        validUntil: '2026-12-20',
        isCorrection: true,
      },
    },
  ])
})

test('where the lender refuses a confirmed purchase, it answers anew, or the customer pays cash', async () => {
  shown = aPurchase({
    outstanding: { depositCents: 0, balanceCents: 0, lenderCents: 3_684_535 },
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'CONFIRMED' },
      currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
      creditDecision: { code: 'DECLINE', conditions: [] },
    }),
  })
  await open()
  expect(container.textContent).toContain('The lender cannot offer finance for this purchase.')
  expect(button('Record another answer')).toBeDefined()
  await press('Change to cash')
  await press('Change it')
  expect(container.textContent).toContain('Please say who agreed')
  await type('Who agreed', 'Mia, on the phone.')
  await press('Change it')
  shown = aPurchase()
  await press('Yes, change it')
  expect(posts().at(-1)?.body).toEqual({ event: 'changed-to-cash', note: 'Mia, on the phone.' })
  expect(button('Change to cash')).toBeUndefined()
  expect(document.activeElement).toBe(container.querySelector('.staff-purchase__acts button'))
})

test('a finance application is read by a press, and kept nowhere in the browser', async () => {
  shown = aPurchase({
    isReferred: true,
    journey: aJourney({
      hasAppliedForFinancePreApproval: true,
      creditDecision: { code: 'MANUWRITE', conditions: [] },
    }),
  })
  await open()
  expect(sent.some(({ url }) => url.endsWith('/finance-application'))).toBe(false)
  await press('Read the application')
  expect(container.textContent).toContain('Own business')
  expect(container.textContent).toContain('$6,200')
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])
  expect(stored).not.toContain('Own business')
  await press('Close the application')
  expect(container.textContent).not.toContain('Own business')
})

test('an agreement is issued of the purchase as it is shown; accepted on paper it needs a note', async () => {
  shown = aPurchase({
    journey: aJourney({ status: { purchaseJourneyStatusCode: 'CONFIRMED' }, version: 4 }),
    outstanding: { depositCents: 0, balanceCents: 4_344_000, lenderCents: 0 },
  })
  await open()
  await press('Issue the agreement')
  await press('Issue it')
  expect(posts()).toMatchObject([{ headers: { 'if-match': '"v4"' } }])
  await press('Accepted on paper')
  await press('Record it')
  expect(container.textContent).toContain('Please say where the paper is')
  await type('Who signed', 'Mia, at the counter. Red folder.')
  await press('Record it')
  await press('Yes, record it')
  expect(posts().at(-1)?.body).toEqual({
    event: 'agreement-accepted',
    note: 'Mia, at the counter. Red folder.',
  })
})

test('the agreement that the customer has is handed over before another is issued', async () => {
  const journey = aJourney({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } })
  shown = aPurchase({
    journey: { ...journey, metadata: { ...journey.metadata, hasAgreement: true } },
    outstanding: { depositCents: 0, balanceCents: 4_344_000, lenderCents: 0 },
  })
  await open()
  await press('Issue the agreement again')
  await press('The agreement that the customer has, PDF')
  expect(saveBase64).toHaveBeenCalledWith('a.pdf', 'application/pdf', 'QQ==')
  expect(posts()).toEqual([])
})

test('an estimate is a day or some days, asked about once more, and its reason goes with it', async () => {
  shown = aPurchase({
    delivery: {
      status: 'SHIPPED',
      history: [],
      estimate: { from: '2026-12-07', to: '2026-12-14' },
      estimates: [
        { from: '2026-11-30', to: '2026-12-07', note: null, at: '2026-11-20T00:00:00.000Z' },
        { from: '2026-12-07', to: '2026-12-14', note: null, at: '2026-11-22T00:00:00.000Z' },
      ],
    },
  })
  await open()
  expect(container.textContent).toMatch(/Was 30 November\s–\s7 December 2026 until 22 Nov/)
  await press('Change the estimate')
  await type('To', '1/12/2026')
  await press('Record it')
  expect(container.textContent).toContain('Please enter a day after the first one')
  await type('To', '20 Decembre')
  await press('Record it')
  expect(container.textContent).toContain('Please enter a day, for example')
  expect(container.textContent).not.toContain('Expect the car')
  await type('To', '20/12/2026')
  await type('Why', 'The ship is late.')
  await press('Record it')
  expect(container.textContent).toContain('Expect the car 7–20 December 2026?')
  shown = aPurchase({
    delivery: { ...shown.delivery, estimate: { from: '2026-12-08', to: '2026-12-21' } },
  })
  await press('Yes, record it')
  expect(posts()).toMatchObject([
    { body: { estimate: { from: '2026-12-07', to: '2026-12-20' }, note: 'The ship is late.' } },
  ])
  // What is shown the next time is what holds now.
  await press('Change the estimate')
  const fields = [...container.querySelectorAll<HTMLInputElement>('.date-field .input')]
  expect(fields.map(({ value }) => value)).toEqual(['08/12/2026', '21/12/2026'])
})

test('a hand-over’s time that is taken meanwhile is given up, and the times are loaded anew', async () => {
  const at = '2026-12-08T00:00:00.000Z'
  shown = aPurchase({
    journey: aJourney({ status: { purchaseJourneyStatusCode: 'AGREEMENT' } }),
    handOver: { outlet: {} as NonNullable<StaffPurchase['handOver']>['outlet'], appointment: null },
  })
  await open()
  days = null
  await press('Book the hand-over')
  expect(container.textContent).toContain('We could not load the times')
  days = [{ day: '2026-12-08', starts: [at] }]
  await press('Try again')
  await type('Day', '2026-12-08')
  await type('Time', at)
  days = []
  answerToPut = () =>
    new Response(JSON.stringify({ code: 'Conflict', message: 'It is taken.', messages: [] }), {
      status: 409,
      headers: { 'content-type': 'application/problem+json' },
    })
  await press('Book it')
  expect(container.textContent).toContain('It is taken.')
  expect(container.textContent).toContain('No time is free at the moment.')
  const puts = () => sent.filter(({ method }) => method === 'PUT').length
  const before = puts()
  await press('Book it')
  expect(puts()).toBe(before)
})

describe('a session that is ended elsewhere', () => {
  const signIn = (id: number) => {
    setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1e15 })
    const staff = { id, firstName: 'Sam', lastName: 'Patel', email: 's@example.nz', roles: [] }
    setCurrentUser({ type: 'STAFF', staff, customer: null })
  }
  /** As the staff area does: the sign-in takes the place of the purchase, and the purchase that of the sign-in. */
  const endAndSignIn = async (id: number) => {
    await act(async () => endSession())
    await act(async () => root.unmount())
    signIn(id)
    await open()
  }
  const fillIn = async () => {
    signIn(1)
    await open()
    await press('Record a receipt')
    await type('Amount', '1500')
    await type('Reference of this receipt', 'BNZ-1')
  }
  const form = () => container.querySelector('form[aria-label="Record a receipt"]')

  test('the receipt that was being recorded is there again, and that nothing is recorded is said', async () => {
    await fillIn()
    await endAndSignIn(1)

    expect(form()?.textContent).toContain('Nothing is recorded yet')
    expect(form()?.contains(document.activeElement)).toBe(true)
    await press('Record it')
    await press('Yes, record it')
    expect(posts().map(({ body }) => body)).toEqual([
      { source: 'BANKTRF', amountCents: 150_000, reference: 'BNZ-1' },
    ])
    expect(form()).toBeNull()
    await endAndSignIn(1)
    expect(form()).toBeNull()
  })

  test('where the last try had no answer, it is said that it may be recorded', async () => {
    await fillIn()
    answerToPost = () => new Response('', { status: 502 })
    await press('Record it')
    await press('Yes, record it')
    await endAndSignIn(1)

    expect(form()?.textContent).toContain('It may be recorded already')
  })

  test('somebody else finds no form', async () => {
    await fillIn()
    await endAndSignIn(2)

    expect(form()).toBeNull()
    await press('Record a receipt')
    expect(form()?.querySelector('input')?.value).toBe('')
  })
})
