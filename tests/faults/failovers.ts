import { setTimeout as pause } from 'node:timers/promises'
import { PostgresPair } from '#tests/setup/postgres-pair.ts'
import { requirePostgres } from '#tests/setup/postgres-server.ts'
import type { Report, Tell } from './report.ts'
import { onTwoShops } from './two-processes.ts'
import type { Ledger } from './writers.ts'

/** How long people buy before a fault, and after it. */
const QUIET_MS = 1_000
/** What a manager of servers takes to be sure that the primary is gone. */
const NOTICED_MS = 2_000
/** How long writes may be refused. */
const MOST_REFUSED_MS = 10_000
const LOOK_MS = 5

/**
 * The primary ends or hangs, in turns, its synchronous standby takes over, and what failed comes back as the new
 * standby.
 */
export async function failOver(times: number, tell: Tell): Promise<Report> {
  const refused = { killed: [] as number[], frozen: [] as number[] }
  const report = await onTwoShops(
    'PostgreSQL fails over to its standby',
    times,
    () => PostgresPair.start(requirePostgres()),
    async ({ server, ledger }) => {
      for (let time = 0; time < times; time += 1) {
        const how = time % 2 === 0 ? 'killed' : 'frozen'
        await pause(QUIET_MS)
        const gap = watchGap(ledger)
        await server.failPrimary(how)
        await pause(NOTICED_MS)
        await server.promote()
        await pause(QUIET_MS)
        await server.rebuild()
        refused[how].push(gap.stop())
        tell(time + 1, times)
      }
      await pause(QUIET_MS)
    },
  )
  for (const [how, gaps] of Object.entries(refused)) {
    if (gaps.length === 0) continue
    gaps.sort((a, b) => a - b)
    const [median, longest] = [gaps[gaps.length >> 1]!, gaps.at(-1)!].map(Math.round)
    report.note += `; primary ${how}: no write for ${median} ms in the median, ${longest} at most`
    if (longest! > MOST_REFUSED_MS) report.torn.push(`writes were refused for ${longest} ms`)
  }
  report.note += `, ${NOTICED_MS} of them before the standby is told`
  return report
}

/** The longest time without an answer to a write. */
function watchGap(ledger: Ledger): { stop(): number } {
  let seen = ledger.acknowledged
  let sinceMs = performance.now()
  let longestMs = 0
  const look = () => {
    longestMs = Math.max(longestMs, performance.now() - sinceMs)
    if (ledger.acknowledged === seen) return
    seen = ledger.acknowledged
    sinceMs = performance.now()
  }
  const timer = setInterval(look, LOOK_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      return longestMs
    },
  }
}
