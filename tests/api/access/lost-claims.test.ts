import { describe, expect, test, vi } from 'vitest'
import { saveQuote } from '#lib/quotes/calls.ts'
import { withIdempotency } from '#server/platform/http/idempotency.ts'
import type { AnyCall } from '#server/platform/http/route.ts'
import { databases } from '#tests/setup/databases.ts'
import { app, db, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('a request whose database goes away, on $name', (database) => {
  setUpSignedIn(database)

  test('runs again as soon as the database is back, and not only once its claim is abandoned', async () => {
    let isGone = false
    const leaving = db.withPlugin({
      transformQuery({ node }) {
        if (isGone) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const call = {
      header: () => 'key-1',
      setHeader: () => {},
      actor: { type: 'STAFF', staffId: 1 },
      params: {},
      body: {},
      effectId: 'an effect',
      ip: '192.0.2.1',
    } as unknown as AnyCall
    const run = (answer: () => Promise<string>) =>
      withIdempotency({ ...app.deps, db: leaving }, saveQuote, call, answer)

    await expect(
      run(() => {
        isGone = true
        return Promise.reject(new Error('Connection terminated'))
      }),
    ).rejects.toThrow('Connection terminated')
    isGone = false
    await vi.waitFor(async () => expect(await run(() => Promise.resolve('saved'))).toBe('saved'), {
      timeout: 5_000,
    })
    expect(await run(() => Promise.resolve('saved again'))).toBe('saved')
  })
})
