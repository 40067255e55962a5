import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { freePort } from '#tests/setup/free-port.ts'

const DEBIAN = '/usr/lib/postgresql'

/** The folder with PostgreSQL's server programs: on the PATH, or where Debian puts them; the newest first. */
export function findPostgres(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter)]
  return (
    folders.find((folder) => ['initdb', 'postgres'].every((it) => existsSync(join(folder, it)))) ??
    null
  )
}

/**
 * The same; installs Debian's where there is none and this is the administrator.
 *
 * @throws {Error} Where there is none then.
 */
export function requirePostgres(): string {
  const found = findPostgres()
  if (found !== null) return found
  if (process.getuid?.() === 0) {
    console.warn('Installing Debian’s PostgreSQL …')
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']])
      spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const installed = findPostgres()
  if (installed === null)
    throw new Error(
      'There is no PostgreSQL for the tests. Install its server (Debian: postgresql), put its programs on the PATH, and run this again.',
    )
  return installed
}

export interface PostgresServer {
  /** Of a database that is there; others beside it can be created. */
  url: string
  version: string
  /**
   * Ends the server and starts it again on the same port.
   *
   * @param mode `fast` ends its connections and closes in good order; `immediate` is a crash.
   */
  restart(mode: 'fast' | 'immediate'): Promise<void>
  stop(): Promise<void>
}

/**
 * Without `fsync` it is not slowed down by the disk. What a crash of the server itself loses is the same
 * with and without: only the machine's own crash, which no test makes, would tell them apart.
 */
const SETTINGS = ['max_connections=200', 'fsync=off']

/** A server of its own in a temporary folder, on a free port of this machine. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const user = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { cwd: folder, ...user, env: { ...process.env, HOME: folder, LC_ALL: 'C' } }
  const port = await freePort()
  const url = `postgres://forecourt@127.0.0.1:${port}/postgres`
  let server: ChildProcess | null = null

  const start = async () => {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]
    const own = spawn(
      join(programs, 'postgres'),
      [...args, ...SETTINGS.flatMap((it) => ['-c', it])],
      {
        ...options,
        stdio: 'ignore',
      },
    )
    server = own
    for (let attempt = 0; attempt < 300; attempt += 1) {
      if (own.exitCode !== null) throw new Error(`PostgreSQL ended with code ${own.exitCode}`)
      if (await answers(url)) return
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error('PostgreSQL does not answer')
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  const stop = async () => {
    process.off('exit', stopNow)
    await end('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  const stopNow = () => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    execFileSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'forecourt', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      { ...options, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    process.once('exit', stopNow)
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' })
  return {
    url,
    version: version.trim(),
    async restart(mode) {
      await end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await start()
    },
    stop,
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
