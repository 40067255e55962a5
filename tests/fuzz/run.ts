import { parseArgs } from 'node:util'
import { fuzz, inWords } from './fuzz.ts'

// npm run test:fuzz -- --requests 100000 --seed 7

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const report = await fuzz(Number(values.requests), Number(values.seed))
console.warn(inWords(report))
process.exit(report.faults.length === 0 ? 0 : 1)
