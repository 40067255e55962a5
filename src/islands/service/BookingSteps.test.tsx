// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { $serviceDraft, $serviceOutlet, changeDraft } from '#stores/service/service-draft.ts'
import { endSession, setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { settle } from '#tests/setup/screen.ts'
import {
  DATA,
  container,
  onRecoverableError,
  TOKEN,
  signInMia,
  open,
  input,
  heading,
  aHold,
} from './Service.fixture.tsx'

describe('the steps', () => {
  test.each(['#/outlet', '#/time', '#/check'])(
    '%s without a vehicle is the first step',
    async (hash) => {
      await open(hash)
      expect(heading()).toBe('Book a service')
      expect(location.hash).toBe('#/')
    },
  )

  test('continue after a reload', async () => {
    changeDraft({ registration: 'ABC123', vehicle: 'ABC123 (TARVANE TARN 2022)' })
    await open('#/service')
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(heading()).toBe('Choose your dealer')
  })

  test.each([
    [
      'does not take electric cars',
      DATA.outlets.find(({ evCertified }) => !evCertified)!.outletCode,
    ],
    ['no longer exists', 'NIL01'],
  ])('ask for another dealer when the last one %s', async (_, outletCode) => {
    $serviceOutlet.set(outletCode)
    changeDraft({ registration: 'EV1', isElectric: true, serviceCode: 'WOF' })
    await open('#/time')
    expect(heading()).toBe('Choose your dealer')
    expect(location.hash).toBe('#/outlet')
    expect(container.querySelector('.steps a[href="#/service"]')).toBeNull()
    expect(container.querySelector('input:checked')).toBeNull()
  })

  test('propose the only dealer of a brand', async () => {
    changeDraft({ registration: 'ABC123', serviceCode: 'WOF' })
    await open('#/outlet', { ...DATA, outlets: DATA.outlets.slice(0, 1) })
    expect(container.querySelectorAll('input:checked')).toHaveLength(1)
  })

  test('go back to the dealers when the server refuses the chosen one', async () => {
    const { outletCode } = DATA.outlets.find(({ evCertified }) => !evCertified)!
    $serviceOutlet.set(outletCode)
    changeDraft({
      registration: 'EV1',
      serviceCode: 'WOF',
      hold: aHold(outletCode),
      contact: { firstName: 'Mia', lastName: 'Harris', email: 'm@a.example', mobilePhone: '021' },
    })
    const message = 'doesn’t service electric cars'
    vi.stubGlobal('fetch', async () =>
      Response.json({ messages: [{ property: 'outletCode', message }] }, { status: 400 }),
    )
    await open('#/check')
    await act(async () =>
      [...container.querySelectorAll('button')]
        .find(({ textContent }) => textContent === 'Book service')!
        .click(),
    )
    await settle()
    expect(heading()).toBe('Choose your dealer')
    expect(container.querySelector('[role="alert"]')?.textContent).toBe(
      'This dealer doesn’t service electric cars. Please choose another.',
    )
    expect($serviceDraft.get().hold?.holdId).toBe('H1')
  })

  test('forget the draft when the customer signs out', async () => {
    signInMia()
    changeDraft({ registration: 'ABC123', note: 'canary' })
    await open('#/outlet')
    expect(heading()).toBe('Choose your dealer')
    await act(async () => setAccessToken(null))
    await settle()
    expect(heading()).toBe('Book a service')
    expect(input()!.value).toBe('')
    expect(JSON.stringify({ ...localStorage })).not.toContain('canary')
  })
  test('restore the step and the draft for the same customer after the session ended', async () => {
    signInMia()
    changeDraft({ registration: 'ABC123', note: 'canary' })
    $serviceOutlet.set(DATA.outlets[0]!.outletCode)
    await open('#/service')
    const chosen = () =>
      container.querySelector<HTMLInputElement>('input[type="radio"][value="WOF"]')!
    await act(async () => chosen().click())

    await act(async () => endSession())
    await settle()
    expect(heading()).toBe('Book a service')
    expect(JSON.stringify({ ...localStorage })).not.toContain('canary')
    await act(async () => signInMia())
    await settle()

    expect(heading()).toBe('Choose a service')
    expect(chosen().checked).toBe(true)
    expect($serviceDraft.get().note).toBe('canary')
    expect(location.hash).toBe('#/service')
  })

  test('restore nothing for another customer', async () => {
    signInMia()
    changeDraft({ registration: 'ABC123' })
    $serviceOutlet.set(DATA.outlets[0]!.outletCode)
    await open('#/service')
    await act(async () => endSession())
    await settle()

    await act(async () => {
      setAccessToken(TOKEN)
      setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer({ id: 8 }) })
    })
    await settle()

    expect(heading()).toBe('Book a service')
    expect(location.hash).toBe('#/')
  })
})
