// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import { showJourney } from '#stores/journey-updates.ts'
import { setAccessToken, setCurrentUser } from '#stores/session.ts'
import { aCustomer, aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import { Journey } from './Journey.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

/** What a call answers: a body, a status, or nothing at all while the server is away. */
type Answer = (body: never) => unknown
let server: Record<string, Answer>
let asked: { call: string; body: unknown }[]
const problem = (status: number, body: object = {}) =>
  new Response(JSON.stringify({ message: 'No', messages: [], ...body }), { status })

async function answer(url: string, init: RequestInit = {}): Promise<Response> {
  const call = `${init.method ?? 'GET'} ${url.replace('/api', '')}`
  const body =
    typeof init.body === 'string' && init.body.startsWith('{') ? JSON.parse(init.body) : init.body
  asked.push({ call, body })
  const given = await server[call]?.(body as never)
  if (given instanceof Response) return given
  return given === undefined ? problem(404) : new Response(JSON.stringify(given), { status: 200 })
}
const callsOf = (call: string) => asked.filter((request) => request.call === call)

const config = {
  flags: {},
  providers: {},
  captchaSiteKey: '',
  chat: null,
  clientId: 'storefront',
  clientSecret: '-',
  termsVersion: '2026-11-20',
  cancelDays: 3,
  demo: true,
}

/** A server with one journey; what is sent to it is kept. */
function serve(journey: PurchaseJourney = aJourney()) {
  let now = journey
  const path = `/purchase-journey/${journey.id}`
  server = {
    'GET /config': () => config,
    'GET /quote/quote-1': () => aQuote({ anonymousQuote: true, customerId: null }),
    'GET /dealers': () => ({ dealers: [] }),
    [`GET ${path}`]: () => now,
    [`PATCH ${path}`]: (patch: Partial<PurchaseJourney>) =>
      (now = {
        ...now,
        ...patch,
        metadata: { ...now.metadata, ...patch.metadata },
        version: now.version + 1,
      }),
  }
  return {
    change: (facts: Partial<PurchaseJourney>) => (now = { ...now, ...facts }),
  }
}

const signInMia = () => {
  setAccessToken({
    access_token: 'a',
    refresh_token: 'r',
    expires_in: 900,
    refreshAt: Date.now() + 900_000,
  })
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
}

let container: HTMLElement
let root: Root | null = null

beforeEach(() => {
  asked = []
  serve()
  localStorage.clear()
  setAccessToken(null)
  showJourney(null)
  vi.stubGlobal('fetch', answer)
  history.replaceState(null, '', '/purchase/')
  document.title = 'Your purchase | Tarvane'
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
})

async function open(hash: string, start: { kdcd?: string; quoteId?: string } = {}) {
  history.replaceState(null, '', `/purchase/${hash}`)
  const { kdcd, quoteId } = start
  if (kdcd) container.dataset.kdcd = kdcd
  if (quoteId) container.dataset.quoteid = quoteId
  root = createRoot(container)
  await act(async () => root?.render(<Journey payOptionNames={{ CASH: 'Cash' }} />))
}
/** Waits until something holds; for an update of the journey that may be five seconds (specification §9). */
async function until(holds: () => void) {
  for (let tries = 0; ; tries++) {
    await act(async () => {
      await new Promise((done) => setTimeout(done, 10))
    })
    try {
      return holds()
    } catch (error) {
      if (tries > 700) throw error
    }
  }
}
const heading = () => container.querySelector('h1')?.textContent
const shows = (title: string) => until(() => expect(heading()).toBe(title))
const button = (name: string) =>
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
const press = (name: string) => act(async () => button(name).click())
const field = (label: string) => {
  const found = [...container.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.startsWith(label),
  )!
  return (found.querySelector('input') ??
    document.getElementById(found.htmlFor)) as HTMLInputElement
}
const type = (label: string, text: string) =>
  act(async () => {
    const input = field(label)
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!
    set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
const stepLinks = () =>
  Object.fromEntries(
    [...container.querySelectorAll('nav[aria-label="Purchase steps"] .steps__link')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]),
  )
const current = () => container.querySelector('[aria-current="step"]')?.textContent

describe('opening', () => {
  test('a returning customer is met without a hydration error', async () => {
    signInMia()
    container.innerHTML = renderToString(<Journey />)
    expect(container.textContent).toContain('Opening your purchase')
    history.replaceState(null, '', '/purchase/#/journey-1/quote')
    const onRecoverableError = vi.fn()
    await act(async () => {
      root = hydrateRoot(container, <Journey />, { onRecoverableError })
    })
    await shows('Your quote')
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(callsOf('GET /purchase-journey/journey-1')).toHaveLength(1)
  })

  test('a new purchase starts from a quote, at the first step', async () => {
    await open('', { kdcd: 'TN27H-B', quoteId: 'quote-1' })
    await shows('Your car')
    expect(location.hash).toBe('#/new-quote/configure')
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

describe('contact details', () => {
  const openContact = async () => {
    await open('#/new-quote/owner-details', { kdcd: 'TN27H-B', quoteId: 'quote-1' })
    await shows('Contact details')
  }

  test('what is missing is said at its field, and the first one has the focus', async () => {
    await openContact()
    await press('Continue')
    await until(() => expect(document.activeElement).toBe(field('First name')))
    expect(container.textContent).toContain('First name is required')
    expect(container.textContent).toContain('Please enter a valid email address')
    expect(asked.some(({ call }) => call.startsWith('POST'))).toBe(false)
  })

  test('what is typed outlives the page', async () => {
    await openContact()
    await type('First name', 'Tāne')
    await act(async () => root?.unmount())
    showJourney(null)

    await openContact()

    expect(field('First name').value).toBe('Tāne')
  })
})

describe('the confirmation of the details', () => {
  test('§5 without an address it asks for one of the list, and goes there', async () => {
    signInMia()
    await open('#/journey-1/owner-details/confirmation')
    await shows('Confirm your details')

    await press('Continue')

    await until(() =>
      expect(container.textContent).toContain(
        'Please pick an address from the list. If no addresses match, try using the ‘enter it manually’ option.',
      ),
    )
    expect(field('Address').getAttribute('aria-invalid')).toBe('true')
    expect(callsOf('PATCH /purchase-journey/journey-1')).toHaveLength(0)
  })

  test('a refusal of the server is said at its field, and everything typed stays', async () => {
    signInMia()
    server['PATCH /purchase-journey/journey-1'] = () =>
      problem(400, {
        code: 'Validation',
        messages: [
          { type: 'ERROR', property: 'ownerDetails.mobilePhone', message: 'is not a phone number' },
        ],
      })
    await open('#/journey-1/owner-details/confirmation')
    await shows('Confirm your details')
    await press('Enter it manually')
    await type('Street address', '1 Quay Street')
    await type('Town or city', 'Auckland')
    await type('Postcode', '1010')

    await press('Continue')

    await until(() => expect(container.textContent).toContain('Mobile phone is not a phone number'))
    expect(heading()).toBe('Confirm your details')
    expect(field('Street address').value).toBe('1 Quay Street')
  })
})

describe('confirming', () => {
  const ready = aJourney({ hasConfirmedOwnerDetails: true, metadata: { furthestStep: 'confirm' } })
  const sign = async () => {
    await act(async () => field('I accept the terms and conditions').click())
    await type('Full name', 'Mia Harris')
  }
  const CONFIRM = 'POST /purchase-journey/journey-1/confirm-purchase'

  test('needs the terms and a name', async () => {
    signInMia()
    serve(ready)
    await open('#/journey-1/confirm')
    await shows('Confirm your purchase')

    await press('Confirm purchase')

    await until(() => expect(container.textContent).toContain('Full name is required'))
    expect(container.textContent).toContain('Please read and accept the terms and conditions')
    expect(callsOf(CONFIRM)).toHaveLength(0)
  })

  test('happens once, however often the button is pressed, and leads to the payment', async () => {
    signInMia()
    const journey = serve(ready)
    let finish = () => {}
    const decided = new Promise<void>((done) => (finish = done))
    server[CONFIRM] = async () => {
      await decided
      return journey.change({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } })
    }
    await open('#/journey-1/confirm')
    await shows('Confirm your purchase')
    await sign()

    for (let presses = 0; presses < 3; presses++) await press('Confirm purchase')
    await act(async () => finish())

    await shows('Payment')
    expect(callsOf(CONFIRM).map(({ body }) => body)).toEqual([
      { acceptedTotalCents: 4_444_000, termsVersion: '2026-11-20', signatureName: 'Mia Harris' },
    ])
    expect(location.hash).toBe('#/journey-1/payment')
  })

  test('a price that moved is shown and asked about again', async () => {
    signInMia()
    const journey = serve(ready)
    server[CONFIRM] = () => {
      const quote = aQuote()
      journey.change({
        currentQuote: { ...quote, totals: { ...quote.totals, driveAwayCents: 4_500_000 } },
      })
      return problem(409, { code: 'Conflict', newTotalCents: 4_500_000 })
    }
    await open('#/journey-1/confirm')
    await shows('Confirm your purchase')
    await sign()

    await press('Confirm purchase')

    await until(() => expect(container.textContent).toContain('It was $44,440, and is $45,000 now'))
    expect(field('I accept the terms and conditions').checked).toBe(false)
    await act(async () => field('I accept the terms and conditions').click())
    await press('Confirm purchase')
    await until(() => expect(callsOf(CONFIRM)).toHaveLength(2))
    expect(callsOf(CONFIRM)[1]?.body).toMatchObject({ acceptedTotalCents: 4_500_000 })
  })
})

describe('paying', () => {
  const confirmed = aJourney({
    status: { purchaseJourneyStatusCode: 'CONFIRMED' },
    hasConfirmedOwnerDetails: true,
    confirmedDate: '2026-11-20',
  })

  test('leads to the provider’s page by a full page load', async () => {
    signInMia()
    serve(confirmed)
    server['POST /stripe/start'] = () => ({
      sessionId: 'cs_1',
      redirectUrl: 'https://pay.example/1',
      amountCents: 100_000,
    })
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {})
    await open('#/journey-1/payment')
    await until(() => expect(container.textContent).toContain('Pay your deposit'))

    await press('Pay deposit')

    await until(() => expect(left).toHaveBeenCalledWith('https://pay.example/1'))
    expect(callsOf('POST /stripe/start').map(({ body }) => body)).toEqual([
      { purchaseJourneyId: 'journey-1', paymentType: 'DEPOSIT' },
    ])
  })

  test('the address only hints: what the journey says is what counts', async () => {
    signInMia()
    serve(confirmed)
    await open('#/journey-1/payment?statusCode=PAID')
    await shows('Payment')
    await until(() => expect(container.textContent).toContain('Pay your deposit'))
    expect(button('Pay deposit')).toBeDefined()
    expect(button('Continue')).toBeUndefined()
  })

  test('paid, the way leads on to Complete', async () => {
    signInMia()
    const { paymentMetadata } = confirmed
    serve({
      ...confirmed,
      paymentMetadata: {
        ...paymentMetadata,
        depositPaid: true,
        canPayDeposit: false,
        canPayBalance: true,
        paidCents: 100_000,
      },
    })
    await open('#/journey-1/payment?statusCode=PAID')
    await until(() => expect(container.textContent).toContain('Your deposit is paid'))

    await press('Continue')

    await shows('Thank you, Mia')
    expect(current()).toBe('Complete')
  })

  test('with the deposit due, Complete says that one step is left', async () => {
    signInMia()
    serve(confirmed)
    await open('#/journey-1/complete')
    await shows('One step left')
  })
})
