import type { PaymentSource, PaymentStatus, PaymentType } from '#lib/codes.ts'
import type { Trx } from '#server/database.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import { insertPayment, updatePayment } from './queries.ts'
import { findOpenTransfer } from './receipt-queries.ts'
import type { Deps } from '#server/deps.ts'
import { dueCents, findDeal } from '#server/journeys/deal.ts'
import { deadlineForTransfer } from './deposit-deadline.ts'
import { reviewCoveredTransfers } from './review.ts'
import { acceptPayment } from './settle.ts'

// Transfers that come in parts.

interface TransferPart {
  type: PaymentType
  source: PaymentSource
  /** The amount due, and the money left to pay it with. */
  wantedCents: number
  leftCents: number
  /** Who recorded it. */
  actor: string
}

/** Adds money to a transfer in parts. Returns how much of the money it took, in cents. */
export async function addToTransfer(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  { type, source, wantedCents, leftCents, actor }: TransferPart,
): Promise<number> {
  const { purchase_journey_id: purchaseJourneyId } = journey
  const open = await findOpenTransfer(trx, { purchaseJourneyId, type, source })
  const before = open?.received_cents ?? 0
  const takenCents = Math.min(leftCents, Math.max(0, wantedCents - before))
  const received = before + takenCents
  const isPaid = received >= wantedCents
  const set = {
    amount_cents: Math.max(wantedCents, received),
    received_cents: received,
    status: (isPaid ? 'PAID' : 'PENDING') satisfies PaymentStatus as PaymentStatus,
    updated_at: deps.now().toISOString(),
  }
  const payment = open
    ? (await updatePayment(trx, open.payment_id, ['PENDING'], set))!
    : (await insertPayment(trx, { ...newTransfer(deps, purchaseJourneyId, type, source), ...set }))!
  if (isPaid)
    await acceptPayment(
      deps,
      trx,
      payment,
      journey,
      type === 'DEPOSIT' ? 'deposit-settled' : 'balance-settled',
      actor,
    )
  else await updateJourney(trx, journey, source === 'MTF' ? {} : deadlineForTransfer(deps, journey))
  return takenCents
}

/**
 * Fits transfers that came in part to less that is due now: one that covers it pays it, and where nothing is due any
 * more, it is put under review.
 *
 * @returns The purchase afterwards.
 */
export async function fitTransfers(
  deps: Deps,
  trx: Trx,
  purchaseJourneyId: string,
  reason: string,
): Promise<PurchaseJourneyRow> {
  for (const type of ['DEPOSIT', 'BALANCE'] as const) {
    const part = { type, source: 'BANKTRF' } as const
    const journey = (await lockJourney(trx, purchaseJourneyId))!
    const { received_cents } = (await findOpenTransfer(trx, { purchaseJourneyId, ...part })) ?? {}
    const wantedCents = dueCents(await findDeal(trx, journey), type)
    if (received_cents && wantedCents > 0 && received_cents >= wantedCents)
      await addToTransfer(deps, trx, journey, {
        ...part,
        wantedCents,
        leftCents: 0,
        actor: 'system',
      })
  }
  const journey = (await lockJourney(trx, purchaseJourneyId))!
  await reviewCoveredTransfers(deps, trx, await findDeal(trx, journey), reason)
  return journey
}

/** A transfer of which nothing has come yet. */
export const newTransfer = (
  deps: Deps,
  purchase_journey_id: string,
  type: PaymentType,
  source: PaymentSource,
) => {
  const at = deps.now().toISOString()
  return {
    payment_id: deps.newId(),
    purchase_journey_id,
    type,
    method: null,
    source,
    currency: 'nzd',
    provider_reference: null,
    provider_url: null,
    provider_payment: null,
    duplicate: 0,
    review_reason: null,
    expires_at: null,
    created_at: at,
    updated_at: at,
    next_check_at: null,
    checks: 0,
    leased_until: null,
  }
}
