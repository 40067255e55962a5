import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { requirePostgres, startPostgres } from '#tests/setup/postgres-server.ts'

// Runs the API tests, and those of faults and of the drill that need it, on a temporary PostgreSQL server. Further arguments go to
// vitest: `npm run test:postgres -- tests/api/quotes/quotes.test.ts`.

const server = await startPostgres(requirePostgres())
console.log(`The tests use ${server.version} at ${server.url}`)
const given = process.argv.slice(2)
const tests = spawn(
  'vitest',
  ['run', ...(given.length > 0 ? given : ['tests/api', 'tests/faults', 'tests/drill'])],
  {
    stdio: 'inherit',
    env: { ...process.env, TEST_POSTGRES_URL: server.url },
  },
)
// The tests get the signal too, as part of the process group. They end first, and then the server.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
const [code] = (await once(tests, 'exit')) as [number | null]
await server.stop()
process.exit(code ?? 1)
