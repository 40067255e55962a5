// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { NO_ADDRESS } from '#lib/addresses/typed-address.ts'
import {
  active,
  asked,
  container,
  error,
  find,
  given,
  input,
  isOpen,
  key,
  leave,
  lookUp,
  open,
  options,
  QUAY,
  QUEEN,
  status,
  type,
  wait,
} from './AddressPicker.fixture.tsx'
import { PICK_MESSAGE } from './AddressSearchField.tsx'
import { PAUSE_MS, SLOW_MS } from './use-address-search.ts'

describe('§5 the address picker', () => {
  test('says what to do when the typed text is not an address of the list', async () => {
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

  test('says so when the form requires an address, and not when a field is left empty', async () => {
    await open()
    await leave()
    expect(error()).toBe('')
    await open(NO_ADDRESS, { line1: 'is required', city: 'is required' })
    expect(error()).toBe(PICK_MESSAGE)
    await type('1')
    expect(error()).toBe('')
  })

  test('makes one request for continuous typing, and aborts an outdated one', async () => {
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

  test('a late answer does not replace a newer one', async () => {
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

  test('announces the count, highlights the typed text, and preselects nothing', async () => {
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

  test('the arrow keys cycle through the list; Home and End return to the text', async () => {
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

  test('Enter picks an address with its id', async () => {
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
    expect(status()).toBe('Selected: 1 Quay Street, Town Basin, Whangārei 0110')
    expect(isOpen()).toBe(false)
    expect((await key('Enter')).defaultPrevented).toBe(false)
  })

  test('Tab picks the active option and moves on', async () => {
    await open()
    await find('1 q')
    await key('ArrowDown')
    expect((await key('Tab')).defaultPrevented).toBe(false)
    await leave()
    expect(given.addressId).toBe('1')
    expect(error()).toBe('')
  })

  test('Escape closes the list, then empties the field, then is left to the page', async () => {
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

  test('editing a picked address drops its id', async () => {
    await open()
    await find('1 q')
    await act(async () => (options()[1] as HTMLElement).click())
    expect(given.addressId).toBe('2')
    await type('12 Queen')
    expect(given).toEqual({ ...NO_ADDRESS, sought: '12 Queen' })
  })

  test('says when no address matches, and when the search is slow', async () => {
    lookUp.search = () => new Promise(() => {})
    await open()
    await find('1 quay')
    expect(status()).toBe('')
    await wait(SLOW_MS)
    expect(status()).toBe('Looking for addresses')
    lookUp.search = async () => ({ ok: true, value: { addresses: [], attribution: null } })
    await find('1 quayx')
    expect(status()).toBe('No addresses match. Keep typing, or enter yours manually.')
    expect(isOpen()).toBe(false)
  })

  test('shows the attribution of the addresses', async () => {
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
