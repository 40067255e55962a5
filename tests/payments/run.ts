import { parseArgs } from 'node:util'
import { migrate } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { simulatePayments } from './simulation.ts'

// npm run test:payments -- --payments 10000 --seed 1 --database postgres://…
const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    /** An empty database; SQLite in memory without it. */
    database: { type: 'string' },
  },
})
const db = values.database
  ? openPostgres(values.database, (error) => console.error(error))
  : openSqlite(':memory:')
await migrate(db)
const report = await simulatePayments(db, {
  payments: Number(values.payments),
  seed: Number(values.seed),
})
await db.destroy()
console.log({ ...report, faults: report.faults.length })
for (const fault of report.faults.slice(0, 50)) console.error(fault)
process.exit(report.faults.length === 0 ? 0 : 1)
