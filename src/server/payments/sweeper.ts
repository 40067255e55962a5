import { claimPaymentCheck, listDuePayments } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { nextCheckAt } from './check-times.ts'
import { settlePayment } from './settle.ts'
import { runDueChecks } from './provider-checks.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { doAll } from '#server/platform/database/batches.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

const PAUSE_MS = 15_000
const SIMULATED_PAUSE_MS = 1_000
const BATCH = 20

/**
 * Checks the payments that are due with their provider, once. Several processes may run it at the same time: each
 * payment is checked by one of them.
 */
export async function checkDuePayments(deps: Deps): Promise<void> {
  const due = await listDuePayments(deps.db, deps.now().toISOString(), BATCH)
  await doAll(due, async (payment) => {
    if (!(await claimPaymentCheck(deps.db, payment, nextCheckAt(deps, payment)))) return
    try {
      await settlePayment(deps, payment.payment_id)
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      deps.log.warn({ err: error, paymentId: payment.payment_id }, 'a payment could not be checked')
    }
  })
}

/**
 * Keeps asking the providers about payments without a result (a lost webhook, a crash, a closed page), sends the
 * refunds that are due, and checks the objects that a webhook named.
 */
export const startSweeper = (deps: Deps): Job =>
  every(
    'payments',
    [deps.card.name, deps.bank.name].includes('simulator') ? SIMULATED_PAUSE_MS : PAUSE_MS,
    () => doAll([checkDuePayments, sendRefunds, runDueChecks], (part) => part(deps)),
    (error) => deps.log.error({ err: error }, 'the payment sweeper failed'),
  )
