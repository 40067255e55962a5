// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { aJourney, aLoan, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import {
  aPurchase,
  container,
  root,
  server,
  open,
  button,
  press,
  type,
  posts,
} from './Purchase.fixture.tsx'

afterEach(() => {
  vi.useRealTimers()
})

test('a finance decision is recorded for the version shown, and only while one is due', async () => {
  await open()
  expect(button('Record the decision')).toBeUndefined()
  await act(async () => root.unmount())
  server.purchase = aPurchase({ isReferred: true, journey: aJourney({ version: 7 }) })
  await open()
  await press('Record the decision')
  await type('Lender’s decision', 'DECLINE')
  await press('Record it')
  await press('Yes, record it')
  expect(posts()).toMatchObject([
    { headers: { 'if-match': '"v7"' }, body: { code: 'DECLINE', conditions: [] } },
  ])
})

test('an approval has a limit, a rate and a last day, and can be corrected', async () => {
  server.purchase = aPurchase({
    canCorrectDecision: true,
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'STARTED' },
      version: 8,
      creditDecision: { code: 'DECLINE', conditions: [] },
    }),
  })
  await open()
  await press('Correct the decision')
  await type('Lender’s decision', 'AUTOAPPR')
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

test('after a refusal staff record another decision of the lender, or change to cash', async () => {
  server.purchase = aPurchase({
    outstanding: { depositCents: 0, balanceCents: 0, lenderCents: 3_684_535 },
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'CONFIRMED' },
      currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
      creditDecision: { code: 'DECLINE', conditions: [] },
    }),
  })
  await open()
  expect(container.textContent).toContain('The lender can’t offer finance for this purchase.')
  expect(button('Record another decision')).toBeDefined()
  await press('Change to cash')
  await press('Change it')
  expect(container.textContent).toContain('Please say who agreed and when')
  await type('Agreed with', 'Mia, on the phone.')
  await press('Change it')
  server.purchase = aPurchase()
  await press('Yes, change it')
  expect(posts().at(-1)?.body).toEqual({ event: 'changed-to-cash', note: 'Mia, on the phone.' })
  expect(button('Change to cash')).toBeUndefined()
  expect(document.activeElement).toBe(container.querySelector('.staff-purchase__acts button'))
})

test.each([
  ['2026-11-30', 'The offer of $10,000 for TOI101 will count.'],
  ['2026-10-01', 'The offer for TOI101 has run out, so it won’t count.'],
])('an old car of a lease, offered for until %s, in cash: %s', async (offerExpires, sentence) => {
  vi.setSystemTime('2026-11-24T00:00:00.000Z')
  const vehicle = aTradeVehicle({
    registration: 'TOI101',
    status: 'APPRAISAL_ACCEPTED',
    offerCents: 1_000_000,
    offerExpires: `${offerExpires}T00:00:00.000Z`,
  })
  server.purchase = aPurchase({
    journey: aJourney({
      status: { purchaseJourneyStatusCode: 'CONFIRMED' },
      currentQuote: aQuote({ payOption: 'LEASEUC', finance: aLoan() }),
      creditDecision: { code: 'DECLINE', conditions: [] },
      tradeInformation: { vehicles: [vehicle] },
    }),
  })
  await open()
  await press('Change to cash')
  await type('Agreed with', 'Mia, on the phone.')
  await press('Change it')
  expect(container.textContent).toContain(sentence)
})
