import { parseArgs } from 'node:util'
import { jumpClock } from './clock-jumps.ts'
import { crashAtEachWrite } from './crash-points.ts'
import { fillDisk } from './disk-full.ts'
import { killUnderLoad } from './kills.ts'
import { breakMail } from './mail-faults.ts'
import { troubleConnections } from './raw-requests.ts'
import { inWords, isSound, type Report } from './report.ts'
import { killInTurns } from './two-processes.ts'

// npm run build && npm run test:faults -- --kills 1000 --only kills
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    full: { type: 'string', default: '20' },
    mails: { type: 'string', default: '5' },
    slow: { type: 'string', default: '500' },
    turns: { type: 'string', default: '20' },
    /** Names of the faults below, with commas between them; `turns` wants PostgreSQL’s programs. */
    only: { type: 'string', default: 'kills,crashes,full,mails,clock,connections' },
  },
})

const FAULTS: Record<string, () => Promise<Report>> = {
  kills: () => killUnderLoad(Number(values.kills)),
  crashes: () => crashAtEachWrite(),
  full: () => fillDisk(Number(values.full)),
  mails: () => breakMail(Number(values.mails)),
  clock: jumpClock,
  connections: () => troubleConnections(Number(values.slow)),
  turns: () => killInTurns(Number(values.turns)),
}

const reports: Report[] = []
for (const name of values.only.split(',')) {
  const run = FAULTS[name]
  if (!run) throw new Error(`there is no fault ${name}, but ${Object.keys(FAULTS).join(', ')}`)
  const report = await run()
  console.error(`${report.fault}: ${isSound(report) ? 'sound' : 'not sound'}`)
  reports.push(report)
}
console.log(inWords(reports))
process.exit(reports.every(isSound) ? 0 : 1)
