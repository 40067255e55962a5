import { expect, test } from 'vitest'
import { databases } from '#tests/setup/databases.ts'
import { simulatePayments } from './simulation.ts'

// The whole of 10,000 runs by `npm run test:payments`; this is what fits into every run of the tests.
const PAYMENTS: Record<string, number> = { SQLite: 1_000, PostgreSQL: 150 }

test.each(databases)(
  'payments on $name are credited exactly once, whatever is lost, doubled, reordered or late',
  async ({ name, open }) => {
    const db = await open()
    const report = await simulatePayments(db, { payments: PAYMENTS[name]!, seed: 20261121 })
    await db.destroy()
    expect(report.faults).toEqual([])
    // It has to have been worth simulating.
    expect(report.journeysPaid).toBeGreaterThan(report.payments * 0.7)
    expect(report.duplicates).toBeGreaterThan(0)
    expect(report.taken).toBe(report.journeysPaid + report.duplicates)
  },
  120_000,
)
