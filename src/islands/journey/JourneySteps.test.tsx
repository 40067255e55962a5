// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { flushJourney, sendLast } from '#stores/journey/journey-updates.ts'
import { updateJourney } from '#stores/journey/journey.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { aJourney, aLoan, aQuote } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  callsOf,
  container,
  open,
  press,
  problem,
  serve,
  server,
  shows,
  signInMia,
  type,
} from './Journey.fixture.tsx'

describe('moving on', () => {
  test('the next step has the focus, the title and its address', async () => {
    await open('', { kdcd: 'TN27H-B', quoteId: 'quote-1' })
    await shows('Your car')
    const scrolled = vi.spyOn(window, 'scrollTo')

    await press('Continue')

    await shows('Contact details')
    expect(location.hash).toBe('#/new-quote/owner-details/contact-details')
    expect(document.activeElement).toBe(container.querySelector('h1'))
    expect(document.title).toBe('Contact details | Tarvane')
    expect(scrolled).toHaveBeenCalledWith(0, 0)
  })

  test('the furthest step is saved in the background', async () => {
    signInMia()
    server['PATCH /purchase-journey/journey-1'] = () => problem(500)
    await open('#/journey-1/configure')
    await shows('Your car')

    await press('Continue')

    await shows('Confirm your details')
    expect(callsOf('PATCH /purchase-journey/journey-1')).toEqual([])
    window.dispatchEvent(new Event('pagehide'))
    expect(callsOf('PATCH /purchase-journey/journey-1')[0]?.body).toEqual({
      metadata: { furthestStep: 'owner-details' },
    })
  })

  test('a step that has nothing left to ask is passed', async () => {
    signInMia()
    serve(aJourney({ hasConfirmedOwnerDetails: true }))
    await open('#/journey-1/configure')
    await shows('Your car')

    await press('Continue')

    await shows('Confirm your purchase')
  })

  test('a link in the steps waits for the new price, as Continue does', async () => {
    signInMia()
    const { request } = aQuote()
    const blue = { ...request, colourCode: 'BLU' }
    let answerNow = () => {}
    const saved = server['PATCH /purchase-journey/journey-1']!
    server['PATCH /purchase-journey/journey-1'] = (patch: object) =>
      new Promise((done) => {
        answerNow = () =>
          done(saved({ ...patch, currentQuote: aQuote({ request: blue }) } as never))
      })
    await open('#/journey-1/quote')
    await shows('Your quote')
    await act(async () => void updateJourney({ currentQuoteRequest: blue }))

    const link = container.querySelector<HTMLElement>('.steps__link[href$="/trade-in"]')!
    await act(async () => link.click())
    await until(() => expect(container.textContent).toContain('Updating the price'))
    await until(() => expect(callsOf('PATCH /purchase-journey/journey-1')).toHaveLength(1))
    expect(location.hash).toBe('#/journey-1/quote')
    await act(async () => answerNow())

    await shows('Trade-in')
    expect(container.textContent).not.toContain('Updating the price')
  })

  test('the pages of an application do not wait for each other’s updates', async () => {
    signInMia()
    serve(aJourney({ currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }) }))
    const { assets, income } = anApplication()
    server['GET /purchase-journey/journey-1/finance-application'] = () => ({ assets, income })
    const { promise, resolve } = Promise.withResolvers<object>()
    server['PATCH /purchase-journey/journey-1'] = () => promise
    await open('#/journey-1/finance/assets-income')
    await shows('Assets & Income')
    await type('Other monthly income', '200')

    await press('Continue')

    await shows('Liabilities')
    await until(() =>
      expect(callsOf('PATCH /purchase-journey/journey-1')[0]?.body).toMatchObject({
        financeApplication: { income: { otherIncomePerMonthCents: 20_000 } },
      }),
    )
    await act(async () => resolve(aJourney({ version: 2 })))
  })

  test('a refused page of an application is sent again on the next Continue', async () => {
    signInMia()
    serve(aJourney({ currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }) }))
    const { assets, income } = anApplication()
    server['GET /purchase-journey/journey-1/finance-application'] = () => ({ assets, income })
    const taken = server['PATCH /purchase-journey/journey-1']!
    server['PATCH /purchase-journey/journey-1'] = () => problem(400)
    const updates = () => callsOf('PATCH /purchase-journey/journey-1')
    const answers = { financeApplication: { income: { otherIncomePerMonthCents: 20_000 } } }
    await open('#/journey-1/finance/assets-income')
    await shows('Assets & Income')
    await type('Other monthly income', '200')
    await press('Continue')
    await shows('Liabilities')
    await act(async () => expect(await flushJourney()).toBe(false))
    expect(updates()[0]?.body).toMatchObject(answers)
    server['PATCH /purchase-journey/journey-1'] = taken
    await act(async () => history.back())
    await shows('Assets & Income')

    await press('Continue')

    await shows('Liabilities')
    await act(async () => void (await sendLast()))
    expect(updates().at(-1)?.body).toMatchObject(answers)
  })

  test('a customer who cannot apply for finance skips all its pages at once', async () => {
    server['GET /quote/quote-1'] = () =>
      aQuote({
        payOption: 'LOANCLASIC',
        finance: aLoan(),
        anonymousQuote: true,
        customerId: null,
      })
    await open('#/new-quote/finance', { kdcd: 'TN27H-B', quoteId: 'quote-1' })
    await shows('Finance pre-approval')

    await press('Continue')

    await shows('Contact details')
  })

  test('the second press of a double click does not act on the next step', async () => {
    signInMia()
    await open('#/journey-1/configure')
    await shows('Your car')
    const pressed = (detail: number) =>
      act(async () => {
        const button = [...container.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Continue',
        )
        button?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
      })

    await pressed(1)
    await shows('Confirm your details')
    await pressed(2)

    await shows('Confirm your details')
    expect(callsOf('PATCH /purchase-journey/journey-1')).toEqual([])
  })

  test('a customer who went to another step during a save stays there', async () => {
    signInMia()
    let answerNow = () => {}
    const saved = server['PATCH /purchase-journey/journey-1']!
    const confirms = (patch: object) => 'hasConfirmedOwnerDetails' in patch
    // The furthest step is saved in the background, and on a busy machine before this.
    server['PATCH /purchase-journey/journey-1'] = (patch) =>
      confirms(patch)
        ? new Promise((done) => {
            answerNow = () => done(saved(patch))
          })
        : saved(patch)
    await open('#/journey-1/owner-details/confirmation')
    await shows('Confirm your details')
    await press('Enter it manually')
    await type('Street address', '1 Quay Street')
    await type('Town or city', 'Auckland')
    await type('Postcode', '1010')
    await press('Continue')
    await until(() => {
      const sent = callsOf('PATCH /purchase-journey/journey-1').map(({ body }) => body as object)
      expect(sent.filter(confirms)).toHaveLength(1)
    })

    await act(async () => {
      location.hash = '#/journey-1/quote'
      window.dispatchEvent(new Event('hashchange'))
    })
    await shows('Your quote')
    await act(async () => answerNow())

    await shows('Your quote')
    expect(location.hash).toBe('#/journey-1/quote')
  })
})

describe('a purchase that goes on elsewhere', () => {
  test('is looked up when its page is seen again, and shows what has become of it', async () => {
    signInMia()
    const journey = serve(
      aJourney({ metadata: { furthestStep: 'owner-details' }, ownerDetails: null }),
    )
    await open('#/journey-1/owner-details')
    await shows('Confirm your details')
    journey.change({
      version: 2,
      status: { purchaseJourneyStatusCode: 'CONFIRMED' },
      hasConfirmedOwnerDetails: true,
      confirmedDate: '2026-11-20',
    })
    const asked = () => callsOf('GET /purchase-journey/journey-1').length
    const before = asked()
    await act(async () => window.dispatchEvent(new Event('focus')))
    expect(asked()).toBe(before)

    const later = Date.now() + 6_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await act(async () => window.dispatchEvent(new Event('focus')))
    await shows('Payment')
  })
})

describe('a visitor whose car is known', () => {
  test('is asked once whether to trade it in', async () => {
    localStorage.setItem('my-car:1', '{}')
    await open('', { kdcd: 'TN27H-B', quoteId: 'quote-1' })
    await shows('Your car')
    await press('Continue')
    await shows('Trade-in')
    await press('Continue')
    await shows('Contact details')

    location.hash = '#/new-quote/configure'
    await shows('Your car')
    await press('Continue')
    await shows('Contact details')
  })
})

test('on a phone a button leads back to the step before', async () => {
  signInMia()
  serve(aJourney({ metadata: { furthestStep: 'owner-details' } }))
  await open('#/journey-1/owner-details')
  await shows('Confirm your details')
  await press('Back: Trade-in')
  await shows('Trade-in')
  await press('Back: Quote')
  await shows('Your quote')
})
