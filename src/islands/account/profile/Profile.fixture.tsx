import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import type { AccountState } from '#lib/customers/account-shapes.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { aToken } from '#tests/builders/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { settle, typeInto } from '#tests/setup/screen.ts'
import { Profile } from './Profile.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

// My Profile for its tests, reset before each.

export const ACCOUNT: AccountState = {
  hasPassword: true,
  pendingEmail: null,
  marketing: { isGiven: false, at: null, source: null },
  deletion: null,
  dataExport: null,
}
export const SESSION = {
  sessionId: 's1',
  device: 'Chrome on Windows',
  network: '203.0.113.7',
  signedInAt: '2026-11-20T01:00:00Z',
  lastUsedAt: '2026-11-20T01:00:00Z',
  isThis: true,
}

export const TOKEN = aToken()

type Answers = Record<string, { status: number; body?: unknown }>
/** The state of the account, and other answers by call. */
export const server: { account: AccountState; answers: Answers } = { account: ACCOUNT, answers: {} }
export let sent: { call: string; body: unknown }[]
export let container: HTMLElement
export let root: Root

beforeEach(() => {
  Object.assign(server, { account: ACCOUNT, answers: {} })
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname } = new URL(url, location.href)
    const call = `${init.method ?? 'GET'} ${pathname.replace('/api', '')}`
    sent.push({
      call,
      body:
        typeof init.body === 'string' && init.body[0] === '{' ? JSON.parse(init.body) : undefined,
    })
    const known: Answers = {
      'GET /customer/7': { status: 200, body: aCustomer() },
      'GET /customer/7/account': { status: 200, body: server.account },
      'GET /customer/7/sessions': { status: 200, body: { sessions: [SESSION] } },
      'GET /config': { status: 200, body: { clientId: 'c', clientSecret: 's', demo: false } },
      'POST /auth/token': { status: 400, body: { error: 'invalid_grant' } },
      ...server.answers,
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

export async function open() {
  root = createRoot(container)
  await act(async () => root.render(<Profile />))
  await settle()
}
export async function openAsMia(customer = aCustomer()) {
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer })
  await open()
}
export const button = (name: string) =>
  [...container.querySelectorAll('button')].find((one) => one.textContent?.startsWith(name))!
export const press = async (name: string) => {
  await act(async () => button(name).click())
  await settle()
}
export const field = (label: string) =>
  [...container.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label))!
    .parentElement!
export const type = (label: string, text: string) =>
  typeInto(field(label).querySelector('input')!, text)
export const refusing = (property: string, message: string) => ({
  status: 400,
  body: { code: 'Validation', messages: [{ type: 'ERROR', property, message }] },
})
