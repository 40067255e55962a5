// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { carSize } from '#lib/art/car-look.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'
import { priceQuote, type PricedRequest } from '#lib/domain/pricing.ts'
import { keepErrand, waitingErrand } from '#stores/errand.ts'
import { chooseConfiguration } from '#stores/quote.ts'
import { setAccessToken, setCurrentUser } from '#stores/session.ts'
import { $signInPrompt, askToSignIn } from '#stores/sign-in-prompt.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { typeInto } from '#tests/setup/screen.ts'
import { builderProps } from '#ui/configuration/builder-data.ts'
import { Builder } from './Builder.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const props = builderProps(catalogue, carSize, 'Petrol at $2.70.')

/** A server that prices as the real one does, its on-road costs some cents dearer if a test wants it so. */
const server = {
  hasReservations: false,
  dearerByCents: 0,
  delivery: undefined as Quote['delivery'],
  asked: [] as string[],
}

const answer = (url: string, init?: RequestInit): Response => {
  const path = new URL(url, 'http://site').pathname.replace('/api', '')
  server.asked.push(`${init?.method ?? 'GET'} ${path}`)
  const body = JSON.parse(String(init?.body ?? '{}')) as PricedRequest
  if (path === '/config' && server.hasReservations)
    return Response.json({ flags: { reservations: true, usedCars: false } })
  if (path === '/quote/q1') return Response.json(quoteOf(body, path))
  if (path === '/quote/email') return Response.json({ queued: true })
  if (path === '/quote' || path === '/quote/save') return Response.json(quoteOf(body, path))
  return new Response('{}', { status: 404 })
}

let lastAsked: PricedRequest
function quoteOf(body: PricedRequest, path: string) {
  if (path === '/quote') lastAsked = body
  const priced = priceQuote(lastAsked, catalogue)
  if (!priced.ok) throw new Error(JSON.stringify(priced.problems))
  const { totals } = priced.value
  const lines = priced.value.lines.map((line) =>
    line.kind === 'ON_ROAD'
      ? { ...line, amountCents: line.amountCents + server.dearerByCents }
      : line,
  )
  const driveAwayCents = totals.driveAwayCents + server.dearerByCents
  return {
    ...priced.value,
    lines,
    totals: { ...totals, driveAwayCents },
    delivery: server.delivery,
    // What is saved is a copy.
    quoteId: path === '/quote/save' ? 'q2' : 'q1',
    customerId: path === '/quote' ? null : 7,
    expires: '2999-01-01T00:00:00Z',
  }
}

let container: HTMLElement
let root: Root | null = null

beforeEach(() => {
  Object.assign(server, {
    hasReservations: false,
    dearerByCents: 0,
    delivery: undefined,
    asked: [],
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => answer(url, init))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setAccessToken(null)
  askToSignIn(null)
  keepErrand(null)
  chooseConfiguration({ kdcd: 'CV27P-A', payOption: 'CASH' })
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
  vi.useRealTimers()
})

const at = (search: string) => history.replaceState(null, '', `/build-and-quote/${search}`)
const open = async (search = '') => {
  at(search)
  root = createRoot(container)
  await act(async () => root?.render(<Builder {...props} />))
}
const text = (selector: string) => container.querySelector(selector)?.textContent ?? ''
const price = () => text('output')
const notices = () => text('[role=status].builder__notices')
const group = (name: string) =>
  [...container.querySelectorAll('fieldset')].find(
    (fieldset) => fieldset.querySelector('legend')?.textContent === name,
  )!
const named = (input: Element) => {
  const label = input.getAttribute('aria-labelledby')
  return (label ? container.querySelector(`#${CSS.escape(label)}`) : input.closest('label'))
    ?.textContent
}
const choices = (name: string) => [...group(name).querySelectorAll('input')].map(named)
const choose = (name: string, choice: string) =>
  act(async () => {
    const input = [...group(name).querySelectorAll('input')].find((one) => named(one) === choice)
    if (!input) throw new Error(`${choice} is not in ${name}: ${choices(name).join(', ')}`)
    input.click()
  })
const press = (name: string) =>
  act(async () => {
    ;[...container.querySelectorAll('button')]
      .find(({ textContent }) => textContent === name)!
      .click()
  })
const settle = () =>
  act(async () => {
    await import('#stores/quote-calls.ts')
    await vi.advanceTimersByTimeAsync(600)
  })
const signInMia = () => {
  setAccessToken({ access_token: 'a', expires_in: 900, refreshAt: Date.now() + 900_000 })
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
}

test('a returning visitor with an address is met without a hydration error', async () => {
  at('')
  container.innerHTML = renderToString(<Builder {...props} />)
  expect(price()).toBe('$28,440')
  signInMia()
  at('?kdcd=TN27H-B&colour=WHP&interior=SYB&accessories=MATS&pay=CASH')
  const onRecoverableError = vi.fn()
  await act(async () => {
    root = hydrateRoot(container, <Builder {...props} />, { onRecoverableError })
  })
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(price()).toBe('$46,979')
})

test('each choice is named as in the catalogue', async () => {
  await open('?model=tarn')
  expect(choices('Model')).toEqual(catalogue.models.map(({ name }) => name))
  expect(choices('Grade')).toEqual([
    'Tarn 1.5 Pure',
    'Tarn 1.5 Hybrid Plus',
    'Tarn 1.5 Hybrid Premium',
  ])
  expect(choices('Option')).toEqual(['Standard', 'Touring Pack'])
  expect(choices('Colour')).toContain('Deepwater Blue')
  expect(choices('Interior')).toEqual(['Charcoal cloth'])
  expect(choices('Accessories')).toContain('Tow bar and wiring')
  expect(choices('Care plan')).toContain('Tarvane Care 3')
  expect(choices('Pay option')).toEqual([
    'Cash',
    'Finance',
    'Classic loan',
    'Flexi loan',
    'Lease',
    'Lease – Lite Care',
    'Lease – Total Care',
    'Lease – Ultimate Care',
  ])
})

test('each colour says whether it stands somewhere, and when it would be ready', async () => {
  vi.setSystemTime('2026-11-23T01:00:00Z')
  await open('?kdcd=TN27H-A&colour=BLD')
  expect(text('.builder__stock')).toBe(
    'In stockReady 30 November to 7 December 2026, if you order today.',
  )
  await choose('Colour', 'Deepwater Blue / black roof')
  expect(text('.builder__stock')).toBe(
    'On orderReady 11 February to 11 March 2027, if you order today.',
  )
  const none = catalogue.stock.find(({ level }) => level === 'Unavailable')!
  await act(async () => root?.unmount())
  await open(`?kdcd=${none.kdcd}&colour=${none.colourCode}`)
  expect(text('.builder__stock')).toBe('Unavailable')
})

test('that none can be promised is for the server to say', async () => {
  server.delivery = null
  await open('?kdcd=TN27H-A&colour=BLD')
  await choose('Colour', 'Deepwater Blue / black roof')
  expect(text('.builder__stock')).toContain('if you order today.')
  await settle()
  expect(text('.builder__stock')).toBe('On orderWe cannot promise when this car would be ready.')
})

describe('a choice', () => {
  test('repaints, reprices and is kept in the address', async () => {
    await open('?model=tarn')
    await choose('Grade', 'Tarn 1.5 Hybrid Plus')
    await choose('Colour', 'Cloud Pearl')
    await choose('Accessories', 'All-weather floor mats')
    await settle()

    expect(container.querySelector('.builder__car')?.getAttribute('src')).toBe('/art/tarn-WHP.svg')
    expect(container.querySelector('.builder__car')?.getAttribute('alt')).toBe(
      'Tarn 1.5 Hybrid Plus in Cloud Pearl, side view',
    )
    expect(container.querySelectorAll('.builder__car')[1]?.getAttribute('src')).toBe(
      '/art/TN27H-A.svg',
    )
    expect(price()).toBe('$45,579')
    expect(location.search).toBe('?kdcd=TN27H-A&colour=WHP&interior=CLB&accessories=MATS&pay=CASH')
  })

  test('of the front shows it in each colour, on the screen only', async () => {
    await open('?kdcd=TN27H-B&colour=WHP')
    const shown = () =>
      [...container.querySelectorAll('.builder__car:not(.print-only)')].map((image) => [
        image.getAttribute('src'),
        image.getAttribute('alt'),
      ])
    await choose('View', 'Front')
    expect(shown()).toEqual([
      ['/art/tarn-WHP-front.svg', 'Tarn 1.5 Hybrid Plus in Cloud Pearl, front view'],
      ['/art/TN27H-B-front.svg', ''],
    ])
    expect(container.querySelector('.builder__car.print-only')?.getAttribute('src')).toBe(
      '/art/tarn-WHP.svg',
    )
    await choose('Colour', 'Beacon Red')
    expect(shown()[0]?.[0]).toBe('/art/tarn-RDB-front.svg')
    await choose('View', 'Side')
    expect(shown()).toEqual([
      ['/art/tarn-RDB.svg', 'Tarn 1.5 Hybrid Plus in Beacon Red, side view'],
      ['/art/TN27H-B.svg', ''],
    ])
    expect(location.search).not.toContain('front')
  })

  test('of another model leaves no grade of the one before to press', async () => {
    await open('?model=tarn')
    const grades = () => container.querySelectorAll('.builder__part')[1]!
    const cove = [...group('Model').querySelectorAll('input')].find((one) => named(one) === 'Cove')!
    const seen: [string, boolean][] = []
    const watching = new MutationObserver(() =>
      seen.push([grades().querySelector('input')!.value, grades().hasAttribute('inert')]),
    )
    watching.observe(grades(), { attributes: true })
    await act(async () => cove.click())
    watching.disconnect()
    expect(seen).toEqual([
      ['TN27P', true],
      ['CV27P', false],
    ])
  })

  test('that takes something away says so', async () => {
    await open('?kdcd=TN27H-B&accessories=RBOX')
    expect(notices()).toBe('')
    await choose('Option', 'Standard')
    expect(notices()).toContain('Roof box 430 L needs Roof cross bars, so it was taken off.')
  })

  test('is priced by the server at once, and those that follow when the choosing has stopped', async () => {
    const pricings = () => server.asked.filter((call) => call === 'POST /quote').length
    await open('?model=tarn')
    await choose('Colour', 'Beacon Red')
    await act(async () => {
      await import('#stores/quote-calls.ts')
      await vi.advanceTimersByTimeAsync(60)
    })
    expect(pricings()).toBe(1)
    expect(lastAsked.colourCode).toBe('RDB')
    await choose('Colour', 'Tide Silver')
    await choose('Colour', 'Deepwater Blue')
    expect(pricings()).toBe(1)
    await settle()
    expect(pricings()).toBe(2)
    expect(lastAsked.colourCode).toBe('BLD')
  })
})

describe('the server’s price is the one that counts', () => {
  test('each line that differs is said, and is accepted before the purchase starts', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue()
    server.dearerByCents = 50_000
    await open('?model=tarn')
    await choose('Colour', 'Deepwater Blue')
    await press('Start purchase')
    await settle()
    expect(price()).toBe('$39,640')
    expect(notices()).toContain('The drive-away price is $39,640, not $39,140:')
    expect(text('.builder__changed .summary')).toBe('On-road costs$1,950Was $1,450')
    expect(assign).not.toHaveBeenCalled()

    await press('Accept this price')
    expect(notices()).not.toContain('Our prices have changed')
    expect(price()).toBe('$39,640')
    await press('Start purchase')
    await settle()
    expect(assign).toHaveBeenCalledWith('/purchase/?kdcd=TN27P-A&quoteId=q1')
    assign.mockRestore()
  })

  test('is not to be accepted again of a copy with the same lines', async () => {
    const assign = vi.spyOn(location, 'assign').mockReturnValue()
    server.dearerByCents = 50_000
    signInMia()
    await open('?model=tarn')
    await choose('Colour', 'Deepwater Blue')
    await settle()
    await press('Accept this price')
    await press('Save quote')
    await settle()
    expect(container.textContent).toContain('This quote is saved.')
    expect(notices()).not.toContain('Our prices have changed')
    await press('Start purchase')
    await settle()
    expect(assign).toHaveBeenCalledWith('/purchase/?kdcd=TN27P-A&quoteId=q2')

    server.dearerByCents = 60_000
    await choose('Colour', 'Beacon Red')
    await settle()
    expect(notices()).toContain('Our prices have changed')
    assign.mockRestore()
  })

  test('a quote that is opened was accepted when it was made', async () => {
    server.dearerByCents = 50_000
    lastAsked = { kdcd: 'TN27P-A', colourCode: 'BLD', payOption: 'CASH' }
    await open('?quoteId=q1')
    await settle()
    expect(notices()).toContain('This quote’s price is $39,640; today’s price list says $39,140.')
    expect(notices()).not.toContain('Accept')
  })
})

test('an address that cannot be bought falls back and says so', async () => {
  await open('?kdcd=TN27H-A&colour=NIL&pay=RESERVATION')
  expect(price()).toBe('$44,440')
  expect(notices()).toContain('That colour is not offered')
  expect(notices()).toContain('That way to pay is not offered, so the price is for cash.')
})

describe('a loan', () => {
  const deposit = () => container.querySelector<HTMLInputElement>('.input-money input')!
  const type = async (value: string) => {
    await act(async () => deposit().focus())
    await typeInto(deposit(), value)
    await act(async () => deposit().blur())
  }

  test('shows its payment with all its figures', async () => {
    await open('?kdcd=TN27H-A&pay=LOANCLASIC&deposit=800000&term=48&every=Monthly')
    const figures = text('.card')
    for (const figure of [
      '$924.53 a month',
      '$44,440',
      '$8,000',
      '$36,845.35',
      '48 months',
      '48, monthly',
      '$924.14',
      '8.95%',
      '$405.35',
      '$8.50',
      '$44,377.05',
      '$52,377.05',
    ])
      expect(figures).toContain(figure)
    expect(figures).toContain('Estimated payment')
    expect(figures).toContain('subject to the lender’s checks')
  })

  test('takes a deposit as it is typed', async () => {
    await open('?kdcd=TN27H-A&pay=LOANCLASIC')
    await type('$10,000')
    await settle()
    expect(location.search).toContain('deposit=1000000')
    expect(deposit().value).toBe('10,000')
  })

  test('keeps a deposit that is too small, says why, and does not go on with it', async () => {
    await open('?kdcd=TN27H-A&pay=LOANCLASIC&deposit=800000')
    await type('100')
    expect(deposit().value).toBe('100')
    expect(text('.field__error')).toBe('Deposit must be at least $4,444')
    await press('Start purchase')
    await settle()
    expect(server.asked).not.toContain('POST /quote')
    expect(document.activeElement).toBe(deposit())
  })

  test('asks the least deposit of whatever car it is, until another is chosen', async () => {
    await open('?kdcd=TN27H-A&pay=LOANCLASIC')
    expect(deposit().value).toBe('4,444')
    await choose('Accessories', 'Tow bar and wiring')
    expect(deposit().value).toBe('4,593.50')
    expect(notices()).toBe('')
  })

  test('comes back with its terms after another way to pay was looked at', async () => {
    await open('?kdcd=TN27H-A&pay=LOANCLASIC&deposit=800000&term=48&every=Monthly')
    await choose('Pay option', 'Lease')
    await settle()
    expect(location.search).toContain('pay=LEASE&deposit=0')
    await choose('Pay option', 'Classic loan')
    await settle()
    expect(location.search).toContain('pay=LOANCLASIC&deposit=800000&term=48&every=Monthly')
  })
})

describe('saving', () => {
  test('asks a visitor to sign in, and goes on once they have', async () => {
    await open('?kdcd=TN27H-A&colour=WHP')
    await press('Save quote')
    expect($signInPrompt.get()).toContain('Everything you have chosen stays.')
    expect(server.asked).not.toContain('POST /quote/save')

    await act(async () => signInMia())
    await settle()
    expect(server.asked).toContain('POST /quote/save')
    expect(container.textContent).toContain('This quote is saved.')
    expect(location.search).toContain('colour=WHP')
  })

  test('and emailing go on by themselves after an account was made on its own page', async () => {
    await open('?kdcd=TN27H-A&colour=WHP&interior=CLB&pay=CASH')
    await press('Email quote')
    const errand = waitingErrand()
    expect(errand).toEqual({ act: 'email', query: location.search })
    await act(async () => root?.unmount())

    signInMia()
    keepErrand(errand)
    await open(errand?.query)
    await settle()
    expect(server.asked).toContain('POST /quote/save')
    expect(server.asked).toContain('POST /quote/email')
    expect(waitingErrand()).toBeNull()
  })

  test.each([
    ['nobody has signed in', false, '?kdcd=TN27H-A&colour=WHP&interior=CLB&pay=CASH'],
    ['another car is opened', true, '?kdcd=TN27H-A&colour=BLD&interior=CLB&pay=CASH'],
  ])('is forgotten where %s', async (_, isSignedIn, search) => {
    keepErrand({ act: 'save', query: '?kdcd=TN27H-A&colour=WHP&interior=CLB&pay=CASH' })
    if (isSignedIn) signInMia()
    await open(search)
    await settle()
    expect(server.asked).not.toContain('POST /quote/save')
    expect(waitingErrand()).toBeNull()
  })

  test('is at once for a customer', async () => {
    signInMia()
    await open('?kdcd=TN27H-A')
    await press('Save quote')
    await settle()
    expect($signInPrompt.get()).toBeNull()
    expect(server.asked).toContain('POST /quote/save')
  })
})

// Last: what the server says of itself is asked for once a page.
test('a reservation is offered only with its flag', async () => {
  server.hasReservations = true
  await open('?kdcd=TN27H-A&pay=RESERVATION')
  await settle()
  expect(choices('Pay option')).toContain('Reservation')
  expect(container.textContent).toContain('Reservation fee')
  expect(location.search).toContain('pay=RESERVATION')
})
