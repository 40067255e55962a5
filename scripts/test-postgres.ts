import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { findPostgres, startPostgres } from '#tests/setup/postgres-server.ts'

// Runs the API tests, and the faults that need one, on a real PostgreSQL of this run's own. What is given
// beyond it goes to vitest: `npm run test:postgres -- tests/api/quotes.test.ts`.

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

function installPostgres(): string | null {
  if (process.getuid?.() !== 0) return null
  console.log('Installing Debian’s PostgreSQL …')
  run('apt-get', 'update')
  run('apt-get', 'install', '-y', '--no-install-recommends', 'postgresql')
  return findPostgres()
}

const programs = findPostgres() ?? installPostgres()
if (programs === null) {
  console.error(
    'There is no PostgreSQL for the tests. Install its server (Debian: postgresql), put its programs on the PATH, and run this again.',
  )
  process.exit(1)
}

const server = await startPostgres(programs)
console.log(`The tests use ${server.version} at ${server.url}`)
const given = process.argv.slice(2)
const tests = spawn(
  'vitest',
  ['run', ...(given.length > 0 ? given : ['tests/api', 'tests/faults'])],
  {
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES_URL: server.url },
  },
)
// The tests hear it too, being in the same group: they end, and then the server does.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
const [code] = (await once(tests, 'exit')) as [number | null]
await server.stop()
process.exit(code ?? 1)
