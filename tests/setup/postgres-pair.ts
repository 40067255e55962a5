import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { aPlace, PostgresProcess, type Place } from './postgres-process.ts'
import { versionOf } from './postgres-server.ts'

const PATIENCE_MS = 30_000

/** A primary and its synchronous standby, with a manager that lets the standby take over. */
export class PostgresPair {
  /** With both hosts. */
  readonly url: string
  readonly version: string
  #place: Place
  #primary: PostgresProcess
  #standby: PostgresProcess

  private constructor(place: Place, primary: PostgresProcess, standby: PostgresProcess) {
    this.#place = place
    this.#primary = primary
    this.#standby = standby
    this.url = `postgres://forecourt@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`
    this.version = versionOf(place.programs)
  }

  static async start(programs: string): Promise<PostgresPair> {
    const place = aPlace(programs)
    const servers = [
      await PostgresProcess.at(place, 'one'),
      await PostgresProcess.at(place, 'two'),
    ] as const
    const pair = new PostgresPair(place, ...servers)
    process.once('exit', pair.#stopNow)
    try {
      servers[0].initialize()
      await servers[0].start()
      await pair.#addStandby()
    } catch (error) {
      await pair.stop()
      throw error
    }
    return pair
  }

  /** The primary ends, and cuts its connections; or it answers no more, and keeps them. */
  async failPrimary(how: 'killed' | 'frozen'): Promise<void> {
    if (how === 'killed') await this.#primary.killAll()
    else this.#primary.freeze()
  }

  /** The standby takes over. It commits alone until it has a standby again. */
  async promote(): Promise<void> {
    await on(this.#standby, 'select pg_promote()')
    const old = this.#primary
    this.#primary = this.#standby
    this.#standby = old
  }

  /** What failed comes back as the standby, with a new copy of all data. */
  async rebuild(): Promise<void> {
    const { data } = this.#standby
    const [, , , , , , memory = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    await this.#standby.killAll()
    // A killed server leaves it behind, and is not started again with this data.
    spawnSync('ipcrm', ['--shmem-id', memory.trim().split(/\s+/)[1] ?? ''], { stdio: 'ignore' })
    rmSync(data, { recursive: true, force: true })
    await this.#addStandby()
  }

  async #addStandby(): Promise<void> {
    const [primary, standby] = [this.#primary, this.#standby]
    this.#place.run('pg_basebackup', [
      `--dbname=host=127.0.0.1 port=${primary.port} user=forecourt`,
      `--pgdata=${standby.data}`,
      '--write-recovery-conf',
      '--wal-method=stream',
      '--checkpoint=fast',
      '--no-sync',
    ])
    // A standby that takes over has none of its own yet.
    setStandbys(standby, '')
    await standby.start()
    setStandbys(primary, '*')
    primary.signal('SIGHUP')
    const untilMs = performance.now() + PATIENCE_MS
    for (;;) {
      const rows = await on(primary, 'select sync_state from pg_stat_replication')
      if (rows.some(({ sync_state: state }) => state === 'sync')) return
      if (performance.now() > untilMs) throw new Error('the standby does not follow its primary')
      await pause(50)
    }
  }

  async stop(): Promise<void> {
    process.off('exit', this.#stopNow)
    await Promise.all([this.#primary.end('SIGQUIT'), this.#standby.end('SIGQUIT')])
    this.#place.remove()
  }

  #stopNow = (): void => {
    this.#primary.signal('SIGQUIT')
    this.#standby.signal('SIGQUIT')
    this.#place.remove()
  }
}

/** `*`: a commit is answered once a standby has it and shows it. */
const setStandbys = ({ data }: PostgresProcess, names: '*' | '') =>
  appendFileSync(
    join(data, 'postgresql.conf'),
    `\nsynchronous_standby_names = '${names}'\nsynchronous_commit = remote_apply\n`,
  )

async function on({ url }: PostgresProcess, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(query)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
