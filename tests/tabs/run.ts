import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { browserPath } from '../../scripts/browser-path.ts'
import { Storefront } from '#tests/e2e/server.ts'
import { refreshTogether } from './refresh-together.ts'

// npm run build && npm run test:tabs -- --tabs 10 --rounds 100
const { values } = parseArgs({
  options: {
    tabs: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '100' },
    /** Leaves the tabs without their lock; the server's grace alone keeps the session then. */
    'no-locks': { type: 'boolean', default: false },
  },
})
/** With the lock, hardly any refresh may be one too many. */
const MAX_REFRESHES_PER_ROUND = 1.05

const storefront = await Storefront.start({ LIMIT_TOKEN_PER_MINUTE: '1000000' })
const executablePath = browserPath()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
})
const withLocks = !values['no-locks']
const report = await refreshTogether(await browser.newContext({ baseURL: storefront.url }), {
  tabs: Number(values.tabs),
  rounds: Number(values.rounds),
  withLocks,
  onRound(round, { signOuts, refreshes, graceHits }) {
    if (round % 10 === 0)
      console.log(
        `${round} rounds: ${signOuts} sign-outs, ${refreshes} refreshes, ${graceHits} grace hits`,
      )
  },
}).finally(async () => {
  await browser.close()
  await storefront.stop()
})

console.log(report)
const isGood =
  report.signOuts === 0 &&
  report.faults.length === 0 &&
  (!withLocks || report.refreshesPerRound <= MAX_REFRESHES_PER_ROUND)
process.exit(isGood ? 0 : 1)
