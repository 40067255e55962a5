// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import { aJourney, aLoan, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import {
  aPurchase,
  container,
  sent,
  server,
  open,
  button,
  press,
  type,
  posts,
} from './Purchase.fixture.tsx'

test('a declined trade-in of a confirmed purchase can be offered on again', async () => {
  const vehicles = [aTradeVehicle({ status: 'TRADE_ADDED' })]
  const status = { purchaseJourneyStatusCode: 'CONFIRMED' } as const
  server.purchase = aPurchase({ journey: aJourney({ status, tradeInformation: { vehicles } }) })
  await open('sales')
  expect(container.textContent).toContain('Declined or left out')
  expect(container.textContent).toContain('Offer a price')
})

test.each([
  ['RULES', true],
  ['STAFF', false],
] as const)('an accepted offer of %s can be replaced: %s', async (offeredBy, isReplaceable) => {
  const vehicles = [
    aTradeVehicle({ status: 'APPRAISAL_ACCEPTED', offerCents: 1_415_000, offeredBy }),
  ]
  server.purchase = aPurchase({ journey: aJourney({ tradeInformation: { vehicles } }) })
  await open()
  expect(container.textContent!.includes('automatic firm offer')).toBe(isReplaceable)
  expect(container.textContent!.includes('Offer another price')).toBe(isReplaceable)
})

test('the accessories of an offer are listed, so that they are fitted', async () => {
  const offer = { slug: 'weekend', heading: 'Ready for the weekend', summary: 'Mats.', terms: [] }
  const accessories = [{ code: 'MATS', name: 'Floor mats' }]
  server.purchase = aPurchase({
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

test('a purchase shows its status, the money to come, and its notes', async () => {
  await open()
  expect(container.querySelector('.staff-record__standing')?.textContent).toContain('Confirmed')
  expect(container.textContent).toContain('Deposit due$1,000')
  expect(container.textContent).toContain('TV-7K3Q-XJ')
  const lines = [...container.querySelectorAll('.staff-timeline li')]
  expect(lines[0]?.textContent).toContain('Pays on Friday.')
  expect(lines[1]?.textContent).toContain('Confirmed, car reserved')
})

test.each([
  ['', '2026-11-20T00:00:00.000Z'],
  [', also one that its reservation ordered', '2026-11-18T00:00:00.000Z'],
])('a car still to be built shows as ordered%s', async (_, at) => {
  server.purchase = aPurchase({
    delivery: {
      status: 'ONORDER',
      history: [{ status: 'ONORDER', at }],
      estimate: null,
      estimates: [],
    },
  })
  await open()
  expect(container.textContent).toContain('On order: build slot reserved')
  expect(container.textContent).toContain('Confirmed, car on order')
  expect(container.textContent).not.toContain('car reserved')
})

test('a car that is built and has its VIN shows as reserved', async () => {
  const at = '2026-11-20T00:00:00.000Z'
  const { journey } = aPurchase()
  server.purchase = aPurchase({
    journey: {
      ...journey,
      car: { vin: '6T1BD3FK40X123456', stockNumber: 'TV-1042', outletCode: null },
    },
    delivery: {
      status: 'ONORDER',
      history: [{ status: 'ONORDER', at }],
      estimate: null,
      estimates: [],
    },
  })
  await open()
  expect(container.textContent).toContain('Car reserved')
  expect(container.textContent).not.toContain('build slot')
})

test.each([
  [
    'holds',
    null,
    'Due from the lender$36,845.35The amount financed ($36,845.35): the rest of the price ($36,440) plus the',
  ],
  ['refuses', 'DECLINE', 'The rest of the price$36,440The lender hasn’t agreed to pay this'],
] as const)('the money to come when the lender %s', async (_, code, words) => {
  server.purchase = aPurchase({
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'CONFIRMED' },
      currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
      creditDecision: code && { code, conditions: [] },
    }),
    outstanding: { depositCents: 800_000, balanceCents: 0, lenderCents: 3_684_535 },
  })
  await open()
  expect(container.textContent).toContain(words)
  expect(container.textContent!.includes('Due from the lender')).toBe(code === null)
})

test.each<[string, CreditDecision]>([
  ['its approval has run out', { code: 'AUTOAPPR', validUntil: '2026-01-31', conditions: [] }],
  ['it has declined', { code: 'DECLINE', conditions: [] }],
])('a lender that has paid blocks nothing, though %s since', async (_, creditDecision) => {
  const journey = aJourney({
    status: { purchaseJourneyStatusCode: 'CONFIRMED' },
    currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
    creditDecision,
  })
  const outstanding = { depositCents: 0, balanceCents: 0, lenderCents: 0 }
  const paymentMetadata = { ...journey.paymentMetadata, lenderPaid: true }
  server.purchase = aPurchase({ journey: { ...journey, paymentMetadata }, outstanding })
  await open()
  expect(container.textContent).toContain('Issue the agreement')
  expect(button('Issue the agreement').hasAttribute('aria-describedby')).toBe(false)
  expect(button('Change to cash')).toBeUndefined()
  expect(container.querySelector('.notice')).toBeNull()
})

test('an event with a reason is in the history once', async () => {
  const once = { at: '2026-11-21T00:00:00.000Z', by: 'Sam Patel' }
  server.purchase = aPurchase({
    events: [{ ...once, event: 'changed-to-cash' }],
    notes: [{ ...once, noteId: 'n', text: 'Changed to cash: on the phone' }],
  })
  await open()
  const lines = [...container.querySelectorAll('.staff-timeline li')]
  expect(lines.filter(({ textContent }) => textContent!.includes('Changed to cash'))).toHaveLength(
    1,
  )
})

test('a part already received is taken off the amount to come', async () => {
  const payment = {
    paymentId: 'p',
    purchaseJourneyId: 'j1',
    method: null,
    providerPayment: null,
    reviewReason: null,
  }
  const part = { paymentType: 'DEPOSIT', source: 'BANKTRF', status: 'PENDING' } as const
  server.purchase = aPurchase({
    payments: [{ ...payment, ...part, amountCents: 100_000, receivedCents: 40_000 }],
  })
  await open()
  expect(container.textContent).toContain('By transfer, on its way, of $1,000')
  expect(container.textContent).toContain('Deposit due$600')
})

test('a deposit under review shows as being checked, and the history names who decided', async () => {
  const at = '2026-11-22T00:00:00.000Z'
  server.purchase = aPurchase({
    payments: [
      {
        paymentId: 'p',
        purchaseJourneyId: 'j1',
        method: 'POLI',
        paymentType: 'DEPOSIT',
        source: 'BANKTRF',
        status: 'NEEDS_REVIEW',
        amountCents: 100_000,
        receivedCents: null,
        reviewReason: 'no receipt',
        providerPayment: null,
      },
    ],
    events: [
      { at, by: 'The system', event: 'payment-review-started', detail: '$1,000, no receipt' },
      { at, by: 'Sam Patel', event: 'payment-review-NOTHING_CAME', detail: '$1,000' },
    ],
  })
  await open()
  expect(container.textContent).toContain('Deposit being checked$1,000')
  expect(container.textContent).toContain('By online banking, being checked, no receipt')
  expect(container.textContent).not.toContain('Deposit due')
  const lines = [...container.querySelectorAll('.staff-timeline li')].map(
    (line) => line.textContent,
  )
  expect(lines[0]).toMatch(/^Payment checked, not received: \$1,000.*Sam Patel$/)
  expect(lines[1]).toMatch(/^Payment to be checked: \$1,000, no receipt.*The system$/)
})

test('an action that is not possible yet says why, and does nothing', async () => {
  await open()
  expect(container.textContent).toContain('The deposit hasn’t been paid yet.')
  await press('Issue the agreement')
  expect(container.querySelector('form')).toBeNull()
})

test('a note whose answer was lost is saved once when it is sent again', async () => {
  await open()
  await press('Write a note')
  await type('Note', 'Pays on Monday.')
  server.toPost = () => {
    throw new TypeError('no answer')
  }
  await press('Save the note')
  server.toPost = () => new Response('{}', { status: 201 })
  await press('Save the note')
  const keys = posts().map(({ headers }) => (headers as Record<string, string>)['idempotency-key'])
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('a finance application loads at a press, and is not stored in the browser', async () => {
  server.purchase = aPurchase({
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
