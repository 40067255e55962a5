import { BY_DISPUTE, refundMayMove, type RefundReason } from '#lib/payments/money-back.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { Trx } from '#server/database.ts'
import { disputesOfPayment, saveDispute } from './dispute-queries.ts'
import type { DisputeRow, PaymentRow, RefundRow } from '#server/payments/tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { findPayment, isSettled, updatePayment } from '#server/payments/queries.ts'
import { insertCheck } from '#server/payments/provider-check-queries.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import { claimRefund, dueRefunds, findRefund, insertRefund, updateRefund } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderRefusal, ProviderUnavailable } from '#server/providers/ask.ts'
import type { CardRefund } from '#server/providers/card/card-provider.ts'
import { referenceOf } from '#server/journeys/view.ts'
import { refundFailedMail, refundMail } from './mails.ts'
import { refundFailedStaffMail } from './money-trouble-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { announceRefund, mailRefund } from './announcements.ts'

const MINUTE_MS = 60_000
const MAX_PAUSE_MS = 60 * MINUTE_MS
const BATCH = 20

/** How soon the provider is asked again about something it has not decided. Its notice is usually there before. */
export const askAgainAt = ({ now }: Pick<Deps, 'now'>): string =>
  new Date(now().getTime() + MAX_PAUSE_MS).toISOString()

/**
 * Sends a payment back, in the transaction that makes it nobody's: by the provider where it can, else a
 * person has to. Asked again for the same payment, it does nothing more.
 */
export function requestRefund(
  deps: Deps,
  trx: Trx,
  payment: PaymentRow,
  reason: RefundReason,
): Promise<void> {
  const now = deps.now().toISOString()
  const isByProvider = canProviderRefund(payment)
  return insertRefund(trx, {
    refund_id: deps.newId(),
    payment_id: payment.payment_id,
    amount_cents: payment.amount_cents,
    reason,
    status: isByProvider ? 'DUE' : 'BY_HAND',
    reference: null,
    failure: null,
    created_at: now,
    done_at: null,
    done_by: null,
    attempts: 0,
    next_attempt_at: isByProvider ? now : null,
  })
}

/** Banks and lenders have no call for it. */
export const canProviderRefund = ({
  method,
  provider_payment,
}: Pick<PaymentRow, 'method' | 'provider_payment'>): boolean =>
  method === 'STRIPE' && provider_payment !== null

/** What the provider knows the order of a refund by: each repetition is another order. */
const keyOf = ({ refund_id, round }: Pick<RefundRow, 'refund_id' | 'round'>): string =>
  `${refund_id}:${round}`

/** Which refund a {@link keyOf key} is of. */
export function readKey(key: string): Pick<RefundRow, 'refund_id' | 'round'> {
  const at = key.lastIndexOf(':')
  return { refund_id: key.slice(0, at), round: Number(key.slice(at + 1)) }
}

/** The dispute that decides about the money of a payment, and with it about its refund. */
export const disputeInTheWay = async (
  db: Parameters<typeof disputesOfPayment>[0],
  { payment_id, amount_cents }: Pick<PaymentRow, 'payment_id' | 'amount_cents'>,
): Promise<DisputeRow | undefined> => {
  const disputes = await disputesOfPayment(db, payment_id)
  return (
    disputes.find(({ status }) => status === 'OPEN') ??
    // What a bank has taken back of it in part is for staff to look at.
    disputes.find((row) => row.status === 'LOST' && row.amount_cents >= amount_cents)
  )
}

/** A bank has given the money back, so that there is nothing left to refund. */
export const closeByDispute = (
  deps: Deps,
  trx: Trx,
  refundId: string,
  { dispute_id }: Pick<DisputeRow, 'dispute_id'>,
): Promise<RefundRow | null> =>
  updateRefund(trx, refundId, ['DUE', 'PENDING', 'BY_HAND', 'DONE'], {
    status: 'DONE',
    reference: dispute_id,
    failure: null,
    done_at: deps.now().toISOString(),
    done_by: BY_DISPUTE,
    next_attempt_at: null,
  })

/** Asks the provider for the refunds that are due, once. Several processes may do so at the same time. */
export async function sendRefunds(deps: Deps): Promise<void> {
  const nowMs = deps.now().getTime()
  for (const refund of await dueRefunds(deps.db, new Date(nowMs).toISOString(), BATCH)) {
    const pauseMs = Math.min(MAX_PAUSE_MS, MINUTE_MS * 2 ** Math.min(refund.attempts, 10))
    if (!(await claimRefund(deps.db, refund, new Date(nowMs + pauseMs).toISOString()))) continue
    const payment = (await findPayment(deps.db, refund.payment_id))!
    // The bank decides first: sent now, the money might go back twice.
    if ((await disputeInTheWay(deps.db, payment))?.status === 'OPEN') continue
    try {
      const answer = await deps.card.refund({
        key: keyOf(refund),
        providerPayment: payment.provider_payment!,
        amountCents: refund.amount_cents,
      })
      await transact(deps, async (trx) => {
        await applyRefund(deps, trx, refund, answer)
        if (answer.state === 'pending')
          await insertCheck(trx, 'refund', answer.reference, askAgainAt(deps))
      })
    } catch (error) {
      if (error instanceof ProviderRefusal) {
        deps.log.error({ err: error, refundId: refund.refund_id }, 'a refund was refused')
        await transact(deps, (trx) =>
          moveRefund(trx, refund, (now) =>
            now.refund.status === 'DUE' ? fail(deps, trx, now, error.message) : null,
          ),
        )
      } else if (error instanceof ProviderUnavailable)
        deps.log.warn({ err: error, refundId: refund.refund_id }, 'a refund has to wait')
      else throw error
    }
  }
}

/** A refund with what it is of, under the lock of its purchase. */
interface Locked {
  refund: RefundRow
  payment: PaymentRow
  journey: PurchaseJourneyRow
}

/** Reads a refund under the lock of its purchase; nothing happens where staff have repeated it since. */
async function moveRefund(
  trx: Trx,
  { refund_id, round }: Pick<RefundRow, 'refund_id' | 'round'>,
  change: (locked: Locked) => Promise<unknown> | null,
): Promise<void> {
  const known = await findRefund(trx, refund_id)
  if (!known) return
  const { purchase_journey_id } = (await findPayment(trx, known.payment_id))!
  const journey = (await lockJourney(trx, purchase_journey_id))!
  const refund = (await findRefund(trx, refund_id))!
  if (refund.round !== round) return
  await change({ refund, payment: (await findPayment(trx, known.payment_id))!, journey })
}

/** Brings a refund to what the provider says of it, in any order and any number of times. */
export const applyRefund = (
  deps: Deps,
  trx: Trx,
  of: Pick<RefundRow, 'refund_id' | 'round'>,
  answer: CardRefund,
): Promise<void> =>
  moveRefund(trx, of, (locked) => {
    const { refund } = locked
    if (!refundMayMove(refund.status, answer.state)) return null
    // What a person has sent, or a bank has given back, is none of the provider's.
    if (refund.status === 'DONE' && refund.done_by !== 'system') return null
    if (answer.state === 'failed')
      return fail(deps, trx, locked, answer.failure ?? 'the provider gives no reason')
    if (answer.amountCents !== refund.amount_cents)
      return fail(
        deps,
        trx,
        locked,
        `the provider has refunded ${formatMoney(answer.amountCents)} instead of ${formatMoney(refund.amount_cents)}`,
      )
    if (answer.state === 'pending')
      return updateRefund(trx, refund.refund_id, ['DUE'], {
        status: 'PENDING',
        provider_refund: answer.reference,
        next_attempt_at: null,
      })
    return finishRefund(deps, trx, locked, {
      reference: answer.reference,
      provider_refund: answer.reference,
      done_by: 'system',
    })
  })

/** The money was sent: the payment says so and the customer is told, in one transaction. */
export async function finishRefund(
  deps: Deps,
  trx: Trx,
  { refund, payment, journey }: Locked,
  set: Pick<RefundRow, 'reference' | 'done_by'> & { provider_refund?: string },
): Promise<RefundRow | null> {
  const at = deps.now().toISOString()
  const done = await updateRefund(trx, refund.refund_id, ['DUE', 'PENDING', 'BY_HAND'], {
    ...set,
    status: 'DONE',
    done_at: at,
    failure: null,
    next_attempt_at: null,
  })
  if (!done) return null
  await updatePayment(trx, payment.payment_id, ['PAID'], { status: 'REFUNDED', updated_at: at })
  await updateJourney(trx, journey, {})
  await announceRefund(trx, 'payment.refunded', payment, at)
  await mailRefund(deps, trx, { refund, payment, journey }, refundMail)
  return done
}

/** The provider, or a bank, has not taken the money: staff send it another way, and the customer is told. */
async function fail(deps: Deps, trx: Trx, locked: Locked, reason: string): Promise<void> {
  const { refund, payment, journey } = locked
  const at = deps.now().toISOString()
  const dispute = await disputeInTheWay(trx, payment)
  if (dispute?.status === 'LOST') {
    await closeByDispute(deps, trx, refund.refund_id, dispute)
    await updatePayment(trx, payment.payment_id, ['PAID', 'REFUNDED'], {
      status: 'CHARGED_BACK',
      updated_at: at,
    })
    // The money went back once after all.
    await saveDispute(trx, { ...dispute, is_waiting: 0 })
    return
  }
  const isDisputed = dispute !== undefined
  const failed = await updateRefund(trx, refund.refund_id, ['DUE', 'PENDING', 'DONE'], {
    // While a bank decides, what can be sent back is not known: it is asked for again afterwards.
    status: isDisputed ? 'DUE' : 'BY_HAND',
    failure: isDisputed ? null : reason.slice(0, 300),
    next_attempt_at: isDisputed ? askAgainAt(deps) : null,
    round: isDisputed ? refund.round + 1 : refund.round,
    reference: null,
    done_at: null,
    done_by: null,
  })
  if (!failed) return
  if (payment.status === 'REFUNDED')
    await updatePayment(trx, payment.payment_id, ['REFUNDED'], {
      status: 'PAID',
      // Another one counts by now.
      duplicate: (await isSettled(trx, payment.purchase_journey_id, payment.type))
        ? 1
        : payment.duplicate,
      updated_at: at,
    })
  await updateJourney(trx, journey, {})
  if (isDisputed) return
  await announceRefund(trx, 'payment.refund-failed', payment, at)
  await mailRefund(deps, trx, locked, refundFailedMail)
  await enqueueMail(
    deps,
    trx,
    refundFailedStaffMail(deps, {
      reference: referenceOf(deps, journey),
      purchaseJourneyId: journey.purchase_journey_id,
      amountCents: refund.amount_cents,
      reason,
    }),
  )
}
