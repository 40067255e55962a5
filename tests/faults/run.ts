import { parseArgs } from 'node:util'
import { jumpClock } from './clock-jumps.ts'
import { crashAtEachWrite } from './crash-points.ts'
import { fillDisk } from './disk-full.ts'
import { failOver } from './failovers.ts'
import { killUnderLoad } from './kills.ts'
import { breakMail } from './mail-faults.ts'
import { payThroughFaults } from './payments.ts'
import { troubleConnections } from './raw-requests.ts'
import { inWords, isSound, type Report, type Tell } from './report.ts'
import { killInTurns, restartDatabase } from './two-processes.ts'
import { killWorkers } from './workers.ts'

/** How often a long run says how far it is. */
const TELL_EVERY_MS = 30_000

// npm run build && npm run test:faults -- --kills 1000 --only kills
const { values } = parseArgs({
  options: {
    /** Of each of `kills`, `workers` and `turns`. */
    kills: { type: 'string', default: '20' },
    full: { type: 'string', default: '20' },
    restarts: { type: 'string', default: '5' },
    failovers: { type: 'string', default: '5' },
    payments: { type: 'string', default: '10000' },
    mails: { type: 'string', default: '5' },
    slow: { type: 'string', default: '500' },
    /** Names of the faults below, with commas between them; all of them without it. */
    only: { type: 'string' },
  },
})

/** Those from `turns` on want PostgreSQL’s programs. */
const FAULTS: Record<string, (tell: Tell) => Promise<Report>> = {
  kills: (tell) => killUnderLoad(Number(values.kills), tell),
  workers: (tell) => killWorkers(Number(values.kills), tell),
  crashes: () => crashAtEachWrite(),
  full: (tell) => fillDisk(Number(values.full), tell),
  mails: () => breakMail(Number(values.mails)),
  clock: jumpClock,
  connections: () => troubleConnections(Number(values.slow)),
  turns: (tell) => killInTurns(Number(values.kills), tell),
  restarts: (tell) => restartDatabase(Number(values.restarts), tell),
  failovers: (tell) => failOver(Number(values.failovers), tell),
  payments: (tell) => payThroughFaults(Number(values.payments), tell),
}

const reports: Report[] = []
for (const name of values.only?.split(',') ?? Object.keys(FAULTS)) {
  const run = FAULTS[name]
  if (!run) throw new Error(`there is no fault ${name}, but ${Object.keys(FAULTS).join(', ')}`)
  const startedMs = performance.now()
  const tookS = () => `${Math.round((performance.now() - startedMs) / 1000)} s`
  let toldMs = startedMs
  const report = await run((done, of) => {
    if (performance.now() - toldMs < TELL_EVERY_MS) return
    toldMs = performance.now()
    console.error(`${name}: ${done} of ${of} after ${tookS()}`)
  })
  console.error(`${report.fault}: ${isSound(report) ? 'sound' : 'not sound'} after ${tookS()}`)
  reports.push(report)
}
console.log(inWords(reports))
process.exit(reports.every(isSound) ? 0 : 1)
