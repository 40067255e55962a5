import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import type { PdfFile } from '#lib/quotes/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { countsTradeIn, isReservation } from '#lib/payments/pay-options.ts'
import { preparationFor } from '#lib/orders/preparation.ts'
import { refundView } from '#lib/payments/refund-states.ts'
import type { Db } from '#server/database.ts'
import { disputesOf } from '#server/refunds/dispute-queries.ts'
import { findAcceptance, findAgreement } from '#server/agreements/queries.ts'
import { findFinanceSignature } from '#server/finance/queries.ts'
import { eventInstant } from '#server/journeys/queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { findQuote } from '#server/quotes/queries.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { cancellationOf } from './cancel.ts'
import { deliveryOf } from '#server/delivery/purchase-delivery.ts'
import { handOverOf } from '#server/delivery/hand-over.ts'
import { visibleJourney } from '#server/journeys/access.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { findPurchaseCar } from '#server/stock/car-queries.ts'
import { findDeal, sumsOf } from '#server/journeys/deal.ts'
import { openOwnerDetails } from '#server/journeys/sealed-columns.ts'
import { amountDue } from '#server/journeys/amount-due.ts'
import { pdfFile } from '#server/quotes/quote-pdf.ts'
import { receiptPdf } from '#server/payments/receipt-pdf.ts'
import { offersOf } from '#server/journeys/offers.ts'

/**
 * A purchase after it was confirmed: its car, delivery, money, hand-over and cancellation.
 *
 * @throws {ApiProblem} 404.
 */
export const purchaseRecordOf = async (
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<PurchaseRecord> => viewRecord(deps, deps.db, await visibleJourney(deps.db, actor, id))

/**
 * The payments of a purchase, as a PDF.
 *
 * @throws {ApiProblem} 404, also while nothing is paid.
 */
export async function receiptDocument(deps: Deps, actor: Actor, id: string): Promise<PdfFile> {
  const journey = await visibleJourney(deps.db, actor, id)
  const record = await moneyOf(deps.db, journey)
  if (!record.payments.some(({ status }) => status === 'PAID')) throw notFound()
  return pdfFile(
    await receiptPdf(deps, {
      journey: await toPurchaseJourney(deps, deps.db, journey),
      record,
      left: amountDue(await findDeal(deps.db, journey), aucklandDay(deps.now())),
    }),
  )
}

export async function viewRecord(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
): Promise<PurchaseRecord> {
  const { quote } = (await findQuote(db, journey.current_quote_id))!
  const car = await findPurchaseCar(db, journey)
  return {
    ...(car && { car }),
    ...askAt(deps, journey),
    delivery: (await deliveryOf(db, journey)).delivery,
    ...(await moneyOf(db, journey)),
    offers: offersOf(deps, journey, quote),
    hasFinanceDocument: (await findFinanceSignature(db, journey.purchase_journey_id)) !== null,
    handOver: await handOverOf(deps, db, journey),
    ...(await datesOf(db, journey)),
    ...(await preparationOf(deps, db, journey)),
    cancellation: cancellationOf(deps, journey),
  }
}

function askAt(
  { catalogue: { dealers, brand } }: Deps,
  { status, outlet_code }: PurchaseJourneyRow,
): Pick<PurchaseRecord, 'askAt'> {
  if (!['CONFIRMED', 'AGREEMENT', 'NOCARAVAIL'].includes(status)) return {}
  const place = dealers.find(({ outletCode }) => outletCode === outlet_code) ?? brand
  const { name, phone, region, hours, adviser } = place
  return { askAt: { name, phone, region, hours, ...(adviser && { adviser }) } }
}

async function preparationOf(
  { catalogue, keys }: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
): Promise<Pick<PurchaseRecord, 'preparation'>> {
  if (journey.status !== 'CONFIRMED' && journey.status !== 'AGREEMENT') return {}
  const deal = await findDeal(db, journey)
  const { payOption } = deal.currentQuote
  if (isReservation(payOption)) return {}
  const oldCars = countsTradeIn(payOption)
    ? deal.vehicles.filter(({ status }) => status === 'APPRAISAL_ACCEPTED')
    : []
  const { balanceLeftCents, owedCents } = sumsOf(deal)
  const preparation = preparationFor(catalogue.handOver, {
    payOption,
    isCompany: openOwnerDetails(keys, journey)?.customerType === 'COMPANY',
    balanceLeftCents,
    oldCars: oldCars.map(({ registration }) => registration),
    owingCents: oldCars.reduce((cents, vehicle) => cents + vehicle.owingCents, 0),
    owedCents,
  })
  return { preparation }
}

/** When a purchase was agreed on and handed over. */
async function datesOf(
  db: Db,
  journey: PurchaseJourneyRow,
): Promise<Pick<PurchaseRecord, 'dates'>> {
  const { purchase_journey_id: id, agreement_id, status } = journey
  const acceptance = await findAcceptance(db, id)
  const agreementIssued = agreement_id && (await findAgreement(db, agreement_id)).issued_at
  if (!acceptance && !agreementIssued) return {}
  const agreementAccepted = acceptance?.accepted_at ?? null
  const handedOver = status === 'COMPLETE' ? await eventInstant(db, id, 'handed-over') : null
  return { dates: { agreementIssued, agreementAccepted, handedOver } }
}

/** The payments and refunds of a purchase, with the fee of a reservation that it took over. */
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
    .where('status', 'in', ['PENDING', 'PAID', 'NEEDS_REVIEW', 'REFUNDED', 'CHARGED_BACK'])
    // What a lender paid twice, or too much, is between the lender and us.
    .where((eb) =>
      eb.or([
        eb('source', '!=', 'MTF'),
        eb.and([eb('status', '!=', 'NEEDS_REVIEW'), eb('duplicate', '=', 0)]),
      ]),
    )
    .orderBy('updated_at')
    .orderBy('payment_id')
    .execute()
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.payment_id', 'refund.payment_id')
    .selectAll('refund')
    .where('payment.purchase_journey_id', 'in', ids)
    // The lender's are between the lender and us.
    .where('payment.source', '!=', 'MTF')
    .orderBy('refund.created_at')
    .orderBy('refund.refund_id')
    .execute()
  const disputed = new Set(
    (await disputesOf(db, ids))
      .filter(({ status }) => status === 'OPEN')
      .map(({ payment_id }) => payment_id),
  )
  return {
    payments: payments.map((row) => ({
      paymentId: row.payment_id,
      paymentType: row.type,
      source: row.source,
      // A transfer that comes in parts counts the amount that has come.
      amountCents:
        row.status === 'PENDING' ? (row.received_cents ?? row.amount_cents) : row.amount_cents,
      status: row.status,
      ...(disputed.has(row.payment_id) && { isDisputed: true }),
      at: row.updated_at,
    })),
    refunds: refunds.map((row) => ({
      amountCents: row.amount_cents,
      state: refundView(row),
      at: row.done_at ?? row.created_at,
    })),
  }
}
