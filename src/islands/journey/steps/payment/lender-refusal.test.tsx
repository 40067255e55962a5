// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import { aJourney, aLoan, aQuote } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import { button, container, open, serve, shows, signInMia } from '../../Journey.fixture.tsx'

const confirmed = aJourney({
  status: { purchaseJourneyStatusCode: 'CONFIRMED' },
  hasConfirmedOwnerDetails: true,
  confirmedDate: '2026-11-20',
})

beforeEach(signInMia)

test('no deposit is asked for while the lender refuses the purchase', async () => {
  serve({
    ...confirmed,
    outletCode: 'HAM',
    currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
    creditDecision: { code: 'DECLINE', conditions: [] },
  })
  await open('#/journey-1/payment')
  await until(() => expect(container.textContent).toContain('There’s nothing to pay until this'))
  expect(container.textContent).toContain('switch you to cash at the same price')
  expect(container.textContent).not.toContain('Pay your deposit')
  await until(() =>
    expect(container.querySelector('a[href^="tel:"]')?.closest('p')?.textContent).toContain(
      'Hamilton',
    ),
  )
  expect(button('Pay deposit')).toBeUndefined()
  expect(container.textContent).not.toContain('The lender pays')
  expect(container.textContent).toContain('The lender hasn’t agreed to pay this')

  location.hash = '#/journey-1/complete'
  await shows('Sort out your finance first')
  expect(container.textContent).toContain('switch you to cash at the same price')
  expect(container.textContent).not.toContain('to secure it')
  expect(container.querySelector('.button--accent')).toBeNull()
})

test.each<[string, CreditDecision]>([
  ['its approval has run out', { code: 'AUTOAPPR', validUntil: '2026-01-31', conditions: [] }],
  ['it has declined', { code: 'DECLINE', conditions: [] }],
])('a lender that has paid blocks nothing, though %s since', async (_, creditDecision) => {
  serve({
    ...confirmed,
    currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
    paymentMetadata: { ...confirmed.paymentMetadata, lenderPaid: true },
    creditDecision,
  })
  await open('#/journey-1/payment')
  await until(() => expect(button('Pay deposit')).toBeDefined())
  expect(container.textContent).toContain('Pay your deposit')
  expect(container.textContent).not.toContain('until this is sorted out')
  expect(container.textContent).not.toContain('hasn’t agreed to pay')

  location.hash = '#/journey-1/complete'
  await shows('One step left')
  expect(container.textContent).not.toContain('Call your dealer')
})

test('Payment says what happens where the approval ends before the car comes', async () => {
  serve({
    ...confirmed,
    currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
    creditDecision: { code: 'AUTOAPPR', validUntil: '2999-01-31', conditions: [] },
    delivery: { from: '2999-02-11', to: '2999-03-11' },
  })
  await open('#/journey-1/payment')
  await until(() =>
    expect(container.textContent).toContain(
      'as late as 11\u00a0March\u00a02999, and your pre-approval ends on 31\u00a0January\u00a02999. We’ll ask',
    ),
  )
})
