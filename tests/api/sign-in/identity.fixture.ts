import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import type { Result } from '#lib/api/failure.ts'
import type { Database } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { CLIENT } from '#tests/setup/people.ts'

// Signing in by the wire: the token endpoint and what it leads to.

export const CUSTOMER = 'customer@demo.example'
export const STAFF = 'staff@demo.example'
export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE
export const statusOf = (result: Result<unknown>): number | string =>
  result.ok ? 200 : 'status' in result.failure ? result.failure.status : result.failure.kind

export let db: Kysely<Database>
export let app: Application
export const post = (path: string, fields: Record<string, string> | string, headers = {}) =>
  app.request(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

export const ask = (fields: Record<string, string>, headers = {}) =>
  post('token', { ...CLIENT, ...fields }, headers)

/** In the place of what runs: an application with other settings or parts, on the same database. */
export const startAnew = (facts: Parameters<typeof startApplication>[1] = {}) => {
  app = startApplication(db, facts)
}

/** For each test anew, on a database. */
export function setUpIdentity({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
  })
  afterEach(() => db.destroy())
}
