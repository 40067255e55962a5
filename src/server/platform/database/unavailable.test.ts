import { expect, test } from 'vitest'
import { isUnavailable } from './unavailable.ts'

test.each<[what: string, error: unknown, passes: boolean]>([
  ['SQLite: another process holds the lock', { code: 'ERR_SQLITE_ERROR', errcode: 5 }, true],
  ['SQLite: the lock, in its extended number', { code: 'ERR_SQLITE_ERROR', errcode: 261 }, true],
  ['SQLite: the disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }, true],
  ['SQLite: a constraint', { code: 'ERR_SQLITE_ERROR', errcode: 19 }, false],
  ['PostgreSQL: an administrator ends it', { code: '57P01' }, true],
  ['PostgreSQL: it is starting', { code: '57P03' }, true],
  ['PostgreSQL: too many connections', { code: '53300' }, true],
  ['PostgreSQL: the connection broke', { code: '08006' }, true],
  ['PostgreSQL: a lock took too long', { code: '55P03' }, true],
  ['PostgreSQL: a deadlock', { code: '40P01' }, true],
  ['PostgreSQL: it is a standby', { code: '25006' }, true],
  ['PostgreSQL: a unique value is used twice', { code: '23505' }, false],
  ['PostgreSQL: no such column', { code: '42703' }, false],
  ['the server is not listening', { code: 'ECONNREFUSED' }, true],
  ['the driver: the connection is gone', new Error('Connection terminated unexpectedly'), true],
  ['the driver: the pool is busy', new Error('timeout exceeded when trying to connect'), true],
  ['a mistake of ours', new TypeError('x is not a function'), false],
  ['nothing at all', new Error(''), false],
])('%s', (_, error, passes) => {
  expect(isUnavailable(error)).toBe(passes)
})
