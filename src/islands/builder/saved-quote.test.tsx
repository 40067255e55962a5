// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setAccessToken } from '#stores/session/session.ts'
import { $signInPrompt } from '#stores/sign-in/sign-in-prompt.ts'
import {
  CODE,
  container,
  open,
  press,
  price,
  server,
  settle,
  signInMia,
  text,
} from './Builder.fixture.tsx'

const heading = () => container.querySelector('h2')?.textContent
const actions = () =>
  [...container.querySelectorAll('a.button, button')].map(({ textContent }) => textContent)
const openLink = async (hash = '') => {
  await open(`?quoteId=q1${hash}`)
  await settle()
  await act(async () => {
    await import('./UnopenedQuote.tsx')
    await vi.advanceTimersByTimeAsync(50)
  })
}

beforeEach(() => {
  server.isPermitted = false
  server.lastRequest = { kdcd: 'TN27P-A', colourCode: 'BLD', payOption: 'CASH' }
})

describe('the link of a quote, signed out (decision 65)', () => {
  test('shows that car and those figures, read only, until its owner logs in', async () => {
    await openLink(`#${CODE}`)
    expect(heading()).toBe('Tarn 1.5 Pure')
    expect(container.textContent).toContain('$39,140')
    expect(container.querySelector('.shared-quote__car')?.getAttribute('src')).toBe(
      '/art/tarn-BLD.svg',
    )
    expect(text('h1')).toBe('Your quote')
    expect(text('details')).toContain(`Quote number q1. Quote code ${CODE}`)
    expect(container.querySelectorAll('input')).toHaveLength(0)
    expect(actions()).toEqual([
      'Sign in to change this quote or buy the car',
      'Build this car at today’s price',
      'Print',
    ])
    await press('Sign in to change this quote or buy the car')
    expect($signInPrompt.get()).toBe('Sign in to open your quote here.')

    server.isPermitted = true
    await act(async () => signInMia())
    await settle()
    expect(price()).toBe('$39,140')
    expect(actions()).toContain('Start purchase')
  })

  test.each([
    [{ from: '2027-03-01', to: '2027-03-08' }, 'Ready 1 to 8 March 2027'],
    [null, 'Not available right now. We’ll look for one'],
  ])('shows the delivery beside the price (decision 66)', async (delivery, line) => {
    server.delivery = delivery
    await openLink(`#${CODE}`)
    expect(text('.shared-quote__head .delivery-line').replaceAll('\u00a0', ' ')).toBe(line)
  })

  test('shows the yearly distance, where the payment depends on it', async () => {
    server.lastRequest = {
      kdcd: 'TN27P-A',
      colourCode: 'BLD',
      payOption: 'LOANFLEXI',
      finance: { depositCents: 500_000, termMonths: 36, frequency: 'Monthly', annualKm: 15_000 },
    }
    await openLink(`#${CODE}`)
    expect(text('.shared-quote__columns')).toContain('Distance15,000 km a year')
  })

  test.each([
    ['', 'Sign in to open your saved quote'],
    ['#7QK2-9XNF', 'This link doesn’t open a quote'],
    ['#0000-0000-0000-0000', 'This link doesn’t open a quote'],
  ])('with “%s” for its code shows no car and no price', async (hash, title) => {
    await openLink(hash)
    expect(heading()).toBe(title)
    expect(container.textContent).not.toMatch(/\$|Tarn|Cove/)
    expect(container.querySelector('img')).toBeNull()
    expect(actions()).toEqual(['Sign in', 'Build a new quote'])
    expect(container.textContent).toContain('Call 0800 827 826')
  })

  test('shows no car and no price once that price has expired', async () => {
    server.expires = '2026-11-20T01:00:00Z'
    vi.setSystemTime('2026-11-23T01:00:00Z')
    await openLink(`#${CODE}`)
    expect(heading()).toBe('This quote has expired')
    expect(container.textContent).toContain('held until 20\u00a0November\u00a02026')
    expect(container.textContent).not.toMatch(/\$|Tarn|Cove/)
  })

  test('opens with another code when the address gets one', async () => {
    await openLink('#7QK2-9XNF')
    await act(async () => {
      location.hash = `#${CODE}`
      dispatchEvent(new Event('hashchange'))
    })
    await settle()
    expect(heading()).toBe('Tarn 1.5 Pure')
  })
})

test('a quote of another account is read only, or not shown at all', async () => {
  signInMia()
  await openLink(`#${CODE}`)
  expect(container.textContent).toContain('This quote belongs to another account.')
  expect(actions()).toEqual(['Build this car at today’s price', 'Print'])
  await act(async () => setAccessToken(null))
  await settle()
  expect(actions()[0]).toBe('Sign in to change this quote or buy the car')
})

test('a failed request shows an error with Try again', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  await openLink(`#${CODE}`)
  expect(container.textContent).toContain('We couldn’t open your quote')
  expect(container.textContent).not.toMatch(/\$|Tarn|Cove/)
  expect(actions()).toEqual(['Try again'])
})
