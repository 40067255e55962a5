import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFormBody, textAt, textsAt } from './form-body.ts'
import { openStore } from './store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'card-simulator-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the provider’s data survives its process', () => {
  const file = join(folder, 'card.db')
  const before = openStore(file)
  const secret = before.secret('key', () => 'first')
  const { sessionId } = before.insertSession({
    status: 'open',
    isPaid: false,
    amountCents: 100_000,
    currency: 'nzd',
    order: {
      description: 'Deposit',
      customerEmail: null,
      clientReferenceId: 'journey-1',
      metadata: {},
      successUrl: 'http://shop.test/back',
      cancelUrl: null,
    },
    declineReason: null,
    createdS: 1,
    expiresAtS: 2,
    notice: 'usual',
    comesBack: 'usual',
  })
  before.insertDelivery('evt_1', '{}', 0)
  before.close()

  const after = openStore(file)
  expect(after.secret('key', () => 'second')).toBe(secret)
  expect(after.endSession(sessionId, 'complete')).toMatchObject({
    isPaid: true,
    status: 'complete',
  })
  expect(after.endSession(sessionId, 'expired')).toBeNull()
  expect(after.dueDeliveries(1)).toMatchObject([{ payload: '{}', attempts: 0 }])
  after.close()
})

test('a damaged file is reported in one sentence', () => {
  const file = join(folder, 'card.db')
  writeFileSync(file, 'not a database at all, but long enough to be looked at '.repeat(40))
  expect(() => openStore(file)).toThrow(
    /^DATABASE_URL: a simulated payment provider cannot use .*card\.db/,
  )
})

test('a form with brackets is read with its nesting, and reaches no prototype', () => {
  const fields = readFormBody(
    'mode=payment&line_items[0][price_data][unit_amount]=100&metadata[a]=1&metadata[b]=2' +
      '&__proto__[polluted]=1&constructor[prototype][polluted]=1&x[][y]=3&broken[=4',
  )
  expect(textAt(fields, 'line_items', '0', 'price_data', 'unit_amount')).toBe('100')
  expect(textsAt(fields, 'metadata')).toEqual({ a: '1', b: '2' })
  expect(textAt(fields, 'mode', 'deeper')).toBeUndefined()
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('it creates its folder, which does not exist with PostgreSQL', () => {
  expect(() => openStore(join(folder, 'data', 'card.db')).close()).not.toThrow()
})
