import { findRefund, findRefundByProvider } from '#server/refunds/queries.ts'
import {
  claimCheckOf,
  dueChecks,
  endCheck,
  findCheck,
  findPayout,
  savePayout,
} from './provider-check-queries.ts'
import type { Trx } from '#server/database.ts'
import type { ProviderCheckRow } from './tables.ts'
import type { ProviderCheckKind } from '../providers/card/card-provider.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import type { CardPayout, CardRefund } from '#server/providers/card/card-provider.ts'
import { applyDispute, disputedPayment } from '#server/refunds/disputes.ts'
import { payoutFailedStaffMail } from '#server/refunds/money-trouble-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { applyRefund, askAgainAt, readKey } from '#server/refunds/refunds.ts'
import { settlePayment } from './settle.ts'

const MINUTE_MS = 60_000
const MAX_PAUSE_MS = 60 * MINUTE_MS
const BATCH = 20

/** What an answer of the provider does to us; asked for again later where it is not the last one. */
interface Answer {
  isLast: boolean
  apply(trx: Trx): Promise<void>
}

/** How each kind is asked about. `null`: the provider does not know it. */
const ASK: Record<ProviderCheckKind, (deps: Deps, reference: string) => Promise<Answer | null>> = {
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
    // Its notice may be here before that of the payment.
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

/** A refund is ours by the provider's name for it, or by the key we ordered it with: its notice may be here before the answer. */
async function applyKnownRefund(deps: Deps, trx: Trx, refund: CardRefund): Promise<void> {
  const known =
    (await findRefundByProvider(trx, refund.reference)) ??
    (refund.key === null ? null : await findRefund(trx, readKey(refund.key).refund_id))
  if (!known) {
    deps.log.error({ refund: refund.reference }, 'a refund was made that is not known here')
    return
  }
  const round = refund.key === null ? known.round : readKey(refund.key).round
  await applyRefund(deps, trx, { refund_id: known.refund_id, round }, refund)
}

async function applyPayout(deps: Deps, trx: Trx, said: CardPayout): Promise<void> {
  const before = await findPayout(trx, said.payoutId)
  await savePayout(trx, {
    payout_id: said.payoutId,
    amount_cents: said.amountCents,
    currency: said.currency,
    status: said.status,
    arrival_day: said.arrivalDay,
    failure: said.failure,
    created_at: said.createdAt,
  })
  if (said.status !== 'failed' || before?.status === 'failed') return
  await enqueueMail(
    deps,
    trx,
    payoutFailedStaffMail(deps, {
      payoutId: said.payoutId,
      amountCents: said.amountCents,
      reason: said.failure ?? 'The provider gives no reason.',
    }),
  )
}

/**
 * Asks the provider about something and applies the answer. Every answer is asked for after the one before was applied,
 * and counts only if no notice has come since: the order of notices does not matter.
 *
 * @throws {ProviderUnavailable} If the provider cannot be asked. It is asked again later.
 */
async function check(deps: Deps, due: ProviderCheckRow): Promise<void> {
  const pauseMs = Math.min(MAX_PAUSE_MS, MINUTE_MS * 2 ** Math.min(due.attempts, 10))
  const until = new Date(deps.now().getTime() + pauseMs).toISOString()
  const claimed = await claimCheckOf(deps.db, due, until)
  if (!claimed) return
  const answer = await ASK[due.kind](deps, due.reference)
  if (!answer)
    deps.log.error(
      { kind: due.kind, reference: due.reference },
      'the card provider does not know it',
    )
  await transact(deps, async (trx) => {
    const againAt = !answer || answer.isLast ? null : askAgainAt(deps)
    if (await endCheck(trx, claimed, againAt)) await answer?.apply(trx)
  })
}

/** As {@link check}, for something the provider has just given notice of. */
export async function checkNoticed(
  deps: Deps,
  kind: ProviderCheckKind,
  reference: string,
): Promise<void> {
  const due = await findCheck(deps.db, kind, reference)
  if (due) await checkOrWait(deps, due)
}

/** Asks the provider about what is due, once. Several processes may do so at the same time. */
export async function checkProvider(deps: Deps): Promise<void> {
  for (const due of await dueChecks(deps.db, deps.now().toISOString(), BATCH))
    await checkOrWait(deps, due)
}

async function checkOrWait(deps: Deps, due: ProviderCheckRow): Promise<void> {
  try {
    await check(deps, due)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ err: error, kind: due.kind }, 'the card provider could not be asked')
  }
}
