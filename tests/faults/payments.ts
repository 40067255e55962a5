import { migrate } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { simulatePayments } from '#tests/payments/simulation.ts'
import { requirePostgres, startPostgres } from '#tests/setup/postgres-server.ts'
import { reportOf, type Report, type Tell } from './report.ts'

const SEED = 20261122

/** What a sentence of the simulation says is wrong; any other says that something is torn. */
const KINDS: [kind: 'lost' | 'doubled', sentence: RegExp][] = [
  ['lost', /^(credited 0|money without|a duplicate that nobody)/],
  ['doubled', /^(credited|counted and sent back|sent back)/],
]

/** Deposits while the providers lose calls and answers, and notices are lost, doubled, late and out of order. */
export async function payThroughFaults(payments: number, tell: Tell): Promise<Report> {
  const report = reportOf('payments, providers that fail', payments)
  const server = await startPostgres(requirePostgres())
  const db = openPostgres(server.url, () => {})
  try {
    await migrate(db)
    const { faults, journeysPaid, duplicates, refundedByProvider, refundsByHand } =
      await simulatePayments(db, { payments, seed: SEED }, (begun) => tell(begun, payments))
    for (const sentence of faults)
      report[KINDS.find(([, known]) => known.test(sentence))?.[0] ?? 'torn'].push(sentence)
    report.acknowledged = journeysPaid
    report.note = `${journeysPaid} purchases paid, ${duplicates} of them twice: ${refundedByProvider} sent back, ${refundsByHand} for people to send back; seed ${SEED}`
  } finally {
    await db.destroy()
    await server.stop()
  }
  return report
}
