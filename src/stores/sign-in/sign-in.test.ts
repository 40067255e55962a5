import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#lib/customers/shapes.ts'
import { aStaffUser } from '#tests/builders/session.ts'
import { fakeCall, failing, ok, problem, unreachable } from '#tests/builders/fake-call.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import {
  $accessToken,
  $customer,
  $customerRecord,
  $session,
  forgetCustomerRecord,
  setAccessToken,
  setCurrentUser,
} from '#stores/session/session.ts'
import {
  askForCode,
  beforeSignOut,
  loadCurrentUser,
  loadCustomerRecord,
  signIn,
  signOut,
} from './sign-in.ts'
import * as toasts from '#stores/site/toasts.ts'

const config = {
  flags: { reservations: false, usedCars: false },
  clientId: 'storefront',
  clientSecret: 'public',
}
const tokens = { access_token: 'a1', refresh_token: 'r1', token_type: 'Bearer', expires_in: 900 }
const mia: CurrentUser = { type: 'CUSTOMER', staff: null, customer: aCustomer() }
const sam = aStaffUser()

const aChallenge = () =>
  createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 3, deriveKey })

const site = (more: Parameters<typeof fakeCall>[0] = {}) =>
  fakeCall({
    getConfig: () => ok(config),
    token: () => ok(tokens),
    getCurrentUser: () => ok(mia),
    revoke: () => ok(undefined),
    ...more,
  })

let said: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  setAccessToken(null)
  said = vi.spyOn(toasts, 'addToast')
})

describe('signing in', () => {
  test('§7, §8 keeps the tokens, fetches the user and shows a toast', async () => {
    const { call, sent } = site()
    expect(await signIn(' mia@example.nz ', 'secret', call)).toEqual({ ok: true })
    expect(sent.find(({ name }) => name === 'token')?.body).toEqual({
      client_id: 'storefront',
      client_secret: 'public',
      grant_type: 'password',
      username: 'mia@example.nz',
      password: 'secret',
    })
    expect($accessToken.get()).toBe('a1')
    expect($customer.get()?.name.firstName).toBe('Mia')
    expect(said).toHaveBeenCalledWith({ kind: 'success', text: 'Signed in' })
  })

  test('of staff sends what this browser kept at the last time', async () => {
    const answer = { ...tokens, staff_browser: 'one.2.three' }
    await signIn('sam@example.nz', 'secret', site({ token: () => ok(answer) }).call)
    const { call, sent } = site()
    await signIn('sam@example.nz', 'secret', call)
    expect(sent.find(({ name }) => name === 'token')?.body).toMatchObject({
      staff_browser: 'one.2.three',
    })
  })

  // Decision 58
  test('a password that the sign-in dropped is shown, and noted until it is read', async () => {
    await signIn(
      'mia@example.nz',
      '123456',
      site({ token: () => ok({ ...tokens, password_dropped: true }) }).call,
    )
    expect(said).toHaveBeenLastCalledWith({
      kind: 'info',
      text: 'The password you chose when you registered wasn’t confirmed, so it doesn’t work. You can set a new one in My Profile.',
    })
    expect($session.get().hasDroppedPassword).toBe(true)
    await signIn('mia@example.nz', 'secret', site().call)
    expect($session.get().hasDroppedPassword).toBeUndefined()
  })

  describe('after too many tries', () => {
    const captchaNeeded = failing({
      kind: 'problem',
      status: 400,
      problem: { error: 'captcha_required', messages: [] },
    })
    /** Wants a captcha for what comes without one. */
    const wary = (more: Parameters<typeof fakeCall>[0] = {}) =>
      site({
        token: (sent) => ('captchaToken' in sent ? ok(tokens) : captchaNeeded),
        getCaptchaChallenge: async () => ok(await aChallenge()),
        ...more,
      })

    test('solves a puzzle without asking and tries again', async () => {
      const { call, names } = wary()
      expect(await signIn('mia@example.nz', 'secret', call)).toEqual({ ok: true })
      expect(names().slice(-4)).toEqual(['token', 'getCaptchaChallenge', 'token', 'getCurrentUser'])
    })

    test('says that the puzzle cannot be solved, and not that a code was sent', async () => {
      const { call } = wary({ token: () => captchaNeeded })
      expect(await signIn('mia@example.nz', 'secret', call)).toMatchObject({
        ok: false,
        message: 'The security check didn’t work in this browser. Please try again.',
      })
      expect(await askForCode('mia@example.nz', call)).toBe(
        'The security check didn’t work in this browser. Please try again.',
      )
    })

    test('a refused puzzle has its own message', async () => {
      const { call } = wary({ getCaptchaChallenge: () => problem(429, 'Too many requests') })
      expect(await askForCode('mia@example.nz', call)).toBe(
        'The security check didn’t work in this browser. Please try again.',
      )
    })

    test('an unreachable server keeps its own message', async () => {
      const { call } = wary({ getCaptchaChallenge: () => unreachable })
      expect(await askForCode('mia@example.nz', call)).toMatch(/connection|reach|server/i)
    })
  })

  test('§6, §8 staff are greeted by name', async () => {
    await signIn('sam@example.nz', 'secret', site({ getCurrentUser: () => ok(sam) }).call)
    expect(said).toHaveBeenCalledWith({ kind: 'success', text: 'Hello Sam' })
  })

  test('§8 a wrong password shows its message once', async () => {
    const { call } = site({ token: () => failing({ kind: 'unreadable', status: 400 }) })
    expect(await signIn('mia@example.nz', 'wrong', call)).toMatchObject({ ok: false })
    expect(said).toHaveBeenCalledWith({
      kind: 'warning',
      text: 'Failed to sign in: Invalid username or password\nPlease enter your password or check your email for your one-time code',
      id: 'Invalid username or password',
    })
  })

  test('earlier failures are no longer shown', async () => {
    const dropped = vi.spyOn(toasts, 'dropToasts')
    await signIn('mia@example.nz', 'wrong', site({ token: () => problem(503) }).call)
    expect(dropped).not.toHaveBeenCalled()
    await signIn('mia@example.nz', 'secret', site().call)
    expect(dropped).toHaveBeenCalledOnce()
  })

  test('§4, §8 asking for a code fails silently', async () => {
    const { call, sent } = site({ token: () => failing({ kind: 'unreadable', status: 400 }) })
    await signIn('mia@example.nz', '', call)
    expect(said).not.toHaveBeenCalled()
    expect(sent.at(-1)?.body).toMatchObject({ username: 'mia@example.nz', password: '' })
  })

  test('§5 another status is named', async () => {
    const { call } = site({ token: () => problem(503) })
    expect(await signIn('mia@example.nz', '', call)).toMatchObject({
      message: 'Received an unexpected response (503)',
    })
  })

  test('§8 a user that cannot be fetched is only logged', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { call } = site({ getCurrentUser: () => unreachable })
    expect(await signIn('mia@example.nz', 'secret', call)).toEqual({ ok: true })
    expect($accessToken.get()).toBe('a1')
    expect(logged).toHaveBeenCalledOnce()
    expect(said.mock.calls).toEqual([[{ kind: 'success', text: 'Signed in' }]])
  })
})

describe('signing out', () => {
  beforeEach(async () => {
    await signIn('mia@example.nz', 'secret', site().call)
    said.mockClear()
  })

  test('§7 ends the session here first, then at the server by both tokens', async () => {
    const { call, sent } = site({
      revoke: () => {
        expect($session.get().token).toBeNull()
        return ok(undefined)
      },
    })
    await signOut(call)
    expect(sent.map(({ body, keepalive }) => ({ ...(body as object), keepalive }))).toEqual([
      { client_id: 'storefront', client_secret: 'public', token: 'a1', keepalive: true },
      { client_id: 'storefront', client_secret: 'public', token: 'r1', keepalive: true },
    ])
    expect(said).not.toHaveBeenCalled()
  })

  test('§8 works without a connection, and says that the server was not reached', async () => {
    await signOut(site({ revoke: () => unreachable }).call)
    expect($session.get().token).toBeNull()
    expect(said).toHaveBeenCalledWith({
      kind: 'warning',
      text: 'Failed to sign out: We couldn’t reach the server. Please check your connection and try again.',
    })
  })

  test('last changes are sent while there is still a token, and arrive before it ends', async () => {
    const order: string[] = []
    const forget = beforeSignOut(async () => {
      order.push(`sent with ${$accessToken.get()}`)
      await Promise.resolve()
      order.push('arrived')
    })
    await signOut(site({ revoke: () => (order.push('ended'), ok(undefined)) }).call)
    forget()
    expect(order).toEqual(['sent with a1', 'arrived', 'ended', 'ended'])
  })
})

test('the record of the customer is fetched once', async () => {
  await signIn('mia@example.nz', 'secret', site().call)
  expect($customerRecord.get()?.name.lastName).toBe('Harris')
  const { call, sent } = site()
  await loadCustomerRecord(call)
  expect(sent).toEqual([])
})

test('the record of a stored customer comes with the answer for the current user, and is not fetched beside it', async () => {
  setAccessToken({ ...tokens, refreshAt: Date.now() + 1_000_000 })
  setCurrentUser(mia)
  forgetCustomerRecord()
  const { call, names } = site()
  const user = loadCurrentUser(call)
  expect(await loadCustomerRecord(call)).toMatchObject({ ok: true })
  await user
  expect(names()).toEqual(['getCurrentUser'])
})
