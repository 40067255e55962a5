// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { $serviceDraft, $serviceOutlet, changeDraft, clearDraft } from '#stores/service-draft.ts'
import { endSession, setAccessToken, setCurrentUser } from '#stores/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { settle, typeInto } from '#tests/setup/screen.ts'
import { Service } from './Service.tsx'
import type { ServiceData } from './service-data.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const DATA: ServiceData = {
  page: catalogue.pages.service,
  types: catalogue.service.types,
  outlets: catalogue.service.workshops.map(({ outletCode, hours }) => ({
    ...catalogue.dealers.find((dealer) => dealer.outletCode === outletCode)!,
    hours,
  })),
  picture: { src: '/art/x.svg', width: 2, height: 1 },
}
const car = (registration: string) => ({
  car: {
    registration,
    make: { description: 'TARVANE' },
    model: { description: 'TARN' },
    year: 2022,
    isElectric: false,
  },
})

let ownerships: () => Response
let container: HTMLElement
let root: Root | null = null
const onRecoverableError = vi.fn()

beforeEach(() => {
  setAccessToken(null)
  clearDraft()
  $serviceOutlet.set('')
  onRecoverableError.mockReset()
  document.title = 'Book a service | Site'
  vi.stubGlobal('scrollTo', vi.fn())
  ownerships = () =>
    Response.json({ customer: aCustomer(), ownershipBasicInfos: [car('ABC123'), car('XYZ9')] })
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/ownerships') ? ownerships() : new Response('', { status: 404 }),
  )
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root?.unmount())
})

const TOKEN = {
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 900,
  refreshAt: Date.now() + 1e6,
}
const signInMia = () => {
  setAccessToken(TOKEN)
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
}
async function open(hash = '') {
  history.replaceState(null, '', `/service/${hash}`)
  container.innerHTML = renderToString(<Service {...DATA} />)
  await act(async () => {
    root = hydrateRoot(container, <Service {...DATA} />, { onRecoverableError })
  })
  await settle()
}

const text = () => container.textContent
const select = () => container.querySelector('select')
const input = () => container.querySelector<HTMLInputElement>('input')
const goOn = async () => {
  const buttons = [...container.querySelectorAll<HTMLButtonElement>('button[type=submit]')]
  await act(async () =>
    container
      .querySelector('form')!
      .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )
  expect(buttons.map((button) => button.textContent)).toContain('Continue')
  await settle()
}
const heading = () => container.querySelector('h1')?.textContent

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

  test('returns the vehicle that is chosen', async () => {
    signInMia()
    await open()
    await typeInto(select()!, 'XYZ9')
    await goOn()
    expect(container.querySelector('aside')?.textContent).toContain('XYZ9 (TARVANE TARN 2022)')
  })

  test('leaves an electric car the dealers and the prices of its kind', async () => {
    const electric = { car: { ...car('EV1').car, isElectric: true } }
    ownerships = () =>
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

  test('§8 is not shown where ownerships fail, which is logged', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    ownerships = () => new Response('', { status: 500 })
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

  test('is not for visitors: they type the registration, and may sign in', async () => {
    await open()
    expect(text()).toContain('Sign in to choose your vehicle')
    await goOn()
    expect(location.hash).toBe('')
    await typeInto(input()!, 'Not registered yet')
    await goOn()
    expect(container.querySelector('aside')?.textContent).toContain('NOT REGISTERED YET')
  })
})

describe('the steps', () => {
  test.each(['#/outlet', '#/time', '#/check'])(
    '%s without a vehicle is the first step',
    async (hash) => {
      await open(hash)
      expect(heading()).toBe('Book a service')
      expect(location.hash).toBe('#/')
    },
  )

  test('go on where a reload left them', async () => {
    changeDraft({ registration: 'ABC123', vehicle: 'ABC123 (TARVANE TARN 2022)' })
    await open('#/service')
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(heading()).toBe('Choose your dealer')
  })

  test.each([
    [
      'which is not for electric cars',
      DATA.outlets.find(({ evCertified }) => !evCertified)!.outletCode,
    ],
    ['that there is no more', 'NIL01'],
  ])('ask again for a dealer of the last visit %s', async (_, outletCode) => {
    $serviceOutlet.set(outletCode)
    changeDraft({ registration: 'EV1', isElectric: true, serviceCode: 'WOF' })
    await open('#/time')
    expect(heading()).toBe('Choose your dealer')
    expect(location.hash).toBe('#/outlet')
    expect(container.querySelector('.steps a[href="#/service"]')).toBeNull()
    expect(container.querySelector('input:checked')).toBeNull()
  })

  test('lead back to the dealers when the server refuses the one that was chosen', async () => {
    const { outletCode } = DATA.outlets.find(({ evCertified }) => !evCertified)!
    const at = new Date(Date.now() + 3_600_000).toISOString()
    $serviceOutlet.set(outletCode)
    changeDraft({
      registration: 'EV1',
      serviceCode: 'WOF',
      hold: {
        holdId: 'H1',
        outletCode,
        serviceCode: 'WOF',
        startsAt: at,
        endsAt: at,
        heldUntil: at,
      },
      contact: { firstName: 'Mia', lastName: 'Harris', email: 'm@a.example', mobilePhone: '021' },
    })
    const message = 'does not look after electric cars'
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
      'This dealer does not look after electric cars. Please choose another.',
    )
    expect($serviceDraft.get().hold?.holdId).toBe('H1')
  })

  test('forget what was typed with the session', async () => {
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
  test('a session that ended by itself leaves the step to whoever comes back, with what was chosen', async () => {
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

  test('and to nobody else', async () => {
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
