// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { actFor, setCurrentUser } from '#stores/session/session.ts'
import { updateJourney } from '#stores/journey/journey.ts'
import { showJourney, updateLater } from '#stores/journey/journey-updates.ts'
import { aLoan, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  button,
  callsOf,
  container,
  field,
  open,
  press,
  problem,
  serve,
  server,
  shows,
  signInMia,
  type,
} from '../../Journey.fixture.tsx'
import { CONFIRM, openAndSign, ready, sign } from './confirm.fixture.tsx'

describe('confirming', () => {
  beforeEach(signInMia)

  test('a lease leads with its monthly payment and says when the first one is due', async () => {
    serve({
      ...ready,
      currentQuote: aQuote({
        payOption: 'LEASELC',
        finance: aLoan({ product: 'LEASELC', termMonths: 36, paymentCents: 118_040 }),
      }),
    })
    await open('#/journey-1/confirm')
    await shows('Confirm your purchase')
    const bar = container.querySelector('.action-bar')!
    expect(bar.querySelector('strong')?.textContent).toBe('$1,180.40 a month')
    expect(bar.textContent).toContain('36 months')
    await until(() =>
      expect(container.textContent).toContain(
        'Make the first payment within 48 hours of confirming to keep your car reserved.',
      ),
    )
  })

  test('needs the terms and a name', async () => {
    serve(ready)
    await open('#/journey-1/confirm')
    await shows('Confirm your purchase')

    await press('Confirm purchase')

    await until(() => expect(container.textContent).toContain('Full name is required'))
    expect(container.textContent).toContain('Please read and accept the terms and conditions')
    expect(callsOf(CONFIRM)).toHaveLength(0)
  })

  test('by staff acting for a customer is signed with their own name, and another name is refused', async () => {
    const journey = serve(ready)
    const sam = { id: 1, firstName: 'Sam', lastName: 'Patel', email: 's@example.nz', roles: [] }
    await act(async () => {
      setCurrentUser({ type: 'STAFF', staff: sam, customer: null })
      actFor(ready.customer)
    })
    server[CONFIRM] = () =>
      problem(400, {
        messages: [
          { type: 'ERROR', property: 'signatureName', message: 'must be your own name, Sam Patel' },
        ],
      })
    await open('#/journey-1/confirm')
    await shows('Confirm your purchase')
    expect(container.textContent).toContain('I confirm on behalf of Mia Harris, as instructed.')
    await sign()
    await press('Confirm purchase')
    await until(() =>
      expect(container.textContent).toContain('Full name must be your own name, Sam Patel'),
    )

    server[CONFIRM] = () =>
      journey.change({
        status: { purchaseJourneyStatusCode: 'CONFIRMED' },
        confirmedBy: 'Sam Patel',
      })
    await type('Full name', 'Sam Patel')
    await press('Confirm purchase')
    await until(() => expect(location.hash).toBe('#/journey-1/payment'))
    await act(async () => setCurrentUser(null))
  })

  test('a car that is not available explains the waiting list first', async () => {
    serve({ ...ready, delivery: null })
    await open('#/journey-1/confirm')
    await shows('Confirm your purchase')
    expect(container.textContent).toContain('This car isn’t available right now')
    expect(container.textContent).toContain('Nothing is charged until then')
    expect(container.textContent).toContain('you can cancel at any time while we look')
    expect(container.textContent).toContain('Deposit$1,000Once we find your car')
    expect(container.textContent).not.toContain('Due after you confirm')
    expect(container.textContent).not.toContain('You can cancel until')
  })

  test('mentions a refund of the deposit only where a deposit is due', async () => {
    const loan = aQuote({ payOption: 'LOANCLASIC', finance: aLoan() })
    const covered = {
      ...ready,
      currentQuote: { ...loan, totals: { ...loan.totals, depositDueCents: 800_000 } },
    }
    serve({
      ...covered,
      paymentMetadata: { ...ready.paymentMetadata, depositCents: 0 },
      tradeInformation: {
        vehicles: [aTradeVehicle({ status: 'APPRAISAL_ACCEPTED', offerCents: 800_000 })],
      },
    })
    await open('#/journey-1/confirm')
    await until(() => expect(container.textContent).toContain('You can cancel until'))
    expect(container.textContent).toContain('Nothing to pay when you confirm')
    expect(container.textContent).not.toMatch(/refund/)
  })

  test('happens once, however often the button is pressed, and leads to the payment', async () => {
    const journey = serve(ready)
    let finish = () => {}
    const decided = new Promise<void>((done) => (finish = done))
    server[CONFIRM] = async () => {
      await decided
      return journey.change({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } })
    }
    await openAndSign()

    for (let presses = 0; presses < 3; presses++) await press('Confirm purchase')
    expect(button('Confirm purchase').getAttribute('aria-busy')).toBe('true')
    await until(() => expect(container.textContent).toContain('Confirming your purchase'))
    await act(async () => finish())

    await shows('Payment')
    expect(callsOf(CONFIRM).map(({ body }) => body)).toEqual([
      { acceptedTotalCents: 4_444_000, termsVersion: '2026-11-20', signatureName: 'Mia Harris' },
    ])
    expect(location.hash).toBe('#/journey-1/payment')
  })

  test('a changed price is shown and has to be confirmed again', async () => {
    const journey = serve(ready)
    server[CONFIRM] = () => {
      const quote = aQuote()
      journey.change({
        currentQuote: { ...quote, totals: { ...quote.totals, driveAwayCents: 4_500_000 } },
      })
      return problem(409, { code: 'Conflict', newTotalCents: 4_500_000 })
    }
    await openAndSign()
    await press('Confirm purchase')

    await until(() =>
      expect(container.textContent).toContain('The price is now $45,000 (was $44,440).'),
    )
    expect(document.activeElement?.textContent).toContain('The price has changed')
    expect(button('Confirm purchase')).toBeUndefined()
    await press('Accept $45,000 and confirm')
    await until(() => expect(callsOf(CONFIRM)).toHaveLength(2))
    expect(callsOf(CONFIRM)[1]?.body).toMatchObject({ acceptedTotalCents: 4_500_000 })
  })

  test('a new price that the loaded purchase does not have yet can be accepted too', async () => {
    serve(ready)
    server[CONFIRM] = () => problem(409, { code: 'Conflict', newTotalCents: 4_854_000 })
    await openAndSign()
    await press('Confirm purchase')
    await until(() => expect(container.textContent).toContain('The price is now $48,540'))
    await press('Accept $48,540 and confirm')
    await until(() => expect(callsOf(CONFIRM)).toHaveLength(2))
    expect(callsOf(CONFIRM)[1]?.body).toMatchObject({ acceptedTotalCents: 4_854_000 })
  })

  // decision 64
  test('too many unpaid purchases lead to My Purchases', async () => {
    serve(ready)
    const message =
      'You already have 3 confirmed purchases without a deposit. Pay the deposit of one under My Purchases, or cancel one. Then confirm this purchase.'
    server[CONFIRM] = () =>
      problem(409, {
        code: 'Conflict',
        message,
        messages: [{ type: 'ERROR', property: 'unpaidPurchases', message: 'are limited to 3' }],
      })
    await openAndSign()
    await press('Confirm purchase')

    await until(() => expect(container.textContent).toContain(message))
    expect(document.activeElement?.querySelector('a')?.getAttribute('href')).toBe(
      '/customer/#/agreements',
    )
  })

  test('a change still being saved is shown as saved before it is confirmed', async () => {
    const cash = aQuote()
    const blue = { ...cash.request, colourCode: 'BLU' }
    const journey = serve(ready)
    let answer = () => {}
    const answered = new Promise<void>((done) => (answer = done))
    server['PATCH /purchase-journey/journey-1'] = async () => {
      await answered
      const vehicle = { ...cash.vehicle, colourName: 'Harbour blue' }
      return journey.change({
        currentQuoteRequest: blue,
        currentQuote: aQuote({ request: blue, vehicle }),
        version: 2,
      })
    }
    server[CONFIRM] = () => journey.change({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } })
    await openAndSign()
    await act(async () => void updateJourney({ currentQuoteRequest: blue }))

    await press('Confirm purchase')
    expect(callsOf(CONFIRM)).toHaveLength(0)
    await act(async () => answer())

    await until(() => expect(container.textContent).toContain('Your purchase has changed'))
    expect(callsOf(CONFIRM)).toHaveLength(0)
    expect(container.textContent).toContain('Harbour blue')
    expect(field('I accept the terms and conditions').checked).toBe(false)
    await act(async () => field('I accept the terms and conditions').click())
    await press('Confirm purchase')
    await shows('Payment')
  })

  test('what another tab changed is not signed either where it is met by a change of this page', async () => {
    const journey = serve(ready)
    await openAndSign()
    const tradeInformation = { vehicles: [aTradeVehicle()] }
    const patch = 'PATCH /purchase-journey/journey-1'
    const save = server[patch]!
    server[patch] = () => {
      server[patch] = save
      const current = journey.change({ tradeInformation, version: 2 })
      return problem(412, { code: 'Conflict', current })
    }
    await act(async () => updateLater({ metadata: { furthestStep: 'confirm' } }))
    await press('Confirm purchase')
    await until(() => expect(callsOf(patch).at(-1)?.ifMatch).toBe('"v2"'))
    await until(() => expect(container.textContent).toContain('Your purchase has changed'))
    expect(callsOf(CONFIRM)).toHaveLength(0)
  })

  test('what was changed in another tab is not signed: it is shown, and accepted anew', async () => {
    const journey = serve(ready)
    const loan = aQuote({ payOption: 'LOANCLASIC', finance: aLoan() })
    server[CONFIRM] = () => {
      const current = journey.change({ currentQuote: loan, outletCode: 'AKL01', version: 2 })
      return problem(412, { code: 'Conflict', current })
    }
    await openAndSign()
    await press('Confirm purchase')

    await until(() => expect(container.textContent).toContain('Your purchase has changed'))
    expect(document.activeElement?.textContent).toContain(
      '$36,845.35 over 48 months, paid monthly (was Cash)Dealer',
    )
    expect(field('I accept the terms and conditions').checked).toBe(false)
    server[CONFIRM] = () => journey.change({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } })
    await act(async () => field('I accept the terms and conditions').click())
    await press('Confirm purchase')
    await until(() => expect(callsOf(CONFIRM)).toHaveLength(2))
    expect(callsOf(CONFIRM).map(({ ifMatch }) => ifMatch)).toEqual(['"v1"', '"v2"'])
  })

  test('another version of the same deal is signed, as with a second tab', async () => {
    const journey = serve(ready)
    server[CONFIRM] = () => {
      server[CONFIRM] = () => journey.change({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } })
      const current = journey.change({ metadata: { furthestStep: 'payment' }, version: 2 })
      return problem(412, { code: 'Conflict', current })
    }
    await openAndSign()
    await press('Confirm purchase')
    await shows('Payment')
    expect(callsOf(CONFIRM).map(({ ifMatch }) => ifMatch)).toEqual(['"v1"', '"v2"'])
  })

  test('a page that renews itself asks for the terms again only where the deal has changed', async () => {
    const journey = serve(ready)
    await openAndSign()
    const tradeInformation = { vehicles: [aTradeVehicle()] }
    const renew = (change: Parameters<typeof journey.change>[0]) =>
      act(async () => showJourney(journey.change(change)))
    await renew({ version: 2, metadata: { furthestStep: 'payment' } })
    expect(field('I accept the terms and conditions').checked).toBe(true)
    await renew({ version: 3, tradeInformation })
    expect(field('I accept the terms and conditions').checked).toBe(false)
    expect(container.textContent).toContain('Your purchase has changed')
    expect(document.activeElement?.textContent).toContain('Trade-in')
    await press('Confirm purchase')
    expect(callsOf(CONFIRM)).toHaveLength(0)
  })
})
