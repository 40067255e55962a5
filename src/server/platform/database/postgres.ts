import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '#server/database.ts'
import { lineOfCall, siteOfCall } from '#server/platform/caller-line.ts'
import { fairSlots } from '#server/platform/fair-queue.ts'
import { addressesOf } from './hosts.ts'

const MOST_CONNECTIONS = 10
/** Connections that the calls of one line have at once. */
const MOST_OF_LINE = 6
const MOST_WAITING = 2_000
const MOST_WAIT_MS = 2_000

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
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: MOST_WAIT_MS,
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
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: inFairTurns(pool) }) })
}

/** Gives out connections in fair turns: a crowd of one site, or of its accounts, leaves some to everyone else. */
function inFairTurns(pool: PostgresPool): PostgresPool {
  const slot = fairSlots({
    atOnce: MOST_CONNECTIONS,
    atOnceOfLine: MOST_OF_LINE,
    mostWaiting: MOST_WAITING,
    mostWaitMs: MOST_WAIT_MS,
    busy: () => new Error('timeout exceeded when trying to connect, in line'),
  })
  return {
    ...pool,
    async connect() {
      const giveBack = await slot(lineOfCall() ?? Symbol(), siteOfCall())
      try {
        const client = await pool.connect()
        const release = client.release.bind(client)
        client.release = () => {
          release()
          giveBack()
        }
        return client
      } catch (error) {
        giveBack()
        throw error
      }
    },
    end: () => pool.end(),
  }
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
