import { spawn, spawnSync } from 'node:child_process'
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
/** Times what Node itself takes to start with nothing to do, on this machine. */
const GOAL = { small: 8, large: 12 }
const folder = mkdtempSync(join(tmpdir(), 'bench-start-'))
// As `npm start` does: what Node made of the server is kept from the first start on.
const NODE_COMPILE_CACHE = join(folder, 'cache')

async function startOnce(database: string, isDemo = true): Promise<{ tookMs: number; mb: number }> {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...SERVER_ENV,
      ...process.env,
      NODE_COMPILE_CACHE,
      PORT: String(port),
      DATABASE_URL: `file:${database}`,
      DEMO: isDemo ? 'on' : 'off',
      SITE_URL: `http://localhost:${port}`,
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

function startNode(): number {
  const startedMs = performance.now()
  spawnSync(process.execPath, ['-e', ''])
  return performance.now() - startedMs
}

async function measure(
  name: string,
  goal: number | null,
  file: (run: number) => string,
  isDemo = true,
) {
  const runs: { tookMs: number; mb: number }[] = []
  const ofNode: number[] = []
  // In turns: what else the machine does meets both.
  for (let run = 0; run < Number(values.runs); run += 1) {
    ofNode.push(startNode())
    runs.push(await startOnce(file(run), isDemo))
  }
  const took = runs.map(({ tookMs }) => tookMs)
  const median = quantile(took, 0.5)
  const times = median / quantile(ofNode, 0.5)
  return [
    name,
    `${median.toFixed(0)} ms`,
    `${Math.min(...took).toFixed(0)} to ${Math.max(...took).toFixed(0)} ms`,
    `${Math.max(...runs.map(({ mb }) => mb)).toFixed(0)} MB`,
    times.toFixed(1),
    goal === null ? '' : `≤ ${goal}, ${verdict(times <= goal)}`,
  ]
}

try {
  await startOnce(join(folder, 'warm', 'up.db'))
  const fresh = (run: number) => join(folder, `${run}`, 'new.db')
  const shop = (run: number) => join(folder, `shop-${run}`, 'new.db')
  const rows = [
    await measure('no database yet', GOAL.small, shop, false),
    await measure('an empty database', GOAL.small, () => shop(0), false),
    // No shop stores the sample data, so it has no goal.
    await measure('no database yet, a demo that stores its sample data', null, fresh),
    await measure('a demo with its sample data', GOAL.small, () => fresh(0)),
  ]
  const { database } = values
  if (database) rows.push(await measure(database, GOAL.large, () => database))
  console.log(
    [
      `${values.runs} starts each`,
      ...machineLines(),
      '',
      ...tableLines(
        ['start', 'median', 'from and to', 'memory then', 'times node -e', 'goal'],
        rows,
      ),
    ].join('\n'),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
