// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  callsOf,
  container,
  current,
  hydrate,
  open,
  press,
  problem,
  server,
  shows,
  signInMia,
  stepLinks,
} from './Journey.fixture.tsx'

describe('opening', () => {
  test('a returning customer sees no hydration error', async () => {
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

  test('without a car and a purchase, the page leads to build and quote', async () => {
    await open('')
    await shows('Choose a car first')
  })

  test('a saved purchase asks a visitor to sign in, and then opens at the requested step', async () => {
    await open('#/journey-1/trade-in')
    await shows('Sign in to continue')
    expect(callsOf('GET /purchase-journey/journey-1')).toHaveLength(0)

    await act(async () => signInMia())

    await shows('Trade-in')
    expect(location.hash).toBe('#/journey-1/trade-in')
  })

  test('a saved purchase continues on another device by a link or QR code, loaded when opened', async () => {
    signInMia()
    await open('#/journey-1/quote')
    await shows('Your quote')
    const code = () => container.querySelector('[aria-label="QR code to open this purchase"]')
    const ways = [...container.querySelectorAll('details')].find(({ textContent }) =>
      textContent?.startsWith('Continue on another device'),
    )!
    expect(code()).toBeNull()

    await act(async () => {
      ways.open = true
    })

    await until(() => expect(code()).not.toBeNull())
    const link = ways.querySelector<HTMLInputElement>('input[readonly]')
    expect(link?.value).toBe(`${location.origin}/purchase/#/journey-1`)
  })

  test('a purchase that cannot be opened has a button to try again', async () => {
    signInMia()
    await open('#/journey-9/quote')
    await shows('We couldn’t open this purchase')
    server['GET /purchase-journey/journey-9'] = () => aJourney({ id: 'journey-9' })

    await press('Try again')

    await shows('Your quote')
  })

  test('a car that is not sold leads to the range', async () => {
    server['POST /quote'] = () =>
      problem(400, {
        messages: [{ type: 'ERROR', property: 'kdcd', message: 'is not in the catalogue' }],
      })
    await open('', { kdcd: 'ZZZ' })
    await shows('That car isn’t in our range')
    expect(container.textContent).not.toContain('Try again')
    expect(container.querySelector('a.button')?.getAttribute('href')).toBe('/build-and-quote/')
  })

  test('an address that cannot be shown is replaced by the nearest one that can', async () => {
    signInMia()
    const entries = history.length
    await open('#/journey-1/payment')
    await shows('Confirm your details')
    expect(location.hash).toBe('#/journey-1/owner-details/confirmation')
    expect(history.length).toBe(entries)
  })
})
