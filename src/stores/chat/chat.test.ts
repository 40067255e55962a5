import { atom } from 'nanostores'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#lib/customers/shapes.ts'
import { aStaffUser } from '#tests/builders/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import type { ChatPerson } from './chat-widget.ts'
import { $chatPerson, syncChatUser } from './chat.ts'
import { actFor, setAccessToken, setCurrentUser } from '#stores/session/session.ts'

const token = { access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1 }
const mia: ChatPerson = {
  customerId: 7,
  firstName: 'Mia',
  lastName: 'Harris',
  email: 'mia@example.nz',
}
const asMia: CurrentUser = { type: 'CUSTOMER', staff: null, customer: aCustomer() }
const asSam: CurrentUser = aStaffUser()

/** A vendor's widget that becomes ready on demand. */
function aWidget({ appears = true } = {}) {
  const heard: (ChatPerson | 'forget')[] = []
  let asked = 0
  const widget = {
    isLoaded: appears,
    load() {},
    isReady() {
      asked += 1
      return widget.isLoaded
    },
    identify: (person: ChatPerson) => void heard.push(person),
    reset: () => void heard.push('forget'),
  }
  return { widget, heard, asked: () => asked }
}

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  setAccessToken(null)
  // As a browser whose chat has never identified a customer.
  syncChatUser(aWidget().widget, atom<ChatPerson | null | undefined>(null))()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('the person of the chat', () => {
  test('is null until a customer’s record has loaded', () => {
    expect($chatPerson.get()).toBeNull()
    setAccessToken(token)
    expect($chatPerson.get()).toBeUndefined()
    setCurrentUser(asMia)
    expect($chatPerson.get()).toEqual(mia)
    setAccessToken(null)
    expect($chatPerson.get()).toBeNull()
  })

  // Decision 12
  test('is null for staff, acting or not', () => {
    setAccessToken(token)
    setCurrentUser(asSam)
    expect($chatPerson.get()).toBeNull()
    actFor(aCustomer())
    expect($chatPerson.get()).toBeNull()
  })
})

// Specification §4, "Chat widget", and §9
describe('§4 the chat widget', () => {
  test('gets the properties when a user is set, once, and is cleared on sign-out', () => {
    const { widget, heard } = aWidget()
    stop = syncChatUser(widget)
    setAccessToken(token)
    setCurrentUser(asMia)
    setAccessToken({ ...token, access_token: 'b' })
    expect(heard).toEqual([mia])
    setAccessToken(null)
    expect(heard).toEqual([mia, 'forget'])
  })

  test('is tried each second, and identifies the customer as soon as it is ready', () => {
    const { widget, heard, asked } = aWidget({ appears: false })
    stop = syncChatUser(widget, atom<ChatPerson | null | undefined>(mia))
    expect(asked()).toBe(1)
    vi.advanceTimersByTime(999)
    expect(asked()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(asked()).toBe(2)
    widget.isLoaded = true
    vi.advanceTimersByTime(1000)
    expect(heard).toEqual([mia])
    vi.advanceTimersByTime(60_000)
    expect(asked()).toBe(3)
  })

  test('is given up after 30 attempts, and tried again for the next user', () => {
    const { widget, heard, asked } = aWidget({ appears: false })
    const $person = atom<ChatPerson | null | undefined>(mia)
    stop = syncChatUser(widget, $person)
    vi.advanceTimersByTime(3_600_000)
    expect(asked()).toBe(30)
    widget.isLoaded = true
    vi.advanceTimersByTime(60_000)
    expect(heard).toEqual([])
    $person.set({ ...mia, email: 'mia@new.example' })
    expect(heard).toEqual([{ ...mia, email: 'mia@new.example' }])
  })

  test('keeps the conversation of a visitor who never signed in', () => {
    const { widget, heard } = aWidget()
    stop = syncChatUser(widget)
    setAccessToken(null)
    expect(heard).toEqual([])
  })

  test('is reset after a customer whom another page identified', () => {
    const before = aWidget()
    syncChatUser(before.widget, atom<ChatPerson | null | undefined>(mia))()
    const { widget, heard } = aWidget()
    stop = syncChatUser(widget)
    expect(heard).toEqual(['forget'])
  })

  test('does nothing while a record is loading, and is reset between two customers', () => {
    const { widget, heard } = aWidget()
    const $person = atom<ChatPerson | null | undefined>(undefined)
    stop = syncChatUser(widget, $person)
    expect(heard).toEqual([])
    const rawiri = { ...mia, customerId: 8, firstName: 'Rawiri' }
    $person.set(mia)
    $person.set(undefined)
    $person.set(rawiri)
    expect(heard).toEqual([mia, 'forget', rawiri])
  })

  test('is reset for who signs in after a sign-out that it missed, on the same page or the next', () => {
    const rawiri = { ...mia, customerId: 8, firstName: 'Rawiri' }
    syncChatUser(aWidget().widget, atom<ChatPerson | null | undefined>(mia))()
    const missed = aWidget({ appears: false })
    const $person = atom<ChatPerson | null | undefined>(null)
    const leave = syncChatUser(missed.widget, $person)
    missed.widget.isLoaded = true
    $person.set(rawiri)
    expect(missed.heard).toEqual(['forget', rawiri])
    leave()

    syncChatUser(aWidget({ appears: false }).widget, atom<ChatPerson | null | undefined>(null))()
    const next = aWidget()
    stop = syncChatUser(next.widget, atom<ChatPerson | null | undefined>(mia))
    expect(next.heard).toEqual(['forget', mia])
  })

  test('is reset on a page that slept while another one went on to the next customer', () => {
    const rawiri = { ...mia, customerId: 8, firstName: 'Rawiri' }
    const slept = aWidget()
    const $slept = atom<ChatPerson | null | undefined>(mia)
    stop = syncChatUser(slept.widget, $slept)
    const other = aWidget()
    const $other = atom<ChatPerson | null | undefined>(mia)
    const leave = syncChatUser(other.widget, $other)
    $other.set(null)
    $other.set(rawiri)
    // It hears of the last value only, or of the sign-out that is over.
    $slept.set(rawiri)
    expect(slept.heard).toEqual([mia, 'forget', rawiri])
    $slept.set(null)
    $other.set(null)
    expect(other.heard).toEqual([mia, 'forget', rawiri, 'forget'])
    leave()
  })

  test('that loads late identifies the current customer', () => {
    const { widget, heard } = aWidget({ appears: false })
    const $person = atom<ChatPerson | null | undefined>(mia)
    stop = syncChatUser(widget, $person)
    vi.advanceTimersByTime(3000)
    $person.set(null)
    widget.isLoaded = true
    vi.advanceTimersByTime(60_000)
    expect(heard).toEqual([])
  })
})
