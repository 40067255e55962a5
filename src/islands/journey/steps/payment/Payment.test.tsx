// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aJourney, aLoan, aQuote } from '#tests/builders/purchase-journey.ts'
import { changeSlice } from '#stores/journey/purchase-store.ts'
import { $config, keepConfig } from '#stores/site/site-config.ts'
import { until } from '#tests/setup/screen.ts'
import {
  button,
  callsOf,
  container,
  current,
  field,
  open,
  press,
  problem,
  serve,
  server,
  shows,
  signInMia,
} from '../../Journey.fixture.tsx'
import { confirmed, depositLost } from './payment-view.fixture.ts'

const anOwner = {
  customerType: 'INDIVIDUAL' as const,
  firstName: 'Mia',
  lastName: 'Harris',
  email: 'mia@demo.example',
  mobilePhone: '021 555 0123',
  postalAddress: {
    line1: '12 Kauri Road',
    suburb: 'Westmere',
    city: 'Auckland',
    postcode: '1022',
    country: 'NZ' as const,
  },
}

describe('paying', () => {
  beforeEach(signInMia)

  test('leads to the provider’s page by a full page load', async () => {
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

  test('says that no money is taken while the card provider has a test key', async () => {
    serve(confirmed)
    await open('#/journey-1/payment')
    await until(() => expect(container.textContent).toContain('Pay your deposit'))
    await until(() => expect($config.get()).not.toBeNull())
    expect(container.textContent).not.toContain('Test mode')
    await act(async () => keepConfig({ ...$config.get()!, isCardTest: true }))
    expect(container.textContent).toContain('Test mode: no money is taken by card.')
    await act(async () => keepConfig({ ...$config.get()!, isCardTest: false }))
  })

  const rent = { ...confirmed.paymentMetadata, depositCents: 0, balanceCents: 118_040 }
  const lease = {
    ...confirmed,
    currentQuote: aQuote({
      payOption: 'LEASELC',
      finance: aLoan({
        product: 'LEASELC',
        paymentCount: 36,
        paymentCents: 118_040,
        lastPaymentCents: 118_040,
        totalPayableCents: 4_249_440,
      }),
    }),
  }

  test('a lease: paying is the main button as long as the first payment is due', async () => {
    serve({
      ...lease,
      metadata: { furthestStep: 'payment', depositDueBy: '2026-11-25T05:17:00.000Z' },
      paymentMetadata: { ...rent, canPayDeposit: false, canPayBalance: true },
    })
    await open('#/journey-1/payment')
    await until(() => expect(container.textContent).toContain('Make your first payment'))
    expect(button('Make first payment').className).toContain('button--accent')
    expect(button('Continue').className).toContain('button--quiet')
  })

  test('a lease: once the first payment is made, the others are still to come', async () => {
    serve({
      ...lease,
      paymentMetadata: { ...rent, canPayDeposit: false, canPayBalance: false, paidCents: 118_040 },
    })
    await open('#/journey-1/payment')
    await until(() => expect(container.textContent).toContain('Your first payment is made'))
    const toCome = 'You still have 35 payments of $1,180.40 to make, $41,314 in all.'
    expect(container.textContent).toContain(toCome)
    expect(button('Continue').className).not.toContain('button--quiet')

    location.hash = '#/journey-1/complete'
    await shows('It’s reserved for you, Mia.')
    expect(container.textContent).toContain(toCome)
  })

  test('one button pays the chosen way: by card, online banking or bank transfer', async () => {
    serve(confirmed)
    server['POST /poli/pay'] = () => problem(503)
    server['POST /purchase-journey/journey-1/transfer'] = () => problem(404)
    await open('#/journey-1/payment')
    await until(() => expect($config.get()).not.toBeNull())
    const ways = () =>
      [...container.querySelectorAll('.choice-card__title')].map(({ textContent }) => textContent)
    await until(() => expect(ways()).toEqual(['Card', 'Bank transfer']))
    const providers = { ...$config.get()!.providers, bankPayment: 'simulator' } as const
    await act(async () => keepConfig({ ...$config.get()!, providers }))
    expect(ways()).toEqual(['Card', 'Online banking', 'Bank transfer'])

    await act(async () => field('Online banking').click())
    await press('Pay deposit')
    await until(() => expect(callsOf('POST /poli/pay')).toHaveLength(1))

    await act(async () => field('Bank transfer').click())
    expect(button('Pay deposit')).toBeUndefined()
    expect(button('Show bank transfer details').className).toContain('button--accent')
  })

  test('after an online banking payment that failed, it is still chosen', async () => {
    serve(confirmed)
    changeSlice(() => ({
      paymentSessions: { 'journey-1': 'POLI:token' },
      paymentMethods: { 'journey-1': 'POLI' },
    }))
    server['POST /poli/check'] = () => ({
      paymentId: 'p',
      purchaseJourneyId: 'journey-1',
      paymentType: 'DEPOSIT',
      statusCode: 'FAILED',
      message: '',
    })
    server['POST /poli/pay'] = () => problem(503)
    await open('#/journey-1/payment?statusCode=FAILED')
    await until(() => expect(container.textContent).toContain('Try your bank again'))
    const offer = (bankPayment: 'none' | 'simulator') =>
      act(async () => {
        const config = $config.get()!
        keepConfig({ ...config, providers: { ...config.providers, bankPayment } })
      })
    const isChosen = (way: string) => (field(way) as HTMLInputElement).checked
    await offer('none')
    expect(isChosen('Card')).toBe(true)
    await offer('simulator')
    expect(isChosen('Online banking')).toBe(true)

    await press('Pay deposit')
    await until(() => expect(callsOf('POST /poli/pay')).toHaveLength(1))
  })

  // decision 64
  test('one press starts an expired purchase again with its car, dealer and owner details', async () => {
    const expired = aJourney({
      status: { purchaseJourneyStatusCode: 'EXPIRED' },
      confirmedDate: '2026-11-20',
      outletCode: 'HAM',
      ownerDetails: anOwner,
    })
    serve(expired)
    server['POST /quote/save'] = () => aQuote({ quoteId: 'quote-2' })
    server['POST /customer/7/purchase-journeys'] = () => aJourney({ id: 'journey-2' })
    server['PATCH /purchase-journey/journey-2'] = () => aJourney({ id: 'journey-2' })
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {})
    await open('#/journey-1/payment')
    await until(() => expect(container.textContent).toContain('This purchase has expired'))

    await press('Start this purchase again')

    await until(() => expect(left).toHaveBeenCalledWith('/purchase/#/journey-2/quote'))
    expect(callsOf('POST /quote/save')[0]!.body).toMatchObject({
      kdcd: expired.currentQuoteRequest.kdcd,
    })
    expect(callsOf('POST /customer/7/purchase-journeys')[0]!.body).toEqual({
      quoteId: 'quote-2',
      outletCode: 'HAM',
    })
    expect(callsOf('PATCH /purchase-journey/journey-2')[0]!.body).toEqual({
      ownerDetails: anOwner,
    })
  })

  test('the status in the address does not override the journey', async () => {
    serve(confirmed)
    await open('#/journey-1/payment?statusCode=PAID')
    await shows('Payment')
    await until(() => expect(container.textContent).toContain('Pay your deposit'))
    expect(button('Pay deposit')).toBeDefined()
    expect(button('Continue')).toBeUndefined()
  })

  test('while no car is available, offers similar cars, waiting, and cancelling', async () => {
    const journey = serve(
      aJourney({
        status: { purchaseJourneyStatusCode: 'NOCARAVAIL' },
        hasConfirmedOwnerDetails: true,
        confirmedDate: '2026-11-20',
        delivery: null,
        outletCode: 'AKL',
      }),
    )
    server['GET /purchase-journey/journey-1/nearest-cars'] = () => ({ cars: [] })
    server['POST /purchase-journey/journey-1/cancel'] = () =>
      journey.change({ status: { purchaseJourneyStatusCode: 'CANCELLED' } })
    await open('#/journey-1/payment')
    await shows('Payment')
    await until(() => expect(container.textContent).toContain('We’re looking for your car'))
    await until(() =>
      expect(container.textContent).toContain('We have no similar cars in stock near your price'),
    )
    expect(container.textContent).toContain('We’ll email you as soon as we’ve found your car')
    await until(() => expect(container.querySelector('.waiting a[href^="tel:"]')).toBeTruthy())
    await press('Cancel purchase of Tarn Hybrid')
    expect(container.textContent).toContain('You’ll lose your place on the waiting list.')
    await press('Keep the purchase')
    await press('Cancel purchase of Tarn Hybrid')
    await press('Yes, cancel it')
    await until(() => expect(container.textContent).toContain('This purchase is cancelled'))
  })

  test('a paid deposit leads on to Complete', async () => {
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

    await shows('It’s reserved for you, Mia.')
    expect(current()).toBe('Complete')
  })

  test('a deposit that the bank took back is asked for without the balance that is paid', async () => {
    serve({ ...confirmed, paymentMetadata: depositLost })
    await open('#/journey-1/payment')
    await shows('Payment')
    expect(container.textContent).toContain('Pay your deposit')
    expect(container.textContent).toContain('$1,000')
    expect(container.textContent).not.toContain('The balance of')
  })

  test('a purchase that has ended has no steps left', async () => {
    serve({ ...confirmed, status: { purchaseJourneyStatusCode: 'CANCELLED' } })
    await open('#/journey-1/payment')
    await shows('Payment')
    expect(container.querySelector('.steps__count')?.textContent).toBe('Payment')
  })

  test('a purchase that is complete leads to My Purchases', async () => {
    serve({ ...confirmed, status: { purchaseJourneyStatusCode: 'COMPLETE' } })
    await open('#/journey-1/payment')
    await shows('It’s yours, Mia.')
    expect(container.textContent).toContain('This purchase is complete')
    const link = container.querySelector('a.button')
    expect([link?.textContent, link?.getAttribute('href')]).toEqual([
      'My Purchases',
      '/customer/#/agreements',
    ])
  })
})
