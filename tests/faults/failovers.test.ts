import { expect, test, describe } from 'vitest'
import { POSTGRES_URL } from '#tests/setup/databases.ts'
import { failOver } from './failovers.ts'
import { isSound } from './report.ts'

// The whole of it runs by `npm run test:failover`. It wants PostgreSQL's programs.
describe.runIf(POSTGRES_URL)('a database that fails over', () => {
  test('loses, tears and doubles nothing: its primary is killed, and then freezes', async () => {
    const report = await failOver(2, () => {})
    expect(report.acknowledged).toBeGreaterThan(0)
    expect(isSound(report), JSON.stringify(report)).toBe(true)
  }, 300_000)
})
