// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountState } from '#lib/contract/shapes/account.ts'
import { endSession, impersonate, setAccessToken, setCurrentUser } from '#stores/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { settle, typeInto } from '#tests/setup/screen.ts'
import { consentWords, Profile } from './Profile.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const ACCOUNT: AccountState = {
  hasPassword: true,
  pendingEmail: null,
  marketing: { isGiven: false, at: null, source: null },
  deletion: null,
}
const SESSION = {
  sessionId: 's1',
  device: 'Chrome on Windows',
  network: '203.0.113.7',
  signedInAt: '2026-11-20T01:00:00Z',
  lastUsedAt: '2026-11-20T01:00:00Z',
  isThis: true,
}

const TOKEN = {
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 900,
  refreshAt: Date.now() + 1e6,
}

let account: AccountState
let answers: Record<string, { status: number; body?: unknown }>
let sent: { call: string; body: unknown }[]
let container: HTMLElement
let root: Root

beforeEach(() => {
  account = ACCOUNT
  sent = []
  answers = {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, location.href)
    const call = `${init.method ?? 'GET'} ${pathname.replace('/api', '')}`
    sent.push({
      call,
      body:
        typeof init.body === 'string' && init.body[0] === '{' ? JSON.parse(init.body) : undefined,
    })
    const known: typeof answers = {
      'GET /customer/7': { status: 200, body: aCustomer() },
      'GET /customer/7/account': { status: 200, body: account },
      'GET /customer/7/sessions': { status: 200, body: { sessions: [SESSION] } },
      'GET /config': { status: 200, body: { clientId: 'c', clientSecret: 's', demo: false } },
      'POST /auth/token': { status: 400, body: { error: 'invalid_grant' } },
      ...answers,
    }
    const { status, body } = known[call] ?? { status: 404, body: {} }
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
  setAccessToken(TOKEN)
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  setAccessToken(null)
})

async function open() {
  root = createRoot(container)
  await act(async () => root.render(<Profile />))
  await settle()
}
async function openAsMia(customer = aCustomer()) {
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer })
  await open()
}
const button = (name: string) =>
  [...container.querySelectorAll('button')].find((one) => one.textContent?.startsWith(name))!
const press = async (name: string) => {
  await act(async () => button(name).click())
  await settle()
}
const field = (label: string) =>
  [...container.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label))!
    .parentElement!
const type = (label: string, text: string) => typeInto(field(label).querySelector('input')!, text)
const refusing = (property: string, message: string) => ({
  status: 400,
  body: { code: 'Validation', messages: [{ type: 'ERROR', property, message }] },
})

describe('an address that is emptied', () => {
  const postalAddress = {
    line1: '12 Kauri Road',
    suburb: 'Westmere',
    city: 'Auckland',
    postcode: '1022',
    country: 'NZ' as const,
  }
  const saved = () => sent.filter(({ call }) => call === 'PATCH /customer/7')
  const empty = async () => {
    answers['PATCH /customer/7'] = { status: 200, body: aCustomer() }
    await openAsMia(aCustomer({ postalAddress }))
    for (const label of ['Street address', 'Suburb', 'Town or city', 'Postcode'])
      await type(label, '')
    await press('Save profile')
  }

  test('is asked about, and kept as it was', async () => {
    await empty()
    expect(saved()).toEqual([])
    expect(container.textContent).toContain('12 Kauri Road, Westmere, Auckland 1022 on record')
    expect(document.activeElement?.textContent).toBe('Keep it')
    await press('Keep it')
    expect(document.activeElement?.textContent).toBe('Save profile')
    expect(field('Street address').querySelector('input')?.value).toBe('12 Kauri Road')
    await press('Save profile')
    expect(saved()).toMatchObject([{ body: { postalAddress } }])
  })

  test('is removed where that is meant', async () => {
    await empty()
    await press('Remove it and save')
    expect(saved()).toMatchObject([{ body: { postalAddress: null } }])
    expect(document.activeElement?.textContent).toBe('Save profile')
    expect(container.textContent).not.toContain('Remove your postal address?')
  })

  test('§5 text that was not picked from the list is refused, and clears nothing', async () => {
    await empty()
    await press('Keep it')
    await press('Find the address in the list')
    await press('Save profile')
    expect(saved()).toEqual([])
    expect(container.textContent).toContain('Please pick an address from the list.')
  })
})

describe('a session that ends by itself', () => {
  const comeBack = async (id: number) => {
    await act(async () => endSession())
    await act(async () => root.unmount())
    setAccessToken(TOKEN)
    await openAsMia(aCustomer({ id }))
  }

  test('leaves the form of another address open, with the address but no password', async () => {
    await openAsMia()
    await press('Change email address')
    await type('New email address', 'new@example.nz')
    await type('Current password', 'seven grey herons stood')

    await comeBack(7)

    expect(container.textContent).toContain('Your session ended before this was sent')
    expect(field('New email address').querySelector('input')!.value).toBe('new@example.nz')
    expect(field('Current password').querySelector('input')!.value).toBe('')
    await press('Cancel')
    expect(document.activeElement?.textContent).toBe('Change email address')
    await press('Change email address')
    expect(container.textContent).not.toContain('Your session ended')
    expect(field('New email address').querySelector('input')!.value).toBe('')
  })

  test('leaves the question of the deletion open, and nothing to anybody else', async () => {
    await openAsMia()
    await press('Delete my account')
    await comeBack(7)
    expect(button('Keep it')).toBeDefined()
    expect(container.textContent).toContain('Your session ended before this was sent')

    answers = {
      'GET /customer/8': { status: 200, body: aCustomer({ id: 8 }) },
      'GET /customer/8/account': { status: 200, body: account },
      'GET /customer/8/sessions': { status: 200, body: { sessions: [SESSION] } },
    }
    await comeBack(8)
    expect(button('Delete my account')).toBeDefined()
    expect(button('Keep it')).toBeUndefined()
  })
})

describe('§3 password change type', () => {
  test('CHANGE_PASSWORD with the current one; the focus goes back to the button', async () => {
    answers['PUT /customer/7/password'] = { status: 204 }
    await openAsMia()
    await press('Change password')
    await press('Change password')
    expect(field('Current password').textContent).toContain('Please enter your current password')
    expect(field('New password').textContent).toContain('Please enter a new password')

    await type('Current password', 'the old one')
    await type('New password', 'seven grey herons stood')
    await press('Change password')
    expect(sent.find(({ call }) => call === 'PUT /customer/7/password')?.body).toEqual({
      type: 'CHANGE_PASSWORD',
      currentPassword: 'the old one',
      newPassword: 'seven grey herons stood',
    })
    expect(document.activeElement?.textContent).toBe('Change password')
    expect(container.textContent).not.toContain('New password')
  })

  test('NEW_ACCOUNT without one; when the sign-in is long past, a code is sent and asked for', async () => {
    account = { ...ACCOUNT, hasPassword: false }
    answers['PUT /customer/7/password'] = refusing('currentPassword', 'is required')
    await openAsMia()
    expect(container.textContent).not.toContain('change your password')
    await press('Set a password')
    await type('New password', 'seven grey herons stood')
    await press('Set password')
    expect(container.textContent).toContain('A code is on its way to')

    answers['PUT /customer/7/password'] = { status: 204 }
    await type('Verification code', '12 34 56')
    await press('Set password')
    expect(sent.findLast(({ call }) => call === 'PUT /customer/7/password')?.body).toEqual({
      type: 'NEW_ACCOUNT',
      currentPassword: '123456',
      newPassword: 'seven grey herons stood',
    })
  })

  test('what the server refuses stands at its field', async () => {
    answers['PUT /customer/7/password'] = refusing('currentPassword', 'is not right')
    await openAsMia()
    await press('Change password')
    await type('Current password', 'wrong')
    await type('New password', 'seven grey herons stood')
    await press('Change password')
    expect(field('Current password').textContent).toContain('Current password is not right')
  })
})

test('§5 another e-mail address must look like one, and counts once its code has come back', async () => {
  answers['PATCH /customer/7/change-web-account-email'] = { status: 200, body: aCustomer() }
  answers['POST /customer/7/change-web-account-email/verify'] = {
    status: 200,
    body: aCustomer({ email: 'mia@new.example' }),
  }
  await openAsMia()
  await press('Change email address')
  await type('New email address', 'nonsense')
  await type('Current password', 'the old one')
  await press('Send code')
  expect(field('New email address').textContent).toContain('Please enter a valid email address')

  await type('New email address', ' mia@new.example ')
  await press('Send code')
  expect(container.textContent).toContain('mia@new.example')
  await type('Verification code', '654321')
  await press('Confirm address')
  expect(container.querySelector('.setting__value')?.textContent).toBe('mia@new.example')
})

test('an address that waits to be confirmed is not forgotten by a reload', async () => {
  account = { ...ACCOUNT, pendingEmail: 'mia@new.example' }
  await openAsMia()
  expect(container.textContent).toContain('mia@new.example is waiting to be confirmed')
  await press('Confirm the new address')
  expect(field('Verification code')).toBeDefined()
})

test('an account that is to be deleted says so first, and can be kept', async () => {
  account = {
    ...ACCOUNT,
    deletion: { requestedAt: '2026-11-20T01:00:00Z', dueAt: '2026-12-04T01:00:00Z' },
  }
  answers['DELETE /customer/7/deletion'] = { status: 204 }
  await openAsMia()
  expect(container.textContent).toContain('This account is to be deleted on 4 December 2026')
  account = ACCOUNT
  await press('Keep my account')
  expect(container.textContent).not.toContain('is to be deleted on')
})

test('staff who act cannot touch password, address, devices or data (decision 12)', async () => {
  setCurrentUser({
    type: 'STAFF',
    staff: { id: 1, firstName: 'Sam', lastName: 'Reid', email: 's@x.example', roles: [] },
    customer: null,
  })
  impersonate({ id: 7, name: { firstName: 'Mia' } })
  answers['GET /customer/7'] = { status: 200, body: aCustomer({ webAccountStatus: 'VERIFYPEND' }) }
  answers['POST /customer/7/create-web-account'] = {
    status: 200,
    body: { webAccountStatus: 'VERIFYPEND' },
  }
  await open()
  for (const words of ['Change password', 'Change email', 'Download', 'Delete', 'signed in'])
    expect(container.textContent).not.toContain(words)
  await press('Create web account')
  expect(sent.find(({ call }) => call === 'POST /customer/7/create-web-account')).toBeDefined()
})

test.each([
  [{ isGiven: false, at: null, source: null }, ''],
  [
    { isGiven: true, at: '2026-11-20T01:05:00Z', source: 'PROFILE' },
    'You agreed to this on 20 November 2026 at 2:05 pm, in your profile.',
  ],
  [
    { isGiven: false, at: '2026-11-20T01:05:00Z', source: 'STAFF' },
    'You said no to this on 20 November 2026 at 2:05 pm, through our people.',
  ],
] as const)('a consent says when and where (decision 51): %j', (marketing, words) => {
  expect(consentWords(marketing)).toBe(words)
})
