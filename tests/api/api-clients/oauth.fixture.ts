import { beforeAll, expect } from 'vitest'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { createApiClient } from '#server/api-clients/api-clients.ts'
import { startSession } from '#server/sign-in/sessions.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { arrive } from '#tests/setup/purchases.ts'

// A shop with a customer and two machines, whose tokens are asked for by the wire.

export const MIA = 'customer@demo.example'
export const PASSWORD = { grant_type: 'password', username: MIA, password: SAMPLE_PASSWORD }
export const FORM = 'application/x-www-form-urlencoded'

export type Fields = Record<string, string>
export interface Machine {
  client_id: string
  client_secret: string
}

export let app: Application
export let machine: Machine
export let other: Machine
export let owner: { customer_id: number; staff_id: null }

/** Once for all tests of a file. */
export const setUpTokens = () =>
  beforeAll(async () => {
    const db = openSqlite(':memory:')
    await migrate(db)
    app = startApplication(db, {
      env: {
        LIMIT_TOKEN_PER_MINUTE: '100000',
        LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '100000',
        LIMIT_NETWORK_PASSWORD_FAILURES_PER_MINUTE: '100000',
        LIMIT_PASSWORD_FAILURES_PER_DAY: '100000',
      },
    })
    await seedDemo(app.deps)
    owner = { customer_id: (await arrive(app)).customerId, staff_id: null }
    const make = async (name: string): Promise<Machine> => {
      const made = await createApiClient(app.deps, {
        name,
        scopes: ['customers:read', 'quotes:read'],
      })
      return { client_id: made.clientId, client_secret: made.secret }
    }
    machine = await make('DMS')
    other = await make('CRM')
  })

export const send = (path: string, body: string, headers: Fields = {}, method = 'POST') =>
  app.request(`/api/auth/${path}`, {
    method,
    headers: { 'content-type': FORM, ...headers },
    ...(method === 'GET' ? {} : { body }),
  })
export const ask = (fields: Fields, headers: Fields = {}, path = 'token') =>
  send(path, new URLSearchParams(fields).toString(), headers)
export const basic = (id: string, secret: string): Fields => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})
export const machineToken = async (fields: Fields = {}, by = machine): Promise<string> => {
  const response = await ask({ ...by, grant_type: 'client_credentials', ...fields })
  return ((await response.json()) as { access_token: string }).access_token
}
export const me = (headers: Fields) => app.request('/api/me', { headers })
export const meBy = (token: string) => me({ authorization: `Bearer ${token}` })
export const session = async () => (await startSession(app.deps, { owner, epoch: 0 }, undefined))!

/** A failure as RFC 6749 §5.2 has it. */
export async function expectError(response: Response, status: number, error: string) {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('pragma')).toBe('no-cache')
  expect(response.headers.get('set-cookie')).toBeNull()
  const body = (await response.json()) as Fields
  expect(body.error).toBe(error)
  expect(Object.keys(body).sort()).toEqual(['error', 'error_description'])
  // §5.2: printable ASCII without quotation marks and backslashes.
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
}
