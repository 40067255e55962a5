import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { primaryAmong } from './postgres.ts'

/** A server that takes connections, or says why not. */
class Server {
  refuses: string | null = null
  asked = 0
  isEnded = false
  readonly options = { max: 10 } as pg.PoolOptions
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  connect = async () => {
    this.asked += 1
    if (this.refuses !== null) throw new Error(this.refuses)
    return this.#name as unknown as pg.PoolClient
  }
  end = async () => void (this.isEnded = true)
}

describe('of several hosts', () => {
  let one: Server
  let two: Server
  let pool: ReturnType<typeof primaryAmong>
  beforeEach(() => {
    one = new Server('one')
    two = new Server('two')
    pool = primaryAmong([one, two] as never)
  })

  test('the one that takes connections is used, and asked first from then on', async () => {
    one.refuses = 'the server is a standby'
    expect(await pool.connect()).toBe('two')
    expect(await pool.connect()).toBe('two')
    expect([one.asked, two.asked]).toEqual([1, 2])
  })

  test('the other one is used after a fail-over, and the first one after the next', async () => {
    expect(await pool.connect()).toBe('one')
    one.refuses = 'connect ECONNREFUSED'
    expect(await pool.connect()).toBe('two')
    one.refuses = null
    two.refuses = 'connect ECONNREFUSED'
    expect(await pool.connect()).toBe('one')
  })

  test('while none takes any, the error is that of the one used last', async () => {
    await pool.connect()
    one.refuses = 'connect ECONNREFUSED'
    two.refuses = 'the server is a standby'
    await expect(pool.connect()).rejects.toThrow('connect ECONNREFUSED')
    await expect(pool.connect()).rejects.toThrow('connect ECONNREFUSED')
  })

  test('all are closed', async () => {
    await pool.end()
    expect([one.isEnded, two.isEnded]).toEqual([true, true])
  })
})
