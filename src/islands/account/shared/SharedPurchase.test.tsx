// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SharedPurchase as Shared } from '#lib/people/shapes.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { aLoan, aCustomer, aQuote } from '#tests/builders/purchase-journey.ts'
import { aToken } from '#tests/builders/session.ts'
import { settle, typeInto } from '#tests/setup/screen.ts'
import { Toasts } from '#islands/toasts/Toasts.tsx'
import { Invitation } from './Invitation.tsx'
import { SharedPurchase } from './SharedPurchase.tsx'
import { SharedPurchases } from './SharedPurchases.tsx'
import { answerNeeded } from './shared-texts.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const { vehicle, lines, totals, payOption } = aQuote()
const aShared = (facts: Partial<Shared> = {}): Shared => ({
  sharedPurchaseId: 'part-1',
  role: 'APPROVER',
  state: 'JOINED',
  buyerName: 'Mia Harris',
  status: 'STARTED',
  vehicle,
  colourCode: 'BLD',
  driveAwayCents: totals.driveAwayCents,
  reference: 'TV-7K3Q-XJ',
  priceMark: 'mark-1',
  payOption,
  payName: 'Cash',
  lines,
  totals,
  finance: null,
  money: { depositCents: 100_000, balanceCents: 4_344_000, paidCents: 0, tradeInCents: 900_000 },
  deliveryStatus: null,
  outletName: 'Tarvane Albany',
  others: [{ name: 'Hemi', role: 'PARTNER', state: 'INVITED' }],
  events: [],
  canComment: true,
  canAnswer: true,
  agreement: null,
  readableUntil: null,
  ...facts,
})

let answers: Record<string, () => Response>
let sent: { url: string; body: unknown }[]
let container: HTMLElement
let root: Root
beforeEach(() => {
  sent = []
  answers = {}
  vi.stubGlobal('fetch', async (given: string, init?: RequestInit) => {
    const { pathname } = new URL(given, location.href)
    if (init?.method !== 'GET')
      sent.push({ url: pathname, body: init?.body ? JSON.parse(String(init.body)) : null })
    return answers[pathname.replace('/api', '')]?.() ?? Response.json({}, { status: 404 })
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
const open = async (screen: ReactNode) => {
  await act(async () => root.render(screen))
  await settle()
}
const text = () => container.textContent ?? ''
const press = async (name: RegExp) => {
  const buttons = [...container.querySelectorAll('button')]
  await act(async () => buttons.find(({ textContent }) => name.test(textContent ?? ''))!.click())
  await settle()
}
const json =
  (body: object, status = 200) =>
  () =>
    Response.json(body, { status })
const conflict = (message: string) =>
  json({ status: 409, title: 'Conflict', code: 'Conflict', message, messages: [] }, 409)

test('the purchase shows its price and no more, and is approved at the price that was read', async () => {
  answers['/shared-purchases/part-1'] = json(aShared())
  answers['/shared-purchases/part-1/answer'] = () => {
    answers['/shared-purchases/part-1'] = json(aShared({ state: 'APPROVED' }))
    return Response.json(aShared({ state: 'APPROVED' }))
  }
  await open(<SharedPurchase id="part-1" />)
  expect(text()).toContain('Mia Harris has shared this purchase with you.')
  expect(text()).toContain('It’s waiting for your approval.')
  for (const shown of ['Drive-away price', 'Trade-in', 'Tarvane Albany', 'Hemi'])
    expect(text()).toContain(shown)
  await press(/^Approve this purchase at \$/)
  expect(sent).toEqual([
    {
      url: '/api/shared-purchases/part-1/answer',
      body: { answer: 'APPROVED', priceMark: 'mark-1' },
    },
  ])
  expect(text()).toContain('You’ve approved it. It isn’t confirmed yet.')
  expect(document.activeElement?.textContent).toContain('You’ve approved it.')
})

test('a person who leaves is asked first, and is then back at their purchases', async () => {
  answers['/shared-purchases/part-1'] = json(aShared())
  await open(
    <>
      <SharedPurchase id="part-1" />
      <Toasts position="top-right" />
    </>,
  )
  await press(/^Leave this purchase/)
  await press(/^Stay/)
  expect(document.activeElement?.textContent).toBe('Leave this purchase')
  await press(/^Leave this purchase/)
  expect(document.activeElement?.textContent).toContain('It can then be confirmed without you')
  expect(sent).toEqual([])
  answers['/shared-purchases/part-1'] = json({}, 500)
  await press(/^Leave the purchase/)
  expect(text()).toContain('You haven’t left the purchase')
  // Left already, where the answer was lost.
  answers['/shared-purchases/part-1'] = json({}, 404)
  await press(/^Leave the purchase/)
  expect(location.hash).toBe('#/agreements')
  location.hash = ''
  answers['/shared-purchases/part-1'] = () => new Response(null, { status: 204 })
  await press(/^Leave the purchase/)
  expect(sent).toHaveLength(3)
  expect(location.hash).toBe('#/agreements')
  expect(text()).toContain('You’ve left the purchase.')
})

test('a lease is approved with its care, its kilometres and what each extra one costs', async () => {
  answers['/shared-purchases/part-1'] = json(
    aShared({
      payOption: 'LEASETC',
      payName: 'Lease – Total Care',
      annualKm: 20_000,
      finance: { ...aLoan({ product: 'LEASETC' }), excessKmCents: 27 },
    }),
  )
  await open(<SharedPurchase id="part-1" />)
  for (const shown of [
    'Lease – Total Care',
    'including GST',
    '20,000 km a year',
    '$0.27, charged at the end',
  ])
    expect(text()).toContain(shown)
})

test('a change is asked for in words, and a price that has moved is shown before the next answer', async () => {
  answers['/shared-purchases/part-1'] = json(aShared())
  answers['/shared-purchases/part-1/answer'] = conflict('The car or its price has changed.')
  await open(<SharedPurchase id="part-1" />)
  await press(/^Ask for a change/)
  await press(/^Ask for this change/)
  expect(text()).toContain('Please say what you’d like changed')
  await act(async () => typeInto(container.querySelector('textarea')!, 'The red one'))
  await press(/^Ask for this change/)
  expect(sent.at(-1)!.body).toEqual({
    answer: 'CHANGE',
    priceMark: 'mark-1',
    text: 'The red one',
  })
  expect(text()).toContain('We couldn’t record your answer')
  expect(container.querySelector('textarea')!.value).toBe('The red one')
})

test('one that is over, or withdrawn, can only be read or not at all', async () => {
  answers['/shared-purchases/part-1'] = json(
    aShared({
      status: 'CANCELLED',
      canAnswer: false,
      canComment: false,
      readableUntil: '2026-12-23T01:00:00.000Z',
    }),
  )
  await open(<SharedPurchase id="part-1" />)
  expect(text()).toContain('You can see it here until')
  expect(container.querySelector('form, textarea')).toBeNull()
  await open(<SharedPurchase id="part-2" />)
  expect(text()).toContain('We couldn’t load the shared purchase')
})

test('an invitation is accepted with the account of its address', async () => {
  const { modelName, variantName, colourName, kdcd } = vehicle
  answers['/purchase-invitations/key-1'] = json({
    role: 'APPROVER',
    modelName,
    variantName,
    colourName,
    colourCode: 'BLD',
    kdcd,
    ends: '2026-12-07T01:00:00.000Z',
  })
  answers['/purchase-invitations/key-1/acceptance'] = conflict(
    'This invitation is for another email address.',
  )
  await open(<Invitation linkKey="key-1" />)
  expect(text()).toContain('You’re invited to a purchase')
  await press(/^Accept the invitation/)
  expect(text()).toContain('This invitation is for another email address.')
  expect(text()).toContain(`You’re signed in as ${aCustomer().email}.`)
  answers['/purchase-invitations/key-1/acceptance'] = json({ sharedPurchaseId: 'part-1' })
  await press(/^Accept the invitation/)
  expect(location.hash).toBe('#/agreements?shared=part-1')
  await open(<Invitation linkKey="key-2" />)
  expect(text()).toContain('This invitation no longer works')
})

test('purchases that are shared are listed below one’s own, where there are any', async () => {
  answers['/customer/7/shared-purchases'] = json({ sharedPurchases: [] })
  await open(<SharedPurchases />)
  expect(text()).toBe('')
  await act(async () => root.unmount())
  root = createRoot(container)
  answers['/customer/7/shared-purchases'] = json({ sharedPurchases: [aShared()] })
  await open(<SharedPurchases />)
  expect(container.querySelector('h2')?.textContent).toBe('Shared with you')
  expect(container.querySelector('a')?.getAttribute('href')).toBe('#/agreements?shared=part-1')
})

test.each([
  [{ status: 'STARTED', state: 'JOINED', role: 'PARTNER' }, 'Take a look and say what you think.'],
  [{ status: 'STARTED', state: 'OUTDATED', role: 'APPROVER' }, 'It has changed since'],
  [{ status: 'STARTED', state: 'CHANGE', role: 'APPROVER' }, 'You’ve asked for a change.'],
  [{ status: 'CONFIRMED', state: 'JOINED', role: 'APPROVER' }, 'It’s confirmed.'],
  [{ status: 'COMPLETE', state: 'APPROVED', role: 'PARTNER' }, 'The car has been handed over.'],
] as const)('what a person is asked for: %o (record 30)', (facts, sentence) => {
  expect(answerNeeded(facts)).toContain(sentence)
})
