// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { flushJourney, sendLast } from '#stores/journey-updates.ts'
import { updateJourney } from '#stores/journey.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { aJourney, aLoan, aQuote } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  callsOf,
  container,
  current,
  hydrate,
  open,
  press,
  problem,
  serve,
  server,
  shows,
  signInMia,
  stepLinks,
  type,
} from './Journey.fixture.tsx'

describe('opening', () => {
  test('a returning customer is met without a hydration error', async () => {
    signInMia()
    const onRecoverableError = vi.fn()
    await hydrate(onRecoverableError)
    await shows('Your quote')
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(callsOf('GET /purchase-journey/journey-1')).toHaveLength(1)
  })

  test('a new purchase starts from a quote, at the first step', async () => {
    await open('', { kdcd: 'TN27H-B', quoteId: 'quote-1' })
    await shows('Your car')
    expect(location.hash).toBe('#/new-quote/configure')
    expect(container.textContent).not.toContain('Continue on another device')
    expect(current()).toBe('Configure')
    expect(stepLinks()).toEqual({
      Configure: '#/new-quote/configure',
      Quote: '#/new-quote/quote',
      'Trade-in': '#/new-quote/trade-in',
      'Owner details': '#/new-quote/owner-details',
      Confirmation: null,
      Payment: null,
      Complete: null,
    })
  })

  test('without a car and without a purchase, the way is to build one', async () => {
    await open('')
    await shows('Choose a car first')
  })

  test('a saved purchase asks a stranger to sign in, and then opens where it was asked for', async () => {
    await open('#/journey-1/trade-in')
    await shows('Sign in to go on')
    expect(callsOf('GET /purchase-journey/journey-1')).toHaveLength(0)

    await act(async () => signInMia())

    await shows('Trade-in')
    expect(location.hash).toBe('#/journey-1/trade-in')
  })

  test('a saved purchase continues on another device by its link', async () => {
    signInMia()
    await open('#/journey-1/quote')
    await shows('Your quote')
    const link = container.querySelector<HTMLInputElement>('input[readonly]')
    expect(link?.value).toBe(`${location.origin}/purchase/#/journey-1`)
  })

  test('or by a code for the camera, which is drawn once somebody looks', async () => {
    signInMia()
    await open('#/journey-1/quote')
    await shows('Your quote')
    const code = () =>
      container.querySelector('[aria-label="QR code of the link to this purchase"]')
    const ways = [...container.querySelectorAll('details')].find(({ textContent }) =>
      textContent?.startsWith('Continue on another device'),
    )!
    expect(code()).toBeNull()

    await act(async () => {
      ways.open = true
    })

    await until(() => expect(code()).not.toBeNull())
  })

  test('a purchase that cannot be opened can be tried again', async () => {
    signInMia()
    await open('#/journey-9/quote')
    await shows('We could not open this purchase')
    server['GET /purchase-journey/journey-9'] = () => aJourney({ id: 'journey-9' })

    await press('Try again')

    await shows('Your quote')
  })

  test('a car that is not sold leads to those that are', async () => {
    server['POST /quote'] = () =>
      problem(400, {
        messages: [{ type: 'ERROR', property: 'kdcd', message: 'is not in the catalogue' }],
      })
    await open('', { kdcd: 'ZZZ' })
    await shows('That car is not in our range')
    expect(container.textContent).not.toContain('Try again')
    expect(container.querySelector('a.button')?.getAttribute('href')).toBe('/build-and-quote/')
  })

  test('an address that cannot be shown gives way to the nearest that can', async () => {
    signInMia()
    const entries = history.length
    await open('#/journey-1/payment')
    await shows('Confirm your details')
    expect(location.hash).toBe('#/journey-1/owner-details/confirmation')
    expect(history.length).toBe(entries)
  })
})

describe('moving on', () => {
  test('the next step has the focus, the title and its address', async () => {
    await open('', { kdcd: 'TN27H-B', quoteId: 'quote-1' })
    await shows('Your car')
    const scrolled = vi.spyOn(window, 'scrollTo')

    await press('Continue')

    await shows('Your quote')
    expect(location.hash).toBe('#/new-quote/quote')
    expect(document.activeElement).toBe(container.querySelector('h1'))
    expect(document.title).toBe('Your quote | Tarvane')
    expect(scrolled).toHaveBeenCalledWith(0, 0)
  })

  test('how far a customer came is sent along, and not waited for', async () => {
    signInMia()
    server['PATCH /purchase-journey/journey-1'] = () => problem(500)
    await open('#/journey-1/configure')
    await shows('Your car')

    await press('Continue')

    await shows('Your quote')
    expect(callsOf('PATCH /purchase-journey/journey-1')).toEqual([])
    window.dispatchEvent(new Event('pagehide'))
    expect(callsOf('PATCH /purchase-journey/journey-1')[0]?.body).toEqual({
      metadata: { furthestStep: 'quote' },
    })
  })

  test('a link of the steps waits for a price that is under way, as Continue does', async () => {
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
    await until(() => expect(container.textContent).toContain('Waiting for the new price'))
    await until(() => expect(callsOf('PATCH /purchase-journey/journey-1')).toHaveLength(1))
    expect(location.hash).toBe('#/journey-1/quote')
    await act(async () => answerNow())

    await shows('Trade-in')
    expect(container.textContent).not.toContain('Waiting for the new price')
  })

  test('the pages of an application do not wait for the update that one of them sends', async () => {
    signInMia()
    serve(aJourney({ currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }) }))
    const { assets, income } = anApplication()
    server['GET /purchase-journey/journey-1/finance-application'] = () => ({ assets, income })
    const { promise, resolve } = Promise.withResolvers<object>()
    server['PATCH /purchase-journey/journey-1'] = () => promise
    await open('#/journey-1/finance/assets-income')
    await shows('Assets & Income')
    await type('Other income', '200')

    await press('Continue')

    await shows('Liabilities')
    await until(() =>
      expect(callsOf('PATCH /purchase-journey/journey-1')[0]?.body).toMatchObject({
        financeApplication: { income: { otherIncomePerMonthCents: 20_000 } },
      }),
    )
    await act(async () => resolve(aJourney({ version: 2 })))
  })

  test('a page of an application that was refused is sent again as it is gone on from again', async () => {
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
    await type('Other income', '200')
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

  test('whoever cannot apply for finance passes all its pages at once', async () => {
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

  test('the second press of a double one is not for the step it lands on', async () => {
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
    await shows('Your quote')
    await pressed(2)

    await shows('Your quote')
    expect(location.hash).toBe('#/journey-1/quote')
  })

  test('somebody who went elsewhere while a step was saved stays there', async () => {
    signInMia()
    let answerNow = () => {}
    const saved = server['PATCH /purchase-journey/journey-1']!
    const confirms = (patch: object) => 'hasConfirmedOwnerDetails' in patch
    // How far somebody has come is saved by the way, and on a busy machine before this.
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
