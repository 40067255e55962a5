// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keepConfig } from '#stores/site/site-config.ts'
import * as toasts from '#stores/site/toasts.ts'
import { aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import {
  button,
  callsOf,
  container,
  field,
  heading,
  open,
  press,
  problem,
  server,
  shows,
  signInMia,
  stepLinks,
  type,
} from '../../Journey.fixture.tsx'
import { choose, nameOf, PATCH, priced, radio, sell } from './quote.fixture.ts'

const unfold = (title: string) =>
  act(async () => {
    const summary = [...container.querySelectorAll('summary')].find(
      ({ textContent }) => textContent === title,
    )!
    const details = summary.parentElement as HTMLDetailsElement
    details.open = true
    details.dispatchEvent(new Event('toggle'))
  })
const total = () => container.querySelector('.summary__line--total dd')?.textContent

async function openPay(hash = '#/journey-1/quote') {
  await open(hash)
  await shows('Your quote')
  await unfold('Compare or change how you pay')
  await until(() => expect(radio(nameOf('CASH'))).toBeTruthy())
}

describe('how a purchase is paid', () => {
  beforeEach(() => {
    sell()
    signInMia()
  })

  test('another pay option can be chosen within the purchase, and the steps follow at once', async () => {
    sell(100)
    let answer = () => {}
    const answered = new Promise<void>((done) => (answer = done))
    const patch = server[PATCH]!
    server[PATCH] = async (body) => {
      await answered
      return patch(body)
    }
    await openPay()
    expect(Object.keys(stepLinks())).not.toContain('Finance pre-approval')
    const before = total()

    await choose(nameOf('LOANCLASIC'))

    expect(Object.keys(stepLinks())).toContain('Finance pre-approval')
    expect(container.textContent).toContain(`How you pay: ${nameOf('LOANCLASIC')}`)
    expect(container.textContent).toContain('Total amount payable')
    expect(total()).toBe(before)

    answer()
    await until(() => expect(total()).not.toBe(before))
    // Beside it the page notes how far its buyer has come.
    const sent = callsOf(PATCH).find(({ body }) => 'currentQuoteRequest' in (body as object))
    expect(sent?.body).toMatchObject({ currentQuoteRequest: { payOption: 'LOANCLASIC' } })
  })

  test.each(['LOANCLASIC', 'LOANFLEXI', 'LEASELC', 'LEASETC', 'LEASEUC'])(
    '%s has its figures beside it',
    async (code) => {
      await openPay()
      await choose(nameOf(code))
      expect(container.textContent).toContain(`How you pay: ${nameOf(code)}`)
      for (const figure of ['Cash price', 'Term', 'Annual interest rate', 'Total amount payable'])
        expect(container.textContent).toContain(figure)
    },
  )

  test('a lease has no trade-in, and a loan has it again', async () => {
    sell(0, { tradeInformation: { vehicles: [aTradeVehicle()] } })
    await openPay()
    await choose(nameOf('LEASETC'))
    expect(Object.keys(stepLinks())).not.toContain('Trade-in')
    expect(container.textContent).toContain('Your trade-in doesn’t count towards a lease')

    await choose(nameOf('LOANCLASIC'))
    expect(Object.keys(stepLinks())).toContain('Trade-in')
    expect(container.textContent).not.toContain('does not count')
  })

  test('reservations are offered only with their flag', async () => {
    await openPay()
    expect(radio(nameOf('RESERVATION'))).toBeUndefined()
    const flag = (reservations: boolean) =>
      act(async () => keepConfig({ flags: { reservations } } as Parameters<typeof keepConfig>[0]))
    await flag(true)
    expect(radio(nameOf('RESERVATION'))).toBeTruthy()
    await flag(false)
    expect(radio(nameOf('RESERVATION'))).toBeUndefined()
  })

  test('a reservation stays one, also without the flag', async () => {
    sell(0, { currentQuote: priced({ kdcd: 'TN27H-B', payOption: 'RESERVATION' }) })
    await open('#/journey-1/configure')
    await shows('Your car')
    await press('Change colour')
    const colour = 'input[name="colour"]:not(:checked)'
    await until(() => expect(container.querySelector(colour)).toBeTruthy())

    await act(async () => container.querySelector<HTMLInputElement>(colour)!.click())

    await until(() => expect(callsOf(PATCH)).toHaveLength(1))
    expect(callsOf(PATCH)[0]?.body).toMatchObject({
      currentQuoteRequest: { payOption: 'RESERVATION' },
    })
  })

  test('Continue works at once, and after a second names the action that is still running', async () => {
    let answer = () => {}
    const answered = new Promise<void>((done) => (answer = done))
    const patch = server[PATCH]!
    server[PATCH] = async (body) => {
      await answered
      return patch(body)
    }
    await openPay()
    await choose(nameOf('LOANCLASIC'))

    await press('Continue')

    expect(button('Continue').getAttribute('aria-busy')).toBe('true')
    const said = () => container.querySelector('.step-actions [role="status"]')?.textContent
    expect(said()).toBe('')
    await act(async () => vi.advanceTimersByTime(1_000))
    expect(said()).toBe('Updating the price')
    answer()
    await until(() => expect(heading()).not.toBe('Your quote'))
  })

  test('an invalid deposit stops Continue', async () => {
    await openPay()
    await choose(nameOf('LOANCLASIC'))
    field('Deposit').focus()
    await type('Deposit', '1')
    await press('Continue')
    expect(heading()).toBe('Your quote')
    await until(() => expect(container.textContent).toContain('Deposit must be'))
    expect(document.activeElement).toBe(field('Deposit'))

    const fold = container.querySelector<HTMLElement>('.disclosure--lazy > summary')!
    const click = new MouseEvent('click', { cancelable: true, bubbles: true })
    await act(async () => void fold.dispatchEvent(click))
    expect(click.defaultPrevented).toBe(true)
  })

  test('a change that the server refuses is undone, with a message', async () => {
    const said = vi.spyOn(toasts, 'addToast')
    let answer = () => {}
    const answered = new Promise<void>((done) => (answer = done))
    server[PATCH] = async () => {
      await answered
      return problem(400, { message: 'This way to pay is not offered any more.' })
    }
    await openPay()
    await choose(nameOf('LOANCLASIC'))
    expect(container.textContent).toContain(`How you pay: ${nameOf('LOANCLASIC')}`)

    await press('Continue')
    answer()

    await until(() => expect(container.textContent).toContain(`How you pay: ${nameOf('CASH')}`))
    expect(heading()).toBe('Your quote')
    expect(said.mock.calls.map(([{ text }]) => text)).toEqual([
      expect.stringContaining('This way to pay is not offered any more.'),
    ])
  })

  test('an address leads straight to the choice', async () => {
    await open('#/journey-1/quote?pay')
    await until(() => expect(radio(nameOf('CASH'))?.checked).toBe(true))
  })
})
