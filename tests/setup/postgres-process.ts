import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#tests/setup/free-port.ts'

/**
 * Without `fsync` it is not slowed down by the disk. What a crash of the server itself loses is the same
 * with and without: only the machine's own crash, which no test makes, would tell them apart.
 */
const SETTINGS = ['max_connections=200', 'fsync=off']

/** A folder of a server's own, and a user who may start it. */
export interface Place {
  folder: string
  /** Runs one of PostgreSQL's programs to its end. */
  run(program: string, args: string[]): void
  programs: string
  options: { cwd: string; uid?: number; gid?: number; env: NodeJS.ProcessEnv }
  /** For `process.once('exit')` too. */
  remove(): void
}

export function aPlace(programs: string): Place {
  const user = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const options = { cwd: folder, ...user, env: { ...process.env, HOME: folder, LC_ALL: 'C' } }
  return {
    folder,
    programs,
    options,
    run: (program, args) =>
      void execFileSync(join(programs, program), args, {
        ...options,
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A server on a folder of data, which can be started again and again. */
export class PostgresProcess {
  readonly data: string
  readonly port: number
  readonly url: string
  #place: Place
  #child: ChildProcess | null = null

  private constructor(place: Place, name: string, port: number) {
    this.#place = place
    this.data = join(place.folder, name)
    this.port = port
    this.url = `postgres://forecourt@127.0.0.1:${port}/postgres`
  }

  static async at(place: Place, name = 'data'): Promise<PostgresProcess> {
    return new PostgresProcess(place, name, await freePort())
  }

  initialize(): void {
    const args = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
    this.#place.run('initdb', ['-D', this.data, '-U', 'forecourt', ...args])
  }

  async start(): Promise<void> {
    const { folder, programs, options } = this.#place
    const args = ['-D', this.data, '-p', String(this.port), '-h', '127.0.0.1', '-k', folder]
    const own = spawn(
      join(programs, 'postgres'),
      [...args, ...SETTINGS.flatMap((it) => ['-c', it])],
      // Its group is all of its processes.
      { ...options, stdio: 'ignore', detached: true },
    )
    this.#child = own
    for (let attempt = 0; attempt < 300; attempt += 1) {
      if (own.exitCode !== null) throw new Error(`PostgreSQL ended with code ${own.exitCode}`)
      if (await answers(this.url)) return
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error('PostgreSQL does not answer')
  }

  /** Tells the server, frozen or not. Does not wait. */
  signal(signal: NodeJS.Signals): void {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    process.kill(-child.pid!, 'SIGCONT')
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    this.signal(signal)
    await ended
  }

  /** Ends all its processes at once, as when a machine loses its power. */
  async killAll(): Promise<void> {
    const child = this.#child!
    if (child.signalCode !== null) return
    const ended = once(child, 'exit')
    process.kill(-child.pid!, 'SIGKILL')
    await ended
  }

  /** Its processes do no more, but their connections stay, as when a machine hangs. */
  freeze(): void {
    process.kill(-this.#child!.pid!, 'SIGSTOP')
  }
}

/** PostgreSQL refuses to run as root: then it runs as its own user, or as `nobody`. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10),
    )
    if (uid && gid) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user postgres nor nobody',
  )
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
