import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SERVER } from '#tests/e2e/server.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { SERVER_ENV } from '../../scripts/server-env.ts'
import { machineLines, memoryMb, quantile, tableLines, verdict } from './machine.ts'

// npm run build && npm run bench:start -- --runs 5 --database data/storefront.db
//
// How long the built server takes from its start to its first answer.

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** A database to start on as well. Nothing but what a start does is done to it. */
    database: { type: 'string' },
  },
})
const GOAL_MS = { small: 250, large: 500 }
const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
// As `npm start` does: what Node made of the server is kept from the first start on.
const NODE_COMPILE_CACHE = join(folder, 'cache')

async function startOnce(database: string): Promise<{ tookMs: number; mb: number }> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...SERVER_ENV,
      ...process.env,
      NODE_COMPILE_CACHE,
      PORT: String(port),
      DATABASE_URL: `file:${database}`,
      DEMO: 'on',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // It greets once it is open.
  await once(child.stdout, 'data')
  const response = await fetch(`http://127.0.0.1:${port}/api/model/list`)
  await response.arrayBuffer()
  const tookMs = performance.now() - startedMs
  if (!response.ok) throw new Error(`the first answer was ${response.status}`)
  const mb = memoryMb(child.pid!)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return { tookMs, mb }
}

async function measure(name: string, goalMs: number, file: (run: number) => string) {
  const runs: { tookMs: number; mb: number }[] = []
  for (let run = 0; run < Number(values.runs); run += 1) runs.push(await startOnce(file(run)))
  const took = runs.map(({ tookMs }) => tookMs)
  const median = quantile(took, 0.5)
  return [
    name,
    `${median.toFixed(0)} ms`,
    `${Math.min(...took).toFixed(0)} to ${Math.max(...took).toFixed(0)} ms`,
    `${Math.max(...runs.map(({ mb }) => mb)).toFixed(0)} MB`,
    `≤ ${goalMs} ms, ${verdict(median <= goalMs)}`,
  ]
}

try {
  await startOnce(join(folder, 'warm', 'up.db'))
  const rows = [
    await measure('no database yet, sample data', GOAL_MS.small, (run) =>
      join(folder, `${run}`, 'new.db'),
    ),
    await measure('with the sample data', GOAL_MS.small, () => join(folder, '0', 'new.db')),
  ]
  const { database } = values
  if (database) rows.push(await measure(database, GOAL_MS.large, () => database))
  console.log(
    [
      `${values.runs} starts each`,
      ...machineLines(),
      '',
      ...tableLines(['start', 'median', 'from and to', 'memory then', 'goal'], rows),
    ].join('\n'),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
