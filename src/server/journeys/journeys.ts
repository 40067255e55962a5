import type * as customerCalls from '#lib/purchases/calls.ts'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { furthestStep } from '#lib/purchases/journey-steps.ts'
import type { z } from '#lib/shared/zod.ts'
import type { PurchaseJourneyPatch } from './tables.ts'
import {
  deleteJourney,
  insertJourney,
  journeysOfQuote,
  listJourneys,
  updateJourney,
} from './queries.ts'
import { findQuote } from '#server/quotes/queries.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { conflict, fieldError, invalid, notFound } from '#server/platform/http/api-problem.ts'
import { currentQuoteFor, quoteWithTradeIn } from '#server/quotes/current-quote.ts'
import { mergeFinanceDraft } from '#server/finance/finance.ts'
import { lockVisibleJourney, visibleJourney } from './access.ts'
import { summariseForOwner, toPurchaseJourney } from './view.ts'
import { sealColumn } from './sealed-columns.ts'
import { findDeals } from './deal.ts'
import { requireMatch } from './match.ts'
import { checkedOwnerDetails } from './owner-details.ts'
import { formatCursor, pageOf, parseCursor } from '#server/platform/database/pages.ts'
import { isOutlet, priceColumns } from '#server/quotes/quote-pricing.ts'
import type { Caller } from '#server/platform/http/network-budgets.ts'
import { requireFewStarted } from '#server/customers/quotas.ts'
import { noteAnswer } from '#server/trade-in/answers.ts'
import { writeTradeVehicles } from '#server/trade-in/trade-in.ts'

/**
 * Starts a purchase from a quote of the customer, with the trade-ins and the outlet that are known already.
 *
 * @param customerId One that the actor may act for.
 * @throws {ApiProblem} 404 when the quote is not the customer's, 409 when it has a purchase already, or the customer has
 *   too many.
 */
export async function createJourney(
  deps: Deps,
  caller: Caller,
  customerId: number,
  input: z.output<typeof customerCalls.createPurchaseJourney.body>,
): Promise<PurchaseJourney> {
  const { quoteId, tradeInformation } = input
  const now = deps.now().toISOString()
  return deps.db.transaction().execute(async (trx) => {
    // Found inside the transaction, so that it cannot be deleted before the purchase refers to it.
    const found = await findQuote(trx, quoteId)
    if (found?.quote.customerId !== customerId) throw notFound()
    const outletCode = input.outletCode ?? found.quote.request.outletCode ?? null
    requireOutlet(deps, outletCode)
    if ((await journeysOfQuote(trx, quoteId)).length > 0) throw alreadyStarted()
    const journey = await insertJourney(trx, {
      purchase_journey_id: deps.newId(),
      customer_id: customerId,
      original_quote_id: quoteId,
      current_quote_id: quoteId,
      status: 'STARTED',
      furthest_step: 'configure',
      owner_details: null,
      owner_details_confirmed: 0,
      finance_applied: 0,
      finance_application: null,
      credit_decision: null,
      outlet_code: outletCode,
      confirmed_at: null,
      accepted_total_cents: null,
      terms_version: null,
      signature_name: null,
      delivery_status: null,
      created_at: now,
      last_activity_at: now,
      version: 1,
    })
    // The unique index lets one of several at once through.
    if (!journey) throw alreadyStarted()
    await requireFewStarted(deps, trx, caller, customerId)
    if (tradeInformation) await writeTradeVehicles(deps, trx, caller, journey, tradeInformation)
    return toPurchaseJourney(deps, trx, journey)
  })
}

const alreadyStarted = () => conflict('You’ve already started this purchase.')

const requireOutlet = (deps: Deps, outletCode: string | null | undefined): void => {
  if (outletCode && !isOutlet(deps, outletCode))
    throw invalid([fieldError('outletCode', 'is not one of our dealers')])
}

/** @throws {ApiProblem} 404. */
export async function getJourney(deps: Deps, actor: Actor, id: string): Promise<PurchaseJourney> {
  const journey = await visibleJourney(deps.db, actor, id)
  return toPurchaseJourney(deps, deps.db, journey)
}

/** A page of a customer's purchases, newest first. */
export async function listCustomerJourneys(
  deps: Deps,
  customerId: number,
  { limit, cursor }: z.output<typeof customerCalls.listPurchaseJourneys.query>,
) {
  const { items, nextCursor } = await pageOf(
    limit,
    (most) => listJourneys(deps.db, customerId, most, parseCursor(cursor)),
    ({ created_at, purchase_journey_id }) => formatCursor(created_at, purchase_journey_id),
  )
  const purchaseJourneyList = await Promise.all(
    (await findDeals(deps.db, items)).map((deal) => summariseForOwner(deps, deal)),
  )
  return { purchaseJourneyList, nextCursor }
}

/**
 * Deletes a purchase that is not confirmed.
 *
 * @throws {ApiProblem} 404, 409 once it is confirmed.
 */
export const deleteStartedJourney = (deps: Deps, actor: Actor, id: string): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    if (journey.confirmed_at !== null)
      throw conflict('This purchase is confirmed, so you can cancel it but not delete it.')
    await deleteJourney(trx, journey)
  })

/**
 * Changes the fields of a started purchase that the client may change.
 *
 * @param ifMatch The header of that name: versions the change is based on.
 * @throws {ApiProblem} 400 naming the field, 404, 409 unless it is started, 412 when it has changed.
 */
export async function patchJourney(
  deps: Deps,
  caller: Caller,
  id: string,
  patch: JourneyPatch,
  ifMatch: string | undefined,
): Promise<PurchaseJourney> {
  const { actor } = caller
  requireOutlet(deps, patch.outletCode)
  const ownerDetails = patch.ownerDetails && checkedOwnerDetails(deps, patch.ownerDetails)
  const price =
    patch.currentQuoteRequest &&
    priceColumns(deps, patch.currentQuoteRequest, 'currentQuoteRequest.')

  return deps.db.transaction().execute(async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    await requireMatch(deps, trx, journey, ifMatch)
    if (journey.status !== 'STARTED')
      throw conflict('This purchase is confirmed, so it can’t be changed.')
    if (Object.keys(patch).length === 0) return toPurchaseJourney(deps, trx, journey)

    const set: PurchaseJourneyPatch = { last_activity_at: deps.now().toISOString() }
    if (price) set.current_quote_id = await currentQuoteFor(deps, trx, journey, price)
    if (patch.outletCode !== undefined) set.outlet_code = patch.outletCode
    if (patch.tradeInformation)
      for (const vehicle of await writeTradeVehicles(
        deps,
        trx,
        caller,
        journey,
        patch.tradeInformation,
      ))
        await noteAnswer(deps, trx, actor, id, vehicle, 'ACCEPT')
    if (price || patch.tradeInformation)
      set.current_quote_id = await quoteWithTradeIn(deps, trx, { ...journey, ...set })
    if (ownerDetails)
      set.owner_details = sealColumn(deps.keys, journey, 'owner_details', ownerDetails)
    if (patch.hasConfirmedOwnerDetails) {
      if (journey.owner_details === null && !ownerDetails)
        throw invalid([fieldError('hasConfirmedOwnerDetails', 'needs the owner details')])
      set.owner_details_confirmed = 1
    }
    if (patch.financeApplication)
      set.finance_application = mergeFinanceDraft(deps, journey, patch.financeApplication)
    if (patch.metadata)
      set.furthest_step = furthestStep(journey.furthest_step, patch.metadata.furthestStep)
    return toPurchaseJourney(deps, trx, await updateJourney(trx, journey, set))
  })
}
