import type { Result } from '#lib/api/failure.ts'
import { CLIENT } from '#tests/setup/people.ts'
import { app } from '#tests/setup/suite.ts'

// Signing in by the wire: the token endpoint and what it leads to.

export const CUSTOMER = 'customer@demo.example'
export const STAFF = 'staff@demo.example'
export const statusOf = (result: Result<unknown>): number | string =>
  result.ok ? 200 : 'status' in result.failure ? result.failure.status : result.failure.kind
export const post = (path: string, fields: Record<string, string> | string, headers = {}) =>
  app.request(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

export const ask = (fields: Record<string, string>, headers = {}) =>
  post('token', { ...CLIENT, ...fields }, headers)
