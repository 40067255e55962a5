// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { changeDraft } from '#stores/service/service-draft.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { typeInto } from '#tests/setup/screen.ts'
import { actFor, setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import {
  DATA,
  TOKEN,
  car,
  server,
  container,
  onRecoverableError,
  signInMia,
  open,
  text,
  select,
  input,
  goOn,
  heading,
} from './Service.fixture.tsx'

describe('§2 the vehicle chooser', () => {
  test('greets a returning customer by its sentence, without a hydration error', async () => {
    signInMia()
    await open()
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(container.querySelector('h2')?.textContent).toBe('Choose your vehicle')
    expect(text()).toContain(
      `Welcome ${aCustomer().name.firstName}, please choose the vehicle that you'd like to book for a service:`,
    )
    expect([...select()!.options].slice(1).map((option) => option.textContent)).toEqual([
      'ABC123 (TARVANE TARN 2022)',
      'XYZ9 (TARVANE TARN 2022)',
      'Other',
    ])
  })

  test('§5 Continue does nothing without a choice, nor for Other without text', async () => {
    signInMia()
    await open()
    await goOn()
    expect(location.hash).toBe('')
    expect(input()).toBeNull()

    await typeInto(select()!, 'other')
    for (const nothing of ['', '   ', '?']) {
      await typeInto(input()!, nothing)
      await goOn()
      expect(location.hash).toBe('')
    }
    await typeInto(input()!, ' new-1 ')
    await goOn()
    expect([location.hash, heading()]).toEqual(['#/outlet', 'Choose your dealer'])
    expect(container.querySelector('aside')?.textContent).toContain('NEW1')
  })

  test('returns the chosen vehicle', async () => {
    signInMia()
    await open()
    await typeInto(select()!, 'XYZ9')
    await goOn()
    expect(container.querySelector('aside')?.textContent).toContain('XYZ9 (TARVANE TARN 2022)')
  })

  test('limits an electric car to its dealers and prices', async () => {
    const electric = { car: { ...car('EV1').car, isElectric: true } }
    server.ownerships = () =>
      Response.json({ customer: aCustomer(), ownershipBasicInfos: [electric, car('XYZ9')] })
    signInMia()
    await open()
    await typeInto(select()!, 'EV1')
    await goOn()
    const radios = () => [...container.querySelectorAll<HTMLInputElement>('input[type=radio]')]
    const barred = DATA.outlets.filter(({ evCertified }) => !evCertified)
    expect(radios().filter(({ disabled }) => disabled)).toHaveLength(barred.length)
    await act(async () =>
      radios()
        .find(({ disabled }) => !disabled)!
        .click(),
    )
    await goOn()
    expect(text()).toContain('$249')
    expect(text()).not.toMatch(/\$389|electric/)

    await act(async () => changeDraft({ isElectric: null }))
    expect(text()).toContain('$389')
    expect(text()).toContain('$249 for an electric car.')
  })

  test('§8 is left out when ownerships fail, which is logged', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    server.ownerships = () => new Response('', { status: 500 })
    signInMia()
    await open()
    expect(log).toHaveBeenCalledWith(
      'The ownerships could not be loaded:',
      'There’s been a problem, please try again later.',
    )
    expect(text()).not.toContain('Choose your vehicle')
    expect(select()).toBeNull()
    expect(input()).not.toBeNull()
    expect(text()).not.toContain('Sign in')
  })

  test('is not shown to visitors, who type the registration or sign in', async () => {
    await open()
    expect(text()).toContain('Sign in to choose your vehicle')
    await goOn()
    expect(location.hash).toBe('')
    await typeInto(input()!, 'Not registered yet')
    await goOn()
    expect(container.querySelector('aside')?.textContent).toContain('NOT REGISTERED YET')
  })
})

// decision 59
describe('staff who act for a customer', () => {
  const actAs = (role: string) => {
    setAccessToken(TOKEN)
    const { id, name } = aCustomer()
    setCurrentUser({
      type: 'STAFF',
      staff: { id: 1, firstName: 'Sam', lastName: 'Patel', email: 's@t', roles: [role] },
      customer: aCustomer(),
    } as never)
    actFor({ id, name })
  }

  test.each(['', '#/outlet', '#/booking/b1'])(
    'read who can book a service when their role cannot, at “%s”',
    async (hash) => {
      actAs('sales')
      await open(hash)
      expect(text()).toContain('Only service staff, a manager or an admin can do this.')
      expect(text()).toContain('Ask one of them to book the service for Mia.')
      expect(select()).toBeNull()
      expect(input()).toBeNull()
      expect(container.querySelector('button')).toBeNull()
    },
  )

  test('choose one of the customer’s vehicles when it can', async () => {
    actAs('service')
    await open()
    expect(select()).not.toBeNull()
    expect(text()).not.toContain('Only service staff')
  })
})
