import { createHmac } from 'node:crypto'
import type { JourneyStatus } from '#lib/codes.ts'
import type { PurchaseLinkKind, PurchaseLinks, SharedOrder } from '#lib/orders/link-shapes.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import { weeksUntil } from '#lib/orders/shared-order.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import type { Db } from '#server/database.ts'
import { deliveryOf } from '#server/delivery/purchase-delivery.ts'
import type { Deps } from '#server/deps.ts'
import { lockVisibleJourney, visibleJourney } from '#server/journeys/access.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { sha256 } from '#server/platform/crypto/hash.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { spendDaily } from '#server/platform/http/daily-limits.ts'
import { findQuote } from '#server/quotes/queries.ts'
import { deleteLink, findLinked, listLinks, putLink } from './link-queries.ts'

/** The statuses of a purchase in which its links lead somewhere. */
const OPEN: Record<PurchaseLinkKind, readonly JourneyStatus[]> = {
  calendar: ['CONFIRMED', 'AGREEMENT'],
  shared: ['CONFIRMED', 'AGREEMENT', 'COMPLETE'],
}

/** 256 bits derived from the link's id: its owner is shown it again, and the database holds its hash only. */
const keyOf = ({ keys }: Pick<Deps, 'keys'>, linkId: string): string =>
  createHmac('sha256', keys.purchaseLink).update(linkId).digest('base64url')

async function linksOf(deps: Deps, db: Db, journey: PurchaseJourneyRow): Promise<PurchaseLinks> {
  const links = await listLinks(db, journey.purchase_journey_id)
  const keyOfKind = (wanted: PurchaseLinkKind) => {
    const link = links.find(({ kind }) => kind === wanted)
    return link && OPEN[wanted].includes(journey.status) ? keyOf(deps, link.link_id) : null
  }
  return { calendar: keyOfKind('calendar'), shared: keyOfKind('shared') }
}

/** @throws {ApiProblem} 404. */
export const getPurchaseLinks = async (
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<PurchaseLinks> => linksOf(deps, deps.db, await visibleJourney(deps.db, actor, id))

/**
 * Makes a link; one of the same kind ends.
 *
 * @throws {ApiProblem} 404, 409 for a purchase with no car on its way, 429.
 */
export const makePurchaseLink = (
  deps: Deps,
  actor: Actor,
  { id, kind }: { id: string; kind: PurchaseLinkKind },
): Promise<PurchaseLinks> =>
  deps.db.transaction().execute(async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    const { quote } = (await findQuote(trx, journey.current_quote_id))!
    if (!OPEN[kind].includes(journey.status) || isReservation(quote.payOption))
      throw conflict('You can create a link once your car is on its way.')
    await spendDaily(deps, trx, 'LIMIT_PURCHASE_LINKS_PER_DAY', id)
    const linkId = deps.newId()
    await putLink(trx, {
      key_hash: sha256(keyOf(deps, linkId)),
      link_id: linkId,
      purchase_journey_id: id,
      kind,
      created_at: deps.now().toISOString(),
    })
    return linksOf(deps, trx, journey)
  })

/** @throws {ApiProblem} 404 for a purchase that is not the actor's. */
export const endPurchaseLink = (
  deps: Deps,
  actor: Actor,
  { id, kind }: { id: string; kind: PurchaseLinkKind },
): Promise<PurchaseLinks> =>
  deps.db.transaction().execute(async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    await deleteLink(trx, id, kind)
    return linksOf(deps, trx, journey)
  })

/**
 * The purchase that a key of a kind opens.
 *
 * @throws {ApiProblem} 404 for a key that was never given, was ended or renewed, or whose purchase has ended.
 */
export async function linkedPurchase(
  { db }: Pick<Deps, 'db'>,
  kind: PurchaseLinkKind,
  key: string,
): Promise<PurchaseJourneyRow> {
  const journey = await findLinked(db, kind, sha256(key))
  if (!journey || !OPEN[kind].includes(journey.status)) throw notFound()
  return journey
}

/**
 * The car of a shared page: copied field by field, so that nothing about its buyer is ever among it.
 *
 * @throws {ApiProblem} 404 as {@link linkedPurchase}.
 */
export async function sharedOrder(deps: Deps, key: string): Promise<SharedOrder> {
  const journey = await linkedPurchase(deps, 'shared', key)
  const { quote } = (await findQuote(deps.db, journey.current_quote_id))!
  const { modelName, variantName, colourName } = quote.vehicle
  const { delivery } = await deliveryOf(deps.db, journey)
  return {
    modelName,
    variantName,
    colourName,
    colourCode: quote.request.colourCode!,
    kdcd: quote.request.kdcd,
    stage: journey.status === 'COMPLETE' ? 'HANDED_OVER' : (delivery.status ?? 'IN_STOCK'),
    weeks: weeksUntil(aucklandDay(deps.now()), delivery.estimate),
  }
}
