import type {
  getBankTransfer as transferCall,
  recordReceipt as receiptCall,
} from '#lib/payments/calls.ts'
import type { PaymentSource, PaymentType } from '#lib/codes.ts'
import type { Payment } from '#lib/payments/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { paymentFacts } from '#lib/payments/deal-sums.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Trx } from '#server/database.ts'
import type { PaymentRow } from './tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { findPayments, insertPayment } from './queries.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import { findReceipt, insertReceipt } from './receipt-queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { visibleJourney } from '#server/journeys/access.ts'
import { referenceOf } from '#server/journeys/references.ts'
import {
  dueCents,
  findDeal,
  lenderOutstandingCents,
  owedToKeep,
  payFacts,
  payRefusal,
  takesMoney,
  type Deal,
} from '#server/journeys/deal.ts'
import {
  DEPOSIT_OVERDUE,
  deadlineForTransfer,
  isDepositOverdue,
  isTransferDeadline,
} from './deposit-deadline.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { bankTransferMail } from './mails.ts'
import { OVERPAID, startReview } from './review.ts'
import { addToTransfer, newTransfer } from './transfer-parts.ts'

/**
 * How to pay the amount due by transfer: our account, and a reference that names this purchase.
 *
 * @throws {ApiProblem} 404 where transfers are not taken, 409 when nothing can be paid.
 */
export async function getTransferDetails(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<z.output<typeof transferCall.answer>> {
  const { bankAccount } = deps.settings
  if (!bankAccount) throw notFound()
  const deal = await findDeal(deps.db, await visibleJourney(deps.db, actor, id))
  const { canPayDeposit, canPayBalance } = paymentFacts(payFacts(deal))
  // A transfer that has begun may continue.
  const isOpen = (type: PaymentType) =>
    deal.payments.some(
      (row) => row.type === type && row.status === 'PENDING' && row.received_cents !== null,
    )
  const types: [type: PaymentType, canPay: boolean][] = [
    ['DEPOSIT', canPayDeposit],
    ['BALANCE', canPayBalance],
  ]
  const refusal = payRefusal(deal, aucklandDay(deps.now()))
  const paymentType = types.find(([type, canPay]) => (canPay && !refusal) || isOpen(type))?.[0]
  if (!paymentType) throw conflict(refusal ?? 'There’s nothing to pay by transfer right now.')
  const received = deal.payments
    .filter(
      ({ type, status, source }) =>
        [type, status, source].join() === `${paymentType},PENDING,BANKTRF`,
    )
    .reduce((cents, row) => cents + (row.received_cents ?? 0), 0)
  return {
    accountName: bankAccount.name ?? `${deps.catalogue.brand.name} (sample account)`,
    accountNumber: bankAccount.number,
    reference: referenceOf(deps, deal.journey),
    paymentType,
    amountCents: dueCents(deal, paymentType) - received,
  }
}

/**
 * As {@link getTransferDetails}, and expects what keeps the car by transfer: the first call keeps it until one can arrive, and
 * emails the customer what they type at their bank.
 *
 * @throws {ApiProblem} As that, and 409 once the time to pay is over.
 */
export async function announceTransfer(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<z.output<typeof transferCall.answer>> {
  const transfer = await getTransferDetails(deps, actor, id)
  await transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    // It may have expired, or been paid, since it was read.
    if (journey?.status !== 'CONFIRMED' || journey.transfer_announced_at !== null) return
    const deal = await findDeal(trx, journey)
    if (owedToKeep(deal) !== transfer.paymentType) return
    if (isDepositOverdue(deal, deps.now())) throw conflict(DEPOSIT_OVERDUE)
    const announced = await updateJourney(trx, journey, {
      transfer_announced_at: deps.now().toISOString(),
      ...deadlineForTransfer(deps, journey),
    })
    await enqueueMail(
      deps,
      trx,
      bankTransferMail(deps, await findPurchaseMail(deps, trx, announced), {
        ...transfer,
        deliveryStatus: announced.delivery_status,
        dueBy: announced.deposit_due_at,
        isTransferExpected: isTransferDeadline(deps, announced),
      }),
    )
  })
  return transfer
}

/** The payments that money of a source can pay, in this order. */
const TARGETS: Record<'BANKTRF' | 'MTF', { type: PaymentType; due(deal: Deal): number }[]> = {
  BANKTRF: [
    { type: 'DEPOSIT', due: (deal) => dueCents(deal, 'DEPOSIT') },
    { type: 'BALANCE', due: (deal) => dueCents(deal, 'BALANCE') },
  ],
  MTF: [{ type: 'BALANCE', due: lenderOutstandingCents }],
}

type Receipt = z.output<typeof receiptCall.body>

/**
 * Records money that staff found in our account. It pays the deposit first; parts add up, and a payment is PAID when
 * its amount is reached. An overpayment waits for a review. The same call again records nothing more.
 *
 * @throws {ApiProblem} 404, 409 for a purchase that is not confirmed, or a reference that is recorded already.
 */
export const recordReceipt = (
  deps: Deps,
  { actor, effectId }: { actor: Actor; effectId: string },
  id: string,
  { source, amountCents, reference }: Receipt,
): Promise<z.output<typeof receiptCall.answer>> =>
  transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    if (!journey) throw notFound()
    if (journey.status === 'STARTED') throw conflict('This purchase isn’t confirmed yet.')
    const before = await findReceipt(trx, { purchaseJourneyId: id, source, reference })
    // Recorded by an earlier attempt of this request.
    if (before?.receipt_id === effectId) return answer(0)
    // Customers pay in parts under the one reference that we gave them, so the amount doesn't tell two transfers apart.
    if (before)
      throw conflict(
        `${formatMoney(before.amount_cents)} was recorded under this reference on ${formatInstant(before.recorded_at)}. If this is another transfer, add its date to the reference.`,
      )
    await insertReceipt(trx, {
      purchase_journey_id: id,
      source,
      reference,
      receipt_id: effectId,
      amount_cents: amountCents,
      recorded_by: actorName(actor),
      recorded_at: deps.now().toISOString(),
    })

    let leftCents = amountCents
    // A purchase that has ended, or has no car, owes nothing.
    const isOpen = takesMoney(await findDeal(trx, journey))
    for (const { type, due } of isOpen ? TARGETS[source] : []) {
      const current = (await lockJourney(trx, id))!
      const wantedCents = due(await findDeal(trx, current))
      if (leftCents > 0 && wantedCents > 0)
        leftCents -= await addToTransfer(deps, trx, current, {
          type,
          source,
          wantedCents,
          leftCents,
          actor: actorName(actor),
        })
    }
    if (leftCents > 0) await holdOverpayment(deps, trx, journey, source, leftCents)
    return answer(leftCents)

    async function answer(overCents: number) {
      return {
        receiptId: effectId,
        overCents,
        payments: (await findPayments(trx, [id])).map(toPayment),
      }
    }
  })

/** Keeps an overpayment until staff have reviewed it. */
async function holdOverpayment(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  source: PaymentSource,
  cents: number,
): Promise<void> {
  const payment = (await insertPayment(trx, {
    ...newTransfer(deps, journey.purchase_journey_id, 'BALANCE', source),
    amount_cents: cents,
    received_cents: cents,
    status: 'NEEDS_REVIEW',
    review_reason: OVERPAID,
  }))!
  await startReview(deps, trx, journey, payment)
  await updateJourney(trx, (await lockJourney(trx, journey.purchase_journey_id))!, {})
}

export const toPayment = (row: PaymentRow): Payment => ({
  paymentId: row.payment_id,
  purchaseJourneyId: row.purchase_journey_id,
  paymentType: row.type,
  method: row.method,
  source: row.source,
  amountCents: row.amount_cents,
  receivedCents: row.received_cents,
  status: row.status,
  reviewReason: row.review_reason,
  providerPayment: row.provider_payment,
})
