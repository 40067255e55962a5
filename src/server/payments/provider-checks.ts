import { findRefund, findRefundByProvider } from '#server/refunds/queries.ts'
import {
  claimProviderCheck,
  listDueChecks,
  endProviderCheck,
  findProviderCheck,
  findPayout,
  savePayout,
} from './provider-check-queries.ts'
import type { Trx } from '#server/database.ts'
import type { ProviderCheckRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import type {
  CardPayout,
  CardRefund,
  ProviderCheckKind,
} from '#server/providers/card/card-provider.ts'
import { applyDispute, disputedPayment } from '#server/refunds/disputes.ts'
import { payoutFailedStaffMail } from '#server/refunds/staff-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { applyRefund, askAgainAt } from '#server/refunds/refund-results.ts'
import { doAll } from '#server/platform/database/batches.ts'
import { parseRefundKey } from '#server/refunds/refunds.ts'
import { settlePayment } from './settle.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

const MAX_PAUSE_MS = 60 * MINUTE_MS
const BATCH = 20

/** A provider's answer; the question is repeated later unless it is the last one. */
interface ProviderAnswer {
  isLast: boolean
  apply(trx: Trx): Promise<void>
}

/** The question for each kind. `null`: the provider does not know the reference. */
const ASK: Record<
  ProviderCheckKind,
  (deps: Deps, reference: string) => Promise<ProviderAnswer | null>
> = {
  async refund(deps, reference) {
    const refund = await deps.card.findRefund(reference)
    return (
      refund && {
        isLast: refund.state !== 'pending',
        apply: (trx) => applyKnownRefund(deps, trx, refund),
      }
    )
  },
  async dispute(deps, reference) {
    const dispute = await deps.card.findDispute(reference)
    if (!dispute) return null
    // Its webhook may come before the payment's.
    const payment = await disputedPayment(deps.db, dispute)
    if (payment) await settlePayment(deps, payment.payment_id)
    return {
      isLast: dispute.status !== 'OPEN',
      apply: (trx) => applyDispute(deps, trx, dispute),
    }
  },
  async payout(deps, reference) {
    const payout = await deps.card.findPayout(reference)
    return payout && { isLast: true, apply: (trx) => applyPayout(deps, trx, payout) }
  },
}

/** Finds our refund by the provider's name, or by our key: its webhook may come before the answer to our order. */
async function applyKnownRefund(deps: Deps, trx: Trx, refund: CardRefund): Promise<void> {
  const known =
    (await findRefundByProvider(trx, refund.reference)) ??
    (refund.key === null ? null : await findRefund(trx, parseRefundKey(refund.key).refund_id))
  if (!known) {
    deps.log.error({ refund: refund.reference }, 'a refund was made that is not known here')
    return
  }
  const round = refund.key === null ? known.round : parseRefundKey(refund.key).round
  await applyRefund(deps, trx, { refund_id: known.refund_id, round }, refund)
}

async function applyPayout(deps: Deps, trx: Trx, payout: CardPayout): Promise<void> {
  const before = await findPayout(trx, payout.payoutId)
  await savePayout(trx, {
    payout_id: payout.payoutId,
    amount_cents: payout.amountCents,
    currency: payout.currency,
    status: payout.status,
    arrival_day: payout.arrivalDay,
    failure: payout.failure,
    created_at: payout.createdAt,
  })
  if (payout.status !== 'failed' || before?.status === 'failed') return
  await enqueueMail(
    deps,
    trx,
    payoutFailedStaffMail(deps, {
      payoutId: payout.payoutId,
      amountCents: payout.amountCents,
      reason: payout.failure ?? 'The provider gave no reason.',
    }),
  )
}

/**
 * Runs a check: asks the provider and applies the answer. An answer counts only if no webhook has come since the
 * question, so the order of webhooks does not matter.
 *
 * @throws {ProviderUnavailable} If the provider cannot be reached. The check is repeated later.
 */
async function runCheck(deps: Deps, due: ProviderCheckRow): Promise<void> {
  const pauseMs = Math.min(MAX_PAUSE_MS, MINUTE_MS * 2 ** Math.min(due.attempts, 10))
  const until = new Date(deps.now().getTime() + pauseMs).toISOString()
  const claimed = await claimProviderCheck(deps.db, due, until)
  if (!claimed) return
  const answer = await ASK[due.kind](deps, due.reference)
  if (!answer)
    deps.log.error(
      { kind: due.kind, reference: due.reference },
      'the card provider does not know it',
    )
  await transact(deps, async (trx) => {
    const againAt = !answer || answer.isLast ? null : askAgainAt(deps)
    if (await endProviderCheck(trx, claimed, againAt)) await answer?.apply(trx)
  })
}

/** Runs the check for an object that a webhook has just named. */
export async function checkReported(
  deps: Deps,
  kind: ProviderCheckKind,
  reference: string,
): Promise<void> {
  const due = await findProviderCheck(deps.db, kind, reference)
  if (due) await runIfReachable(deps, due)
}

/** Runs the checks that are due, once. Several processes may do so at the same time. */
export async function runDueChecks(deps: Deps): Promise<void> {
  const due = await listDueChecks(deps.db, deps.now().toISOString(), BATCH)
  await doAll(due, (check) => runIfReachable(deps, check))
}

async function runIfReachable(deps: Deps, due: ProviderCheckRow): Promise<void> {
  try {
    await runCheck(deps, due)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ err: error, kind: due.kind }, 'the card provider could not be asked')
  }
}
