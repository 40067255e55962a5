// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { $saveState } from '#stores/journey/journey-updates.ts'
import { aJourney, aLoan, aQuote } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  button,
  callsOf,
  container,
  open,
  press,
  serve,
  server,
  shows,
  signInMia,
} from '../../Journey.fixture.tsx'

const ready = aJourney({ hasConfirmedOwnerDetails: true, metadata: { furthestStep: 'confirm' } })
/** With a loan that the lender declines. */
const serveRefused = () => {
  const loan = aQuote({ payOption: 'LOANCLASIC', finance: aLoan() })
  return serve({
    ...ready,
    currentQuote: loan,
    currentQuoteRequest: loan.request,
    hasAppliedForFinancePreApproval: true,
    creditDecision: { code: 'DECLINE', conditions: [] },
  })
}

beforeEach(signInMia)

test('a purchase the lender declines has no confirm button, and can change to cash', async () => {
  const journey = serveRefused()
  server['PATCH /purchase-journey/journey-1'] = () =>
    journey.change({ currentQuote: aQuote(), currentQuoteRequest: aQuote().request })
  await open('#/journey-1/confirm')
  await shows('Confirm your purchase')
  expect(button('Confirm purchase')).toBeUndefined()

  await press('Pay cash instead')

  await until(() => expect(button('Confirm purchase')).toBeTruthy())
  expect(container.textContent).not.toContain('can’t offer you finance')
  expect(document.activeElement).toBe(container.querySelector('h1'))
})

test('a customer who leaves while it changes to cash stays on the other step', async () => {
  const journey = serveRefused()
  let answer = () => {}
  const answered = new Promise<void>((done) => (answer = done))
  server['PATCH /purchase-journey/journey-1'] = async () => {
    await answered
    return journey.change({ currentQuote: aQuote(), currentQuoteRequest: aQuote().request })
  }
  await open('#/journey-1/confirm')
  await shows('Confirm your purchase')
  await press('Pay cash instead')
  await until(() => expect(callsOf('PATCH /purchase-journey/journey-1')).toHaveLength(1))

  await act(async () => {
    location.hash = '#/journey-1/trade-in'
    window.dispatchEvent(new Event('hashchange'))
  })
  await shows('Trade-in')
  await act(async () => answer())

  await until(() => expect($saveState.get()).toBe('saved'))
  await shows('Trade-in')
  expect(location.hash).toBe('#/journey-1/trade-in')
})
