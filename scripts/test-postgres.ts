import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { requirePostgres, startPostgres } from '#tests/setup/postgres-server.ts'

// Runs every test that opens a database on a temporary PostgreSQL server. Further arguments go to vitest:
// `npm run test:postgres -- tests/api/quotes/quotes.test.ts`.

const TESTS = [
  'tests/api',
  'tests/attacks',
  'tests/drill',
  'tests/faults',
  'tests/models',
  'tests/payments',
  'src/server/platform/crypto/database-lock.test.ts',
  'src/server/platform/database/migrate.test.ts',
]

const server = await startPostgres(requirePostgres())
console.log(`The tests use ${server.version} at ${server.url}`)
const given = process.argv.slice(2)
const tests = spawn('vitest', ['run', ...(given.length > 0 ? given : TESTS)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_POSTGRES_URL: server.url },
})
// The tests get the signal too, as part of the process group. They end first, and then the server.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
const [code] = (await once(tests, 'exit')) as [number | null]
await server.stop()
process.exit(code ?? 1)
