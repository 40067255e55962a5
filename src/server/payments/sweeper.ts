import { claimCheck, duePayments } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { nextCheckAt, settlePayment } from './settle.ts'
import { checkProvider } from './provider-checks.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

const PAUSE_MS = 15_000
const SIMULATED_PAUSE_MS = 1_000
const BATCH = 20

/**
 * Looks at the payments that are due, once. Several processes may do so at the same time: each payment is
 * looked at by one of them.
 */
export async function sweep(deps: Deps): Promise<void> {
  for (const payment of await duePayments(deps.db, deps.now().toISOString(), BATCH)) {
    if (!(await claimCheck(deps.db, payment, nextCheckAt(deps, payment)))) continue
    try {
      await settlePayment(deps, payment.payment_id)
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      deps.log.warn({ err: error, paymentId: payment.payment_id }, 'a payment could not be checked')
    }
  }
}

/**
 * Keeps asking the provider about payments that nothing was heard of (a lost notice, a crash, a closed page),
 * for the refunds that are due, and about what it has given notice of.
 */
export const startSweeper = (deps: Deps): Job =>
  every(
    'payments',
    [deps.card.name, deps.bank.name].includes('simulator') ? SIMULATED_PAUSE_MS : PAUSE_MS,
    async () => {
      await sweep(deps)
      await sendRefunds(deps)
      await checkProvider(deps)
    },
    (error) => deps.log.error({ err: error }, 'the payment sweeper failed'),
  )
