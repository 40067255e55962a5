import type { confirmPurchase as confirmCall } from '#lib/purchases/calls.ts'
import { buyerName } from '#lib/purchases/buyer-name.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { countsTradeIn } from '#lib/payments/pay-options.ts'
import { isTooOldToCount } from '#lib/trade-in/trade-in-offers.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'
import { creditRefusal } from '#lib/finance/credit.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Trx } from '#server/database.ts'
import type { PurchaseJourneyRow } from '../journeys/tables.ts'
import { deleteDeletion } from '#server/customers/deletion-queries.ts'
import { insertDeliveryEvent } from '#server/delivery/queries.ts'
import { updateJourney } from '#server/journeys/queries.ts'
import { findQuote } from '#server/quotes/queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import type { Call } from '#server/platform/http/route.ts'
import { ApiProblem, conflict, fieldError } from '#server/platform/http/api-problem.ts'
import { allocateCar, FIRST_DELIVERY_STATUS } from '#server/stock/allocation.ts'
import { lockVisibleJourney } from '#server/journeys/access.ts'
import { requireMatch } from '#server/journeys/match.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import { cancelUntilOf, daysToPromise, promisedUntil } from '#server/journeys/promised-times.ts'
import { startDepositDeadline } from '#server/payments/deposit-deadline.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { creditDecisionOf, findDeal, isUnpaid, owedCents } from '#server/journeys/deal.ts'
import { quoteWithTradeIn, storeCurrentQuote } from '#server/quotes/current-quote.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { purchaseBackorderedMail, purchaseConfirmedMail } from './mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { offersOn } from '#server/journeys/offers.ts'
import { deliveryOutlook } from './delivery-outlook.ts'
import { hasExpired } from '#server/quotes/quote-pricing.ts'
import { repriceQuote } from '#server/quotes/quotes.ts'
import { signatureOf } from './confirm-signature.ts'
import { takeOverReservation } from './reservations.ts'
import { isAtUnpaidLimit, spendUnpaid } from './unpaid-limit.ts'
import { requireCountedOnce, requireSeenOrPaid } from '#server/trade-in/firm-offers.ts'
import { requireApproval } from '#server/people/view.ts'
import { allocateInTurn, fillBackordersNow } from './backorders.ts'
import { findTradeVehicles } from '#server/trade-in/queries.ts'

type Confirmation = z.output<typeof confirmCall.body>

/** A price that differs from what was accepted; it is stored before the customer is asked again. */
class PriceChanged {
  readonly newTotalCents: number
  constructor(newTotalCents: number) {
    this.newTotalCents = newTotalCents
  }
}

/**
 * Confirms a purchase at a price. It holds a car, after the purchases that wait for one, or joins them. Idempotent
 * at the same price.
 *
 * @param ifMatch The header of that name: versions that the signature is for.
 * @throws {ApiProblem} 404, 409 when the price has changed (with the new total), the terms have changed, the owner
 *   details are not confirmed, an approver has not approved it, the lender does not finance it, or the purchase is over; 412 when the purchase has
 *   changed; 400 where staff sign with another name than their own; 429 beyond what one network may confirm in a day
 *   without paying.
 */
export async function confirmPurchase(
  deps: Deps,
  { actor, ip }: Pick<Call, 'actor' | 'ip'>,
  id: string,
  confirmation: Confirmation,
  ifMatch: string | undefined,
): Promise<PurchaseJourney> {
  const attempt = (allocate: typeof allocateInTurn) =>
    transact(deps, async (trx) => {
      const journey = await lockVisibleJourney(trx, actor, id)
      if (journey.confirmed_at !== null) return confirmedBefore(deps, trx, journey, confirmation)
      await requireMatch(deps, trx, journey, ifMatch)
      requireReady(deps, journey, confirmation)
      const signature = await signatureOf(trx, actor, confirmation.signatureName)

      const price = await priceToday(deps, trx, journey)
      if (countsTradeIn(price.quote.payOption)) await requireFreshOffers(deps, trx, journey)
      if (price.isNew || price.quote.totals.driveAwayCents !== confirmation.acceptedTotalCents)
        return new PriceChanged(price.quote.totals.driveAwayCents)
      requireCredit(deps, price.journey, price.quote)
      await requireApproval(deps, trx, await findDeal(trx, price.journey))
      if (actor.type === 'CUSTOMER') await requireFewUnpaid(deps, trx, journey)
      return confirm(deps, trx, { actor, ip, ...price, confirmation, signature, allocate })
    })
  let outcome = await attempt(allocateInTurn)
  // Backorders are filled first. A car that they could not take in two attempts is free for this purchase.
  for (const allocate of [allocateInTurn, allocateCar]) {
    if (outcome !== 'QUEUED') break
    await fillBackordersNow(deps)
    outcome = await attempt(allocate)
  }
  if (outcome === 'QUEUED') throw new Error('a car without a check is never queued')
  if (!(outcome instanceof PriceChanged)) return outcome
  const { newTotalCents } = outcome
  throw conflict(
    `The price is now ${formatMoney(newTotalCents)}. Accept the new price to continue.`,
    { newTotalCents },
  )
}

function confirmedBefore(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  { acceptedTotalCents }: Confirmation,
): Promise<PurchaseJourney> {
  const newTotalCents = journey.accepted_total_cents!
  if (newTotalCents !== acceptedTotalCents)
    throw conflict(`This purchase is confirmed at ${formatMoney(newTotalCents)}.`, {
      newTotalCents,
    })
  return toPurchaseJourney(deps, trx, journey)
}

function requireReady(
  { catalogue }: Deps,
  journey: PurchaseJourneyRow,
  { termsVersion }: Confirmation,
): void {
  if (journey.status !== 'STARTED') throw conflict('You can no longer confirm this purchase.')
  if (journey.owner_details_confirmed !== 1 || journey.owner_details === null)
    throw conflict('Please confirm the owner details first.')
  if (termsVersion !== catalogue.pages.terms.version)
    throw new ApiProblem(
      409,
      'Conflict',
      'The terms and conditions have changed. Please read and accept them again.',
      [fieldError('termsVersion', 'is not the current version')],
    )
}

async function requireFreshOffers(
  deps: Deps,
  trx: Trx,
  { purchase_journey_id }: PurchaseJourneyRow,
): Promise<void> {
  const nowMs = deps.now().getTime()
  for (const vehicle of await findTradeVehicles(trx, [purchase_journey_id])) {
    const { status, offer_expires_at, offer_cents } = vehicle
    if (status !== 'APPRAISAL_ACCEPTED' || offer_expires_at === null) continue
    if (isTooOldToCount(offer_expires_at, nowMs))
      throw conflict(
        `The offer of ${formatMoney(offer_cents ?? 0)} for your ${vehicle.make} ${vehicle.model} was valid until ${formatDay(aucklandDay(offer_expires_at))}. Go back to Trade-in and ask for a new offer.`,
      )
    if (vehicle.offered_by === 'RULES') await requireCountedOnce(deps, trx, vehicle)
  }
}

/** Refuses a purchase on credit that the lender has declined. An application is not required before. */
function requireCredit({ now }: Deps, journey: PurchaseJourneyRow, quote: Quote): void {
  const refusal = creditRefusal(creditDecisionOf(journey), quote, aucklandDay(now()))
  if (refusal) throw conflict(`${refusal.sentence} Please change how you pay.`)
}

/** Each unpaid purchase keeps a car from other buyers, or will once one is found. Staff who act for a customer may allow more. */
async function requireFewUnpaid(
  deps: Deps,
  trx: Trx,
  { customer_id }: PurchaseJourneyRow,
): Promise<void> {
  const most = deps.settings.limits.LIMIT_UNPAID_PURCHASES
  if (await isAtUnpaidLimit(deps, trx, customer_id, ['CONFIRMED', 'NOCARAVAIL']))
    throw new ApiProblem(
      409,
      'Conflict',
      `You already have ${most} confirmed ${most === 1 ? 'purchase' : 'purchases'} with nothing paid. Under My Purchases, make the first payment for one, or cancel one. Then confirm this purchase.`,
      [fieldError('unpaidPurchases', `are limited to ${most}`)],
    )
}

/** Today's price of the purchase. An expired quote is priced again; `isNew` when that changes anything. */
async function priceToday(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
): Promise<{ journey: PurchaseJourneyRow; quote: Quote; isNew: boolean }> {
  const { quote } = (await findQuote(trx, journey.current_quote_id))!
  const stored = hasExpired(deps, quote)
    ? await storeCurrentQuote(deps, trx, journey, repriceQuote(deps, quote))
    : quote.quoteId
  const current_quote_id = await quoteWithTradeIn(deps, trx, {
    ...journey,
    current_quote_id: stored,
  })
  const today = (await findQuote(trx, current_quote_id))!.quote
  if (today.version === quote.version && current_quote_id === quote.quoteId)
    return { journey, quote, isNew: false }
  return {
    journey: await updateJourney(trx, journey, { current_quote_id }),
    quote: today,
    isNew: pricedOf(today) !== pricedOf(quote),
  }
}

const pricedOf = ({ vehicle, lines, totals, finance }: Quote): string =>
  JSON.stringify({ vehicle, lines, totals, finance })

interface Order {
  actor: Actor
  ip: string
  journey: PurchaseJourneyRow
  quote: Quote
  confirmation: Confirmation
  signature: Awaited<ReturnType<typeof signatureOf>>
  allocate: typeof allocateInTurn
}

/** @returns `QUEUED` where nothing is confirmed, because an earlier purchase waits for the car. */
async function confirm(
  deps: Deps,
  trx: Trx,
  { actor, ip, journey, quote, confirmation, signature, allocate }: Order,
): Promise<PurchaseJourney | 'QUEUED'> {
  const now = deps.now()
  const at = now.toISOString()
  const reserved = await takeOverReservation(deps, trx, journey, quote)
  const allocation = reserved
    ? reserved.allocation
    : await allocate(deps, trx, {
        purchaseJourneyId: journey.purchase_journey_id,
        request: quote.request,
        outletCode: journey.outlet_code,
      })
  if (allocation === 'QUEUED') return 'QUEUED'
  const promisedDays = daysToPromise(deps, quote)
  const moved = await transitionJourney(
    trx,
    journey,
    allocation ? 'confirmed' : 'confirmed-without-car',
    { actor: actorName(actor), at },
    {
      confirmed_at: at,
      accepted_total_cents: confirmation.acceptedTotalCents,
      terms_version: confirmation.termsVersion,
      ...signature,
      promised_offers: JSON.stringify(offersOn(deps, now, quote)),
      delivery_status: allocation && FIRST_DELIVERY_STATUS[allocation],
      last_activity_at: at,
      promised_days: promisedDays,
      ...(allocation && promisedUntil(quote, promisedDays, at)),
      ...reserved?.taken,
    },
  )
  if (!reserved) await insertDeliveryEvent(trx, moved!, { actor: actorName(actor), at })
  const kept = await startDepositDeadline(deps, trx, moved!)
  const deal = await findDeal(trx, kept)
  requireSeenOrPaid(deps, actor, deal)
  if (isUnpaid(deal)) await spendUnpaid(deps, trx, { actor, ip }, journey.purchase_journey_id)
  const confirmed = await toPurchaseJourney(deps, trx, kept)
  const purchase = {
    ...(await findPurchaseMail(deps, trx, kept)),
    offers: confirmed.offers ?? [],
    outlook: await deliveryOutlook(deps, trx, kept),
    onBehalf: onBehalfOf(confirmed),
    // Else the buyer would lose the account, and news of recalls with it, when the car is handed over.
    hadDeletion: await deleteDeletion(trx, kept.customer_id),
  }
  await enqueueMail(
    deps,
    trx,
    allocation
      ? purchaseConfirmedMail(deps, {
          ...purchase,
          owedCents: owedCents(deal),
          isToBeBuilt: isToBeBuilt(kept.delivery_status),
          depositDueBy: kept.deposit_due_at,
          cancelUntil: cancelUntilOf(kept)!,
        })
      : purchaseBackorderedMail(deps, purchase),
    { customerId: kept.customer_id },
  )
  return confirmed
}

/** The member of staff who confirmed, and the customer they acted for. */
const onBehalfOf = (journey: PurchaseJourney) =>
  journey.confirmedBy ? { staffName: journey.confirmedBy, customerName: buyerName(journey) } : null
