// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type {
  CreditDecision,
  JourneyPatch,
  OwnerDetails,
  PurchaseJourney,
} from '#lib/contract/shapes/journey.ts'
import type { StepRoute } from '#lib/domain/journey-steps.ts'
import { showJourney } from '#stores/journey-updates.ts'
import { setAccessToken } from '#stores/session.ts'
import { anApplication, aReferredApplication } from '#tests/builders/finance-application.ts'
import { aJourney, aLoan, aQuote } from '#tests/builders/purchase-journey.ts'
import { typeInto } from '#tests/setup/screen.ts'
import { JourneyPageContext } from '../../journey-page.ts'
import { closeSheet } from './answers.ts'
import { Finance } from './Finance.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

/** The paper, on which each test draws what it likes. */
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

let container: HTMLElement
let root: Root
let sent: { call: string; body: Record<string, unknown> }[]
let draft: object
/** What each page was gone on with. */
let goneOn: JourneyPatch[]
/** What is answered otherwise, by call. */
let answers: Record<string, object>

const loan = aLoan({ paymentCents: 100_000, frequency: 'Monthly' })
const financed = (facts: Partial<PurchaseJourney> = {}) =>
  aJourney({ currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: loan }), ...facts })

const applied = financed({ hasAppliedForFinancePreApproval: true })

beforeEach(() => {
  sent = []
  goneOn = []
  draft = {}
  answers = {}
  localStorage.clear()
  setAccessToken({
    access_token: 'a',
    refresh_token: 'r',
    expires_in: 900,
    refreshAt: Date.now() + 900_000,
  })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    sent.push({
      call: `${init.method ?? 'GET'} ${url}`,
      body: JSON.parse(String(init.body ?? '{}')),
    })
    const given = answers[`${init.method ?? 'GET'} ${url}`]
    if (given instanceof Error) throw given
    if (given instanceof Response) return given
    return new Response(JSON.stringify(given ?? (init.method === 'POST' ? applied : draft)))
  })
  container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  closeSheet()
  showJourney(null)
})

async function open(subStep: StepRoute['subStep'], journey: PurchaseJourney = financed()) {
  showJourney(journey)
  const page = {
    journey,
    route: { step: 'finance' as const, subStep },
    query: new URLSearchParams(),
    href: (place: string) => `#/${journey.id}/${place}`,
    payOptionNames: {},
    goOn: async (changes: JourneyPatch = {}) => goneOn.push(changes) > 0,
  }
  await act(async () =>
    root.render(
      <JourneyPageContext value={page}>
        <Finance />
      </JourneyPageContext>,
    ),
  )
}
const text = () => container.textContent
const field = (label: string) => {
  const found = [...container.querySelectorAll('label')].find((it) =>
    it.textContent.startsWith(label),
  )
  return found && document.getElementById(found.htmlFor)
}
async function press(name: string) {
  const button = [...container.querySelectorAll('button')].find(
    (it) => (it.getAttribute('aria-label') ?? it.textContent) === name,
  )!
  await act(async () => button.click())
}
async function type(label: string, value: string) {
  const control = field(label)!
  await typeInto(control, value)
  await act(async () => void control.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
}

test('a question comes with the answer that asks for it', async () => {
  await open('')
  expect(field('Address before that')).toBeUndefined()
  await type('Years at this address', '1')
  expect(field('Address before that')).toBeDefined()
  await type('Right to live in New Zealand', 'VISA')
  expect(field('Your visa ends on')).toBeDefined()
})

test('a licence that was given meanwhile is filled in, and what was typed here stays', async () => {
  const ownerDetails: OwnerDetails = {
    customerType: 'INDIVIDUAL',
    firstName: 'Mia',
    lastName: 'Harris',
    email: 'mia@example.nz',
    mobilePhone: '021 555 0101',
    postalAddress: {
      line1: '1 Quay Street',
      suburb: '',
      city: 'Auckland',
      postcode: '1010',
      country: 'NZ',
    },
  }
  await open('', financed({ ownerDetails }))
  await type('Licence version', '32')
  const driverLicence = { type: 'FULL' as const, number: 'QZ987654', version: '123' }
  await act(async () => root.render(null))
  await open('', financed({ ownerDetails: { ...ownerDetails, driverLicence } }))
  expect(field('Licence number')).toHaveProperty('value', 'QZ987654')
  expect(field('Licence version')).toHaveProperty('value', '32')
})

test('loans are added and taken away, and what is wrong is said at the row', async () => {
  await open('liabilities')
  await press('Add a loan')
  expect(document.activeElement).toBe(field('Lender'))
  await press('Continue')
  expect(text()).toContain('Lender is required')
  await type('Lender', 'Harbour Bank')
  expect(text()).not.toContain('Lender is required')
  await press('Remove loan 1')
  expect(field('Lender')).toBeUndefined()
  expect(document.activeElement?.textContent).toBe('Add a loan')
})

test('whether the payments fit is reckoned here and sent nowhere', async () => {
  await open('liabilities')
  expect(text()).toContain('Enter your income on the page before')
  await act(async () => root.unmount())
  closeSheet()

  const { declarations: _, signature: __, ...answers } = anApplication()
  draft = answers
  root = createRoot(container)
  await open('liabilities')
  // 6,200 - 1,800 - 150 - 1,500 - 1,000
  expect(text()).toContain('Left each month$1,750')
  expect(text()).toContain('By the rule below, these payments fit.')
  await type('Everything else', '1,800')
  expect(text()).toContain('Left each month$50')
  expect(JSON.stringify(sent.map(({ body }) => body))).not.toMatch(/175000|surplus/)
  expect(Object.values({ ...localStorage }).join()).not.toMatch(/180000|620000/)
})

test('who is newly self-employed is not told that the payments fit', async () => {
  const { declarations: _, signature: __, ...answers } = aReferredApplication
  draft = answers
  await open('liabilities')
  expect(text()).toContain('Left each month$1,750')
  expect(text()).toContain('so a person at the lender looks at your application')
  expect(text()).not.toContain('these payments fit')
})

test('a page that is gone on from sends what has changed on it, and nothing where nothing has', async () => {
  const { declarations: _, signature: __, ...answers } = anApplication()
  draft = answers
  await open('assets-income')
  await press('Continue')
  await type('Other income', '200')
  await press('Continue')
  await press('Continue')
  expect(
    goneOn.map((change) => change.financeApplication?.income?.otherIncomePerMonthCents),
  ).toEqual([undefined, 20_000, undefined])
  expect(goneOn.map((change) => Object.keys(change))).toEqual([[], ['financeApplication'], []])
})

const approval = { limitCents: 4_000_000, annualRatePct: 8.95, validUntil: '2999-12-23' }
test.each<[CreditDecision, string[]]>([
  [
    { code: 'AUTOAPPR', ...approval, conditions: [] },
    ['subject to the lender’s checks', 'You can borrow up to $40,000 at 8.95% a year until'],
  ],
  [
    { code: 'CONDITIONL', ...approval, conditions: ['Three payslips.'] },
    ['Pre-approved with conditions', 'Three payslips.', 'Send what the lender asks for'],
  ],
  [
    { code: 'MANUWRITE', conditions: [], answerBy: '2026-11-25' },
    ['A person at the lender', 'You get an answer by 25 November 2026', 'may call you'],
  ],
  [
    { code: 'DECLINE', conditions: [] },
    ['cannot offer you finance', 'Pay cash, in this same purchase'],
  ],
])('the page of $code says what happens next', async (creditDecision, words) => {
  answers['GET /api/purchase-journey/journey-1/files'] = { files: [] }
  await open('', financed({ hasAppliedForFinancePreApproval: true, creditDecision }))
  for (const word of ['What happens next', ...words]) expect(text()).toContain(word)
})

test('who is declined pays cash in the same purchase, or looks at the other ways', async () => {
  const creditDecision: CreditDecision = { code: 'DECLINE', conditions: [] }
  const owner = { hasConfirmedOwnerDetails: true }
  const declined = { ...applied, ...owner, creditDecision }
  answers['PATCH /api/purchase-journey/journey-1'] = { ...declined, currentQuote: aQuote() }
  await open('', declined)
  expect(text()).not.toContain('Continue')
  const link = [...container.querySelectorAll('a')].find(
    ({ textContent }) => textContent === 'See the other ways to pay',
  )
  expect(link?.getAttribute('href')).toBe('#/journey-1/quote?pay')

  await press('Pay cash instead')

  const [patch] = sent.filter(({ call }) => call.startsWith('PATCH'))
  expect(patch?.body).toMatchObject({ currentQuoteRequest: { payOption: 'CASH' } })
  expect(patch?.body.currentQuoteRequest).not.toHaveProperty('finance')
  await vi.waitFor(() => expect(location.hash).toBe('#/journey-1/confirm'))
})

test.each<[string, CreditDecision, string]>([
  [
    'has run out',
    { code: 'AUTOAPPR', limitCents: 9_000_000, validUntil: '2020-02-01', conditions: [] },
    'valid until 1 February 2020',
  ],
  [
    'is too small',
    { code: 'AUTOAPPR', limitCents: 1_000_000, validUntil: '2999-02-01', conditions: [] },
    'You can borrow up to $10,000, and this purchase borrows $36,845.35.',
  ],
])('an approval that %s says so, and leads on', async (_, creditDecision, words) => {
  await open('', { ...applied, creditDecision })
  expect(text()).toContain(words)
  expect(text()).toContain('Pay cash instead')
  expect(text()).not.toContain('Continue')
})

test('an answer about a loan says nothing of a lease', async () => {
  const appliedFor = { payOption: 'LOANCLASIC' as const, amountFinancedCents: 3_684_535 }
  const currentQuote = aQuote({ payOption: 'LEASETC', finance: aLoan({ product: 'LEASETC' }) })
  const creditDecision: CreditDecision = { code: 'DECLINE', conditions: [], appliedFor }
  await open('', { ...applied, currentQuote, creditDecision })
  expect(text()).toContain('Its answer says nothing of')
  expect(text()).toContain('You can confirm it without an answer of the lender')
  expect(text()).toContain('Continue')
})

test('the name that is typed or the drawing signs the text that is shown', async () => {
  const { declarations: _, signature: __, ...answers } = anApplication()
  draft = answers
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
  // What is drawn keeps its place on the paper when a phone is turned.
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

test('paper that was put away comes back blank, and blank paper is no signature', async () => {
  const { declarations: _, signature: __, ...answers } = anApplication()
  draft = answers
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

test('an application whose answer is lost may have been sent, and one that is refused was not', async () => {
  const { declarations: _, signature: __, ...complete } = anApplication()
  draft = complete
  const call = 'POST /api/purchase-journey/journey-1/finance-application'
  await open('signature')
  await type('Full name', 'Mia Harris')
  for (const box of container.querySelectorAll<HTMLInputElement>('[type="checkbox"]'))
    await act(async () => box.click())
  answers[call] = new TypeError('the connection is lost')
  await press('Sign and send')
  await vi.waitFor(() =>
    expect(text()).toContain('We do not know yet if your application was sent'),
  )
  expect(text()).toContain('your application is sent once')
  answers[call] = new Response('', { status: 500 })
  await press('Sign and send')
  await vi.waitFor(() => expect(text()).toContain('Your application was not sent'))
})

test('answers that cannot be loaded are asked for again, and no empty form stands in for them', async () => {
  answers['GET /api/purchase-journey/journey-1/finance-application'] = new Response('')
  await open('liabilities')
  await vi.waitFor(() => expect(text()).toContain('could not load what you have answered'))
  expect(container.querySelector('form')).toBeNull()
  answers = {}
  await press('Try again')
  await vi.waitFor(() => expect(container.querySelector('form')).not.toBeNull())
})
