import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { NO_ADDRESS, type TypedAddress } from '#lib/addresses/typed-address.ts'
import { faultSentence, type Faults } from '#lib/shared/faults.ts'
import { typeInto } from '#tests/setup/screen.ts'
import { AddressPicker } from './AddressPicker.tsx'
import { PAUSE_MS, type AddressLookUp } from './use-address-search.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

// An empty address picker with two addresses to find, mounted again before each test.

export const OUT = { ok: false, failure: { kind: 'unreadable', status: 503 } } as const
export const QUAY = { addressId: '1', label: '1 Quay Street, Whangārei 0110' }
export const QUEEN = { addressId: '2', label: '12 Queen Street, Ōpua 0200' }

export let container: HTMLElement
let root: Root
export let asked: string[]
export let given: TypedAddress
export let lookUp: {
  search: (typed: string, signal: AbortSignal) => ReturnType<AddressLookUp['search']>
  find: (addressId: string, signal: AbortSignal) => ReturnType<AddressLookUp['find']>
}

beforeEach(() => {
  vi.useFakeTimers()
  container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
  asked = []
  given = NO_ADDRESS
  lookUp = {
    search: async (typed) => {
      asked.push(typed)
      return { ok: true, value: { addresses: [QUAY, QUEEN], attribution: null } }
    },
    find: async (addressId) => {
      const [line1, suburb] =
        addressId === '1' ? ['1 Quay Street', 'Town Basin'] : ['12 Queen Street', '']
      const address = {
        line1,
        suburb,
        city: 'Whangārei',
        postcode: '0110',
        country: 'NZ',
        addressId,
      }
      return { ok: true, value: { address: address as never, attribution: null } }
    },
  }
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

function Form({ before, faults: found }: { before: TypedAddress; faults: Faults }) {
  const [value, setValue] = useState(before)
  const [faults, setFaults] = useState(found)
  return (
    <AddressPicker
      value={value}
      onChange={(address, line) => {
        given = address
        setValue(address)
        setFaults(line ? { ...faults, [line]: '' } : {})
      }}
      faultAt={(line, label) => faultSentence(label, faults[line]) || undefined}
      lookUp={lookUp}
      required
    />
  )
}
export const open = (before = NO_ADDRESS, faults: Faults = {}) =>
  act(async () =>
    root.render(<Form before={before} faults={faults} key={JSON.stringify(faults)} />),
  )

export const input = (name = 'find') =>
  container.querySelector<HTMLInputElement>(`[name="${name}"]`)!
export const options = () => [...container.querySelectorAll('[role="option"]')]
export const isOpen = () => input().getAttribute('aria-expanded') === 'true'
export const active = () => {
  const id = input().getAttribute('aria-activedescendant')
  return id && document.getElementById(id)?.textContent
}
export const error = () => container.querySelector('.field__error')?.textContent
export const status = () => container.querySelector('[role="status"]')?.textContent
export const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
export const type = async (text: string, name = 'find') => {
  await act(async () => input(name).focus())
  await typeInto(input(name), text)
}
export const find = async (text: string) => {
  await type(text)
  await wait(PAUSE_MS)
}
export const key = async (name: string) => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
  await act(async () => input().dispatchEvent(event))
  return event
}
export const leave = () =>
  act(async () => {
    input().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })
export const press = (name: string) =>
  act(async () =>
    [...container.querySelectorAll('button')].find((one) => one.textContent === name)!.click(),
  )
