// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#lib/contract.ts'
import type { SecondFactor, SignedInDevice } from '#lib/customers/account-shapes.ts'
import { setAccessToken } from '#stores/session/session.ts'
import { faultySite, field, press, type } from '#tests/setup/faulty-site.ts'
import { settle } from '#tests/setup/screen.ts'
import { goTo, useHash } from '#ui/hooks/use-hash.ts'
import { OwnSignIn } from './OwnSignIn.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const ON: SecondFactor = {
  since: '2026-11-20T01:00:00.000Z',
  isRequired: false,
  recoveryCodesLeft: 2,
  passkeys: 0,
}
const devices: SignedInDevice[] = ['Chrome on Windows', 'Safari on iPhone'].map((device, at) => ({
  sessionId: `s${at}`,
  device,
  signedInAt: '2026-11-20T01:00:00.000Z',
  lastUsedAt: '2026-11-20T01:00:00.000Z',
  network: '203.0.113.7',
  isThis: at === 0,
}))
let factor: SecondFactor
let site: ReturnType<typeof faultySite>
let root: Root
const onSetUp = vi.fn()

beforeEach(async () => {
  factor = { since: null, isRequired: true, recoveryCodesLeft: 0, passkeys: 0 }
  site = faultySite(Object.values(contract), {
    getSecondFactor: () => factor,
    listPasskeys: () => ({ passkeys: [] }),
    listStaffSessions: () => ({ sessions: devices }),
    endStaffSession: () => undefined,
    endStaffSessions: () => undefined,
    changeStaffPassword: () => undefined,
    startSecondFactor: () => ({
      secret: 'ABCDEFGHIJ',
      address: 'otpauth://totp/x?secret=ABCDEFGHIJ',
    }),
    confirmSecondFactor() {
      factor = ON
      return { recoveryCodes: ['ABCD-EFGH-IJKL-MNOP'] }
    },
  })
  vi.stubGlobal('fetch', site.fetch)
  vi.stubGlobal('scrollTo', vi.fn())
  setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1e15 })
})
afterEach(() => act(async () => root.unmount()))

/** The screen under the address of its area. */
function Area() {
  return useHash() === '#/sign-in' ? <OwnSignIn onSetUp={onSetUp} /> : <p>The work list</p>
}
async function open() {
  history.replaceState(null, '', '/staff/#/sign-in')
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
  await act(async () => root.render(<Area />))
  await settle()
}
const words = () => document.body.textContent

test('setting up an app takes the password, a code of the app, and keeping the recovery codes', async () => {
  await open()
  expect(words()).toContain('Your account needs a second factor')
  await press('Set up an authenticator app')
  expect(document.activeElement).toBe(field('Current password'))
  await press('Continue')
  expect(words()).toContain('Please enter your current password')
  await type('Current password', 'demo password')
  await press('Continue')
  expect(words()).toContain('ABCD EFGH IJ')
  expect(document.querySelector('[aria-label="QR code for an authenticator app"]')).not.toBeNull()
  await type('Authenticator code', '12345')
  await press('Turn on')
  expect(words()).toContain('Please enter the 6 digits the app shows')
  await type('Authenticator code', '123456')
  await press('Turn on')
  expect(words()).toContain('ABCD-EFGH-IJKL-MNOP')
  expect(document.activeElement?.tagName).toBe('H3')
  const isLeavingAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isLeavingAsked()).toBe(true)
  await press('I have saved them')
  expect(isLeavingAsked()).toBe(false)
  expect(onSetUp).toHaveBeenCalledOnce()
  expect(words()).toContain('On since 20\u00a0November\u00a02026')
  expect(site.sent.filter(({ body }) => body !== undefined)).toMatchObject([
    { name: 'startSecondFactor', body: { currentPassword: 'demo password' } },
    { name: 'confirmSecondFactor', body: { code: '123456' } },
  ])
})

test('leaving the screen warns while the recovery codes are not kept', async () => {
  await open()
  await press('Set up an authenticator app')
  await type('Current password', 'demo password')
  await press('Continue')
  await type('Authenticator code', '123456')
  await press('Turn on')

  await act(async () => goTo('#/work'))
  await settle()
  expect(words()).toContain('ABCD-EFGH-IJKL-MNOP')
  expect(words()).toContain('You haven’t saved your recovery codes yet')
  expect(document.activeElement?.textContent).toContain('We won’t show them again.')

  await press('I have saved them')
  await settle(50)
  expect(words()).toBe('The work list')
  expect(location.hash).toBe('#/work')
})

test('replacing an app takes its code too, and a low number of recovery codes is shown', async () => {
  factor = ON
  await open()
  expect(words()).toContain('Recovery codes left: 2. Set up the app again')
  await press('Set up another app')
  await type('Current password', 'demo password')
  await press('Continue')
  expect(words()).toContain('Please enter the code from your authenticator app')
  await type('Authenticator code', '123 456')
  await press('Continue')
  expect(site.sent.at(-1)?.body).toEqual({ currentPassword: 'demo password', code: '123456' })
})

test('long after the sign-in, removing a passkey takes the password and the code of the app', async () => {
  factor = { ...ON, passkeys: 1 }
  const at = '2026-11-20T01:00:00.000Z'
  const passkey = { passkeyId: 'p1', name: 'My laptop', addedAt: at, lastUsedAt: null }
  site.answers.listPasskeys = () => ({ passkeys: [passkey] })
  const required = [{ type: 'ERROR', property: 'currentPassword', message: 'is required' }]
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url.endsWith('/removal') && init.body === '{}'
      ? new Response(JSON.stringify({ messages: required }), {
          status: 400,
          headers: { 'content-type': 'application/problem+json' },
        })
      : site.fetch(url, init),
  )
  await open()
  await press('Remove My laptop')
  expect(words()).not.toContain('Current password')
  await press('Remove this passkey')
  await type('Current password', 'demo password')
  await press('Remove this passkey')
  expect(words()).toContain('Please enter the code from your authenticator app')
  await type('Authenticator code', '123 456')
  await press('Remove this passkey')
  expect(site.sent.findLast(({ name }) => name === 'removePasskey')?.body).toEqual({
    currentPassword: 'demo password',
    code: '123456',
  })
})

test('devices are listed with their network, and can be signed out', async () => {
  const third = { ...devices[1]!, sessionId: 's2', device: 'Firefox on Linux' }
  let shown = [...devices, third]
  site.answers.listStaffSessions = () => ({ sessions: shown })
  const focused = () => document.activeElement?.textContent
  const pressFocused = async (name: string) => {
    const all = [...document.querySelectorAll('button')]
    all.find((one) => one.textContent!.startsWith(name))!.focus()
    await press(name)
  }
  await open()
  expect(words()).toContain('Safari on iPhone')
  expect(words()).toContain('from 203.0.113.7')
  shown = [devices[0]!, third]
  await pressFocused('Sign out Safari on iPhone')
  expect(site.sent.map(({ name }) => name)).toContain('endStaffSession')
  expect(focused()).toContain('Sign out Firefox on Linux')
  shown = [devices[0]!]
  await pressFocused('Sign out elsewhere')
  expect(focused()).toBe('Where you are signed in')
})

test('changing the password takes the current password', async () => {
  factor = ON
  await open()
  await press('Change password')
  expect(document.activeElement).toBe(field('Current password'))
  await press('Change password')
  expect(words()).toContain('Please enter a new password')
  await type('Current password', 'demo password')
  await type('New password', 'a kea stole my gloves')
  await press('Change password')
  expect(site.sent.filter(({ body }) => body !== undefined)).toMatchObject([
    {
      name: 'changeStaffPassword',
      body: { currentPassword: 'demo password', newPassword: 'a kea stole my gloves' },
    },
  ])
  expect(words()).not.toContain('New password')
})
