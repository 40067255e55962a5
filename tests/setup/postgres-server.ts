import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aPlace, PostgresProcess } from './postgres-process.ts'

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

/** A server of its own in a temporary folder, on a free port of this machine. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const place = aPlace(programs)
  const server = await PostgresProcess.at(place)
  const stop = async () => {
    process.off('exit', stopNow)
    await server.end('SIGQUIT')
    place.remove()
  }
  const stopNow = () => {
    server.signal('SIGQUIT')
    place.remove()
  }
  try {
    server.initialize()
    process.once('exit', stopNow)
    await server.start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: server.url,
    version: versionOf(programs),
    async restart(mode) {
      await server.end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await server.start()
    },
    stop,
  }
}

export const versionOf = (programs: string): string =>
  execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()
