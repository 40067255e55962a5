import type { Kysely } from 'kysely'
import type { DeliveryStatus } from '#lib/contract/shapes/codes.ts'
import type { PurchaseRecord } from '#lib/contract/shapes/payment.ts'
import { aucklandDay } from '#lib/domain/dates.ts'
import { deliveryEstimate, isOnwards } from '#lib/domain/delivery.ts'
import { findCustomer } from '../db/customers.ts'
import type { Database } from '../db/database.ts'
import type { PurchaseJourneyRow } from '../db/tables/purchase.ts'
import { findHeldCar, listDelivery, noteDelivery } from '../db/delivery.ts'
import { updateJourney } from '../db/purchase-journeys.ts'
import { findQuote } from '../db/quotes.ts'
import type { Deps } from '../deps.ts'
import { actorName, type Actor } from '../http/actor.ts'
import { conflict } from '../http/api-problem.ts'
import { cancellationOf } from './cancel.ts'
import { lockVisibleJourney, visibleJourney } from './journey-access.ts'
import { deliveryMail } from './mail/purchase-mails.ts'
import { enqueueMail, transact } from './outbox.ts'

type Db = Kysely<Database>

/**
 * How a purchase goes on after it was confirmed.
 *
 * @throws {ApiProblem} 404.
 */
export const purchaseRecordOf = async (
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<PurchaseRecord> => viewRecord(deps, deps.db, await visibleJourney(deps.db, actor, id))

async function viewRecord(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
): Promise<PurchaseRecord> {
  const { quote } = (await findQuote(db, journey.current_quote_id))!
  return {
    delivery: (await deliveryOf(db, journey)).delivery,
    ...(await moneyOf(db, journey)),
    cancellation: cancellationOf(deps, journey, quote),
  }
}

/** Where the car of a purchase is, and whether one is held for it. */
export async function deliveryOf(
  db: Db,
  { purchase_journey_id: id, delivery_status: status, confirmed_at }: PurchaseJourneyRow,
): Promise<Pick<PurchaseRecord, 'delivery'> & { isCarHeld: boolean }> {
  const held = await findHeldCar(db, id)
  const isComing = held !== null && confirmed_at !== null && status !== 'AVAIL4PKUP'
  const history = await listDelivery(db, id)
  const last = history.at(-1)
  const latest = last && { status: last.status, day: aucklandDay(last.at) }
  return {
    delivery: {
      status,
      history,
      estimate: isComing ? deliveryEstimate(held, aucklandDay(confirmed_at), latest) : null,
    },
    isCarHeld: held !== null,
  }
}

/** What was paid for a purchase and what went back, with the fee of a reservation that it took over. */
export async function moneyOf(
  db: Db,
  {
    purchase_journey_id,
    credited_from,
  }: Pick<PurchaseJourneyRow, 'purchase_journey_id' | 'credited_from'>,
): Promise<Pick<PurchaseRecord, 'payments' | 'refunds'>> {
  const ids = [purchase_journey_id, ...(credited_from === null ? [] : [credited_from])]
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .where('purchase_journey_id', 'in', ids)
    .where('status', 'in', ['PENDING', 'PAID', 'NEEDS_REVIEW', 'REFUNDED'])
    .orderBy('updated_at')
    .orderBy('payment_id')
    .execute()
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.payment_id', 'refund.payment_id')
    .selectAll('refund')
    .where('payment.purchase_journey_id', 'in', ids)
    .orderBy('refund.created_at')
    .orderBy('refund.refund_id')
    .execute()
  return {
    payments: payments.map((row) => ({
      paymentId: row.payment_id,
      paymentType: row.type,
      source: row.source,
      // A transfer that comes in parts is worth what has come.
      amountCents:
        row.status === 'PENDING' ? (row.received_cents ?? row.amount_cents) : row.amount_cents,
      status: row.status,
      at: row.updated_at,
    })),
    refunds: refunds.map((row) => ({
      amountCents: row.amount_cents,
      isDone: row.status === 'DONE',
      at: row.done_at ?? row.created_at,
    })),
  }
}

/**
 * Records the stage that a delivery has reached, and tells the customer. Recorded again, it answers the same.
 *
 * @throws {ApiProblem} 404, 409 backwards, or for a purchase that has no car on its way.
 */
export const recordDelivery = (
  deps: Deps,
  actor: Actor,
  id: string,
  deliveryStatus: DeliveryStatus,
): Promise<PurchaseRecord> =>
  transact(deps, async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    if (!['CONFIRMED', 'AGREEMENT'].includes(journey.status) || !(await findHeldCar(trx, id)))
      throw conflict('This purchase has no car on its way.')
    if (journey.delivery_status === deliveryStatus) return viewRecord(deps, trx, journey)
    if (!isOnwards(journey.delivery_status, deliveryStatus))
      throw conflict('This delivery is further on already.')
    const at = deps.now().toISOString()
    const moved = await updateJourney(trx, journey, {
      delivery_status: deliveryStatus,
      last_activity_at: at,
    })
    await noteDelivery(trx, moved, { actor: actorName(actor), at })
    const customer = (await findCustomer(trx, journey.customer_id))!
    const { quote } = (await findQuote(trx, journey.current_quote_id))!
    await enqueueMail(
      deps,
      trx,
      deliveryMail(deps, {
        to: customer.email,
        firstName: customer.name.firstName,
        quote,
        deliveryStatus,
      }),
    )
    return viewRecord(deps, trx, moved)
  })
