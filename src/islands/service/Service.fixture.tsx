import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { $serviceOutlet, clearDraft } from '#stores/service/service-draft.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { aToken } from '#tests/builders/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { settle } from '#tests/setup/screen.ts'
import { Service } from './Service.tsx'
import type { ServiceData } from './service-data.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

// Service booking for its tests, reset before each.

export const DATA: ServiceData = {
  page: catalogue.pages.service,
  types: catalogue.service.types,
  outlets: catalogue.service.workshops.map(({ outletCode, hours }) => ({
    ...catalogue.dealers.find((dealer) => dealer.outletCode === outletCode)!,
    hours,
  })),
  picture: { src: '/art/x.svg', width: 2, height: 1 },
}
export const car = (registration: string) => ({
  car: {
    registration,
    make: { description: 'TARVANE' },
    model: { description: 'TARN' },
    year: 2022,
    isElectric: false,
  },
})

/** The answer with the customer’s cars. */
export const server: { ownerships: () => Response } = { ownerships: () => new Response() }
export let container: HTMLElement
export let root: Root | null = null
export const onRecoverableError = vi.fn()

beforeEach(() => {
  setAccessToken(null)
  clearDraft()
  $serviceOutlet.set('')
  onRecoverableError.mockReset()
  document.title = 'Book a service | Site'
  vi.stubGlobal('scrollTo', vi.fn())
  server.ownerships = () =>
    Response.json({ customer: aCustomer(), ownershipBasicInfos: [car('ABC123'), car('XYZ9')] })
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/ownerships') ? server.ownerships() : new Response('', { status: 404 }),
  )
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root?.unmount())
})

export const TOKEN = aToken()
export const signInMia = () => {
  setAccessToken(TOKEN)
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
}
export async function open(hash = '', data = DATA) {
  history.replaceState(null, '', `/service/${hash}`)
  container.innerHTML = renderToString(<Service {...data} />)
  await act(async () => {
    root = hydrateRoot(container, <Service {...data} />, { onRecoverableError })
  })
  await settle()
}

export const text = () => container.textContent
export const select = () => container.querySelector('select')
export const input = () => container.querySelector<HTMLInputElement>('input')
export const goOn = async () => {
  const buttons = [...container.querySelectorAll<HTMLButtonElement>('button[type=submit]')]
  await act(async () =>
    container
      .querySelector('form')!
      .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  )
  expect(buttons.map((button) => button.textContent)).toContain('Continue')
  await settle()
}
export const heading = () => container.querySelector('h1')?.textContent

/** A time held at a workshop for the next hour. */
export function aHold(outletCode: string) {
  const at = new Date(Date.now() + 3_600_000).toISOString()
  return { holdId: 'H1', outletCode, serviceCode: 'WOF', startsAt: at, endsAt: at, heldUntil: at }
}
