// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NO_ADDRESS, typedAddress, type TypedAddress } from '#lib/domain/typed-address.ts'
import { faultSentence, type Faults } from '#lib/faults.ts'
import { AddressPicker } from './AddressPicker.tsx'
import { PICK_MESSAGE } from './AddressSearchField.tsx'
import { PAUSE_MS, SLOW_MS, type AddressLookUp } from './use-address-search.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const OUT = { ok: false, failure: { kind: 'unreadable', status: 503 } } as const
const QUAY = { addressId: '1', label: '1 Quay Street, Whangārei 0110' }
const QUEEN = { addressId: '2', label: '12 Queen Street, Ōpua 0200' }

let container: HTMLElement
let root: Root
let asked: string[]
let given: TypedAddress
let lookUp: {
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
const open = (before = NO_ADDRESS, faults: Faults = {}) =>
  act(async () =>
    root.render(<Form before={before} faults={faults} key={JSON.stringify(faults)} />),
  )

const input = (name = 'find') => container.querySelector<HTMLInputElement>(`[name="${name}"]`)!
const options = () => [...container.querySelectorAll('[role="option"]')]
const isOpen = () => input().getAttribute('aria-expanded') === 'true'
const active = () => {
  const id = input().getAttribute('aria-activedescendant')
  return id && document.getElementById(id)?.textContent
}
const error = () => container.querySelector('.field__error')?.textContent
const status = () => container.querySelector('[role="status"]')?.textContent
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const type = async (text: string, name = 'find') => {
  await act(async () => {
    input(name).focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
      input(name),
      text,
    )
    input(name).dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const find = async (text: string) => {
  await type(text)
  await wait(PAUSE_MS)
}
const key = async (name: string) => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
  await act(async () => input().dispatchEvent(event))
  return event
}
const leave = () =>
  act(async () => {
    input().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })
const press = (name: string) =>
  act(async () =>
    [...container.querySelectorAll('button')].find((one) => one.textContent === name)!.click(),
  )

describe('§5 the address picker', () => {
  test('says what to do when the text that was typed is no address of the list', async () => {
    await open()
    await find('1 quay')
    expect(error()).toBe('')
    await leave()
    expect(error()).toBe(
      'Please pick an address from the list. If no addresses match, try using the ‘enter it manually’ option.',
    )
    expect(input().getAttribute('aria-invalid')).toBe('true')
    await type('1 quay s')
    expect(error()).toBe('')
  })

  test('says it when a form cannot do without, and not of a field left empty', async () => {
    await open()
    await leave()
    expect(error()).toBe('')
    await open(NO_ADDRESS, { line1: 'is required', city: 'is required' })
    expect(error()).toBe(PICK_MESSAGE)
    await type('1')
    expect(error()).toBe('')
  })

  test('asks once for what is typed in one go, and stops what is out of date', async () => {
    const signals: AbortSignal[] = []
    const { search } = lookUp
    lookUp.search = (typed, signal) => {
      signals.push(signal)
      return search(typed, signal)
    }
    await open()
    for (const text of ['1 q', '1 qu', '1 qua']) await type(text)
    await wait(PAUSE_MS)
    expect(asked).toEqual(['1 qua'])
    await find('1 quay')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    await type('1 ')
    await wait(PAUSE_MS)
    expect(asked).toHaveLength(2)
    expect(isOpen()).toBe(false)
  })

  test('an answer that comes late does not show in the place of a later one', async () => {
    let answerLate = () => {}
    const { search } = lookUp
    lookUp.search = (typed, signal) =>
      typed === 'slow'
        ? new Promise((done) => {
            answerLate = () => done({ ok: true, value: { addresses: [], attribution: null } })
          })
        : search(typed, signal)
    await open()
    await find('slow')
    await find('1 quay')
    await act(async () => answerLate())
    expect(options()).toHaveLength(3)
  })

  test('tells how many there are, marks what was typed, and chooses nothing by itself', async () => {
    await open()
    await find('1 whanga')
    expect(status()).toBe('2 addresses match. Use the arrow keys to choose.')
    expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      '1',
      'Whangā',
      '1',
    ])
    expect(active()).toBeNull()
    expect(given).toEqual({ ...NO_ADDRESS, sought: '1 whanga' })
  })

  test('the arrows go through the list and round; Home and End go back to the text', async () => {
    await open()
    await find('1 q')
    await key('ArrowDown')
    expect(active()).toBe(QUAY.label)
    expect(options()[0]?.getAttribute('aria-selected')).toBe('true')
    await key('ArrowUp')
    expect(active()).toBe('Not here? Enter it manually')
    await key('ArrowDown')
    await key('ArrowDown')
    expect(active()).toBe(QUEEN.label)
    for (const name of ['Home', 'End', 'ArrowLeft', 'ArrowRight']) {
      await key('ArrowDown')
      expect((await key(name)).defaultPrevented).toBe(false)
      expect(active()).toBeNull()
    }
  })

  test('Enter picks, with its id', async () => {
    await open()
    await find('1 q')
    expect((await key('Enter')).defaultPrevented).toBe(true)
    expect(active()).toBe(QUAY.label)
    await key('Enter')
    expect(given).toEqual({
      line1: '1 Quay Street',
      line2: '',
      suburb: 'Town Basin',
      city: 'Whangārei',
      postcode: '0110',
      addressId: '1',
      sought: '',
    })
    expect(input().value).toBe('1 Quay Street, Town Basin, Whangārei 0110')
    expect(status()).toBe('Picked: 1 Quay Street, Town Basin, Whangārei 0110')
    expect(isOpen()).toBe(false)
    expect((await key('Enter')).defaultPrevented).toBe(false)
  })

  test('Tab takes the one that is marked, and goes on', async () => {
    await open()
    await find('1 q')
    await key('ArrowDown')
    expect((await key('Tab')).defaultPrevented).toBe(false)
    await leave()
    expect(given.addressId).toBe('1')
    expect(error()).toBe('')
  })

  test('Escape closes the list, then empties the field, then is not ours', async () => {
    await open()
    await find('1 q')
    await key('Escape')
    expect([isOpen(), input().value]).toEqual([false, '1 q'])
    await key('ArrowDown')
    expect(isOpen()).toBe(true)
    await key('Escape')
    await key('Escape')
    expect(input().value).toBe('')
    expect((await key('Escape')).defaultPrevented).toBe(false)
  })

  test('an address that is changed is no longer the one that was picked', async () => {
    await open()
    await find('1 q')
    await act(async () => (options()[1] as HTMLElement).click())
    expect(given.addressId).toBe('2')
    await type('12 Queen')
    expect(given).toEqual({ ...NO_ADDRESS, sought: '12 Queen' })
  })

  test('says that none match, and that it takes long', async () => {
    lookUp.search = () => new Promise(() => {})
    await open()
    await find('1 quay')
    expect(status()).toBe('')
    await wait(SLOW_MS)
    expect(status()).toBe('Looking for addresses')
    lookUp.search = async () => ({ ok: true, value: { addresses: [], attribution: null } })
    await find('1 quayx')
    expect(status()).toBe('No addresses match. Keep typing, or enter it manually.')
    expect(isOpen()).toBe(false)
  })

  test('shows the line that must stand with the addresses', async () => {
    lookUp.search = async () => ({
      ok: true,
      value: { addresses: [QUAY], attribution: 'Addresses are of LINZ.' },
    })
    await open()
    await find('1 q')
    expect(status()).toBe('1 address matches. Use the arrow keys to choose.')
    expect(container.querySelector('.fine-print')?.textContent).toBe('Addresses are of LINZ.')
  })
})

describe('§5 ‘enter it manually’', () => {
  test('opens the lines with what was typed, and leads back', async () => {
    await open()
    await find('3 Nowhere Lane, Ōpua')
    await press('Enter it manually')
    expect(document.activeElement).toBe(input('line1'))
    expect(input('line1').value).toBe('3 Nowhere Lane')
    await type('Ōpua', 'city')
    expect(given).toEqual({ ...NO_ADDRESS, line1: '3 Nowhere Lane', city: 'Ōpua' })
    await press('Find the address in the list')
    expect(document.activeElement).toBe(input())
    expect(input().value).toBe('3 Nowhere Lane')
    expect(given).toEqual({ ...NO_ADDRESS, sought: '3 Nowhere Lane' })
  })

  test('is the last of the list, too', async () => {
    await open()
    await find('1 q')
    await key('ArrowUp')
    await key('Enter')
    expect(document.activeElement).toBe(input('line1'))
  })

  test('a flat keeps the address that was picked, another street does not', async () => {
    await open()
    await find('1 q')
    await key('ArrowDown')
    await key('Enter')
    await press('Enter it manually')
    expect(document.activeElement).toBe(input('line2'))
    await type('RD 2', 'line2')
    expect(given).toMatchObject({ line1: '1 Quay Street', line2: 'RD 2', addressId: '1' })
    await type('3 Quay Street', 'line1')
    expect(given).toMatchObject({ line1: '3 Quay Street', addressId: '' })
  })

  test('is offered while the list is down', async () => {
    lookUp.search = async () => OUT
    await open()
    await find('1 quay')
    expect(status()).toBe('We cannot look addresses up at the moment. Please enter it manually.')
    await press('Enter it manually')
    expect(input('line1').value).toBe('1 quay')
  })

  test('asks for what the list does not know of a picked address', async () => {
    const { find: whole } = lookUp
    lookUp.find = async (addressId, signal) => {
      const found = await whole(addressId, signal)
      if (found.ok) found.value.address.postcode = null
      return found
    }
    await open()
    await find('1 q')
    await key('ArrowDown')
    await key('Enter')
    expect(document.activeElement).toBe(input('postcode'))
    expect(status()).toBe('The list has no postcode for it. Please add it.')
    await type('0110', 'postcode')
    expect(given).toMatchObject({ city: 'Whangārei', postcode: '0110', addressId: '1' })
  })

  test('takes over when a picked address cannot be loaded', async () => {
    lookUp.find = async () => OUT
    await open()
    await find('1 q')
    await key('ArrowDown')
    await key('Enter')
    expect(document.activeElement).toBe(input('line1'))
    expect(input('line1').value).toBe('1 Quay Street')
    expect(status()).toBe('We could not load the rest of it.')
  })

  test('shows an address that was entered so, and where a line is wrong', async () => {
    const before = typedAddress({ line1: '1 Quay Street', city: 'Nelson', postcode: '70' })
    await open(before)
    expect(input('line1').value).toBe('1 Quay Street')
    await open({ ...before, addressId: '7' }, { postcode: 'must be four digits' })
    expect(input('postcode').getAttribute('aria-invalid')).toBe('true')
    await type('7010', 'postcode')
    expect(input('postcode').value).toBe('7010')
  })

  test('an address that was picked before stands in the field', async () => {
    await open({ ...typedAddress({ line1: '1 Quay Street', city: 'Nelson' }), addressId: '7' })
    expect(input().value).toBe('1 Quay Street, Nelson')
  })
})
