import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '#server/database.ts'
import { addressesOf } from './hosts.ts'

/**
 * Opens a pool of connections to PostgreSQL. Of several hosts it uses the one that takes writes, and finds it again
 * when another one has taken over.
 *
 * @param onError Gets errors of idle connections. Without it a restart of the database would end the process.
 */
export function openPostgres(url: string, onError: (error: Error) => void): Db {
  const pools = addressesOf(url).map((address, _, { length }) => {
    const pool = new pg.Pool({
      connectionString: address,
      max: 10,
      connectionTimeoutMillis: 2_000,
      statement_timeout: 5_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 10_000,
      query_timeout: 6_000,
      keepAlive: true,
      Client: SelfClosingClient as new () => pg.Client,
      ...(length > 1 && { onConnect: requirePrimary }),
    })
    pool.on('error', onError)
    pool.on('connect', (client) => client.on('error', onError))
    return pool
  })
  const pool = pools.length === 1 ? pools[0]! : primaryAmong(pools)
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * A connection that closes once an answer does not come in time: its server may be gone without a word, and every
 * further query would wait behind the lost one.
 */
class SelfClosingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (...given: unknown[]) => unknown
    const closing = (...given: unknown[]) => {
      const answer = query(...given)
      if (answer instanceof Promise)
        answer.catch(({ message }: Error) => {
          if (message === 'Query read timeout') void this.end()
        })
      return answer
    }
    this.query = closing as typeof this.query
  }
}

/** Refuses a connection to a standby, which only answers reads, and these a little late. */
async function requirePrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>(
    'select pg_is_in_recovery() as "isStandby"',
  )
  if (rows[0]!.isStandby) throw new StandbyError('the server is a standby')
}

class StandbyError extends Error {
  override readonly name = 'StandbyError'
  /** PostgreSQL's own “cannot connect now”. */
  readonly code = '57P03'
}

type HostPool = Pick<pg.Pool, 'connect' | 'end' | 'options'>

/** The pool of the server that took the last connection; the others in turn when that one takes none. */
export function primaryAmong(pools: readonly HostPool[]): PostgresPool {
  let current = 0
  return {
    options: pools[0]!.options,
    Client: pg.Client as NonNullable<PostgresPool['Client']>,
    async connect() {
      const first = current
      const faults: unknown[] = []
      for (let step = 0; step < pools.length; step += 1) {
        const at = (first + step) % pools.length
        try {
          const client = await pools[at]!.connect()
          current = at
          return client
        } catch (error) {
          faults.push(error)
        }
      }
      throw faults[0]
    },
    async end() {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}
