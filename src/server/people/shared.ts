import { isLease } from '#lib/payments/pay-options.ts'
import type { PersonAnswer } from '#lib/people/forms.ts'
import type { SharedPurchase, SharedPurchaseLine } from '#lib/people/shapes.ts'
import { isOver, PEOPLE_MAY, readableUntil } from '#lib/people/rules.ts'
import { paymentFacts } from '#lib/payments/deal-sums.ts'
import { lockCustomer } from '#server/customers/queries.ts'
import type { Db, Trx } from '#server/database.ts'
import { deliveryToShow } from '#server/delivery/purchase-delivery.ts'
import type { Deps } from '#server/deps.ts'
import { findDeal, findDeals, payFacts, type Deal } from '#server/journeys/deal.ts'
import { findJourney, lockJourney } from '#server/journeys/queries.ts'
import { referenceOf } from '#server/journeys/references.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { spendOfNetwork } from '#server/platform/http/network-budgets.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { spendDaily } from '#server/platform/http/daily-limits.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { noteEvent } from './events.ts'
import {
  findPerson,
  lastEventAt,
  listPartsOf,
  listPeople,
  listSignatures,
  updatePerson,
} from './queries.ts'
import type { PurchasePersonRow } from './tables.ts'
import { endPart, type By } from './people.ts'
import { tellBuyer, tellPeople } from './tell.ts'
import { eventsOf, nameOfBuyer, priceMark, signsAgreement, stateOf } from './view.ts'

/** A purchase, with the person through whom it is read. */
export interface Part {
  person: PurchasePersonRow
  journey: PurchaseJourneyRow
}

/** The end of a purchase, and until when its people can read it; `null` while it goes on. */
async function readable(db: Db, journey: PurchaseJourneyRow): Promise<string | null> {
  if (!isOver(journey.status)) return null
  const endedAt = await lastEventAt(db, journey.purchase_journey_id)
  return readableUntil(journey.status, endedAt ?? journey.last_activity_at)
}

/**
 * The purchase of a person who was invited and has accepted. The call was authorised before; this check is the second
 * defence.
 *
 * @throws {ApiProblem} 404 for one that is missing, another's, withdrawn, or over for thirty days.
 */
export async function visiblePart(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  actor: Actor,
  personId: string,
  find: typeof findJourney = findJourney,
): Promise<Part> {
  const seen = await findPerson(db, personId)
  if (actor.type !== 'CUSTOMER' || seen?.customer_id !== actor.customerId) throw notFound()
  const journey = await find(db, seen.purchase_journey_id)
  // Withdrawn while the purchase was waited for.
  const person = await findPerson(db, personId)
  if (!journey || person?.ended_at !== null) throw notFound()
  const until = await readable(db, journey)
  if (until !== null && until <= now().toISOString()) throw notFound()
  return { person, journey }
}

/** As {@link visiblePart}, with the purchase locked for the rest of the transaction. */
export const lockVisiblePart = (
  deps: Pick<Deps, 'now'>,
  trx: Trx,
  actor: Actor,
  personId: string,
): Promise<Part> => visiblePart(deps, trx, actor, personId, lockJourney)

/** The purchases that others share with a customer. */
export async function listSharedPurchases(
  deps: Deps,
  customerId: number,
): Promise<{ sharedPurchases: SharedPurchaseLine[] }> {
  const { db, now } = deps
  const lines: SharedPurchaseLine[] = []
  for (const person of await listPartsOf(db, customerId)) {
    const journey = await findJourney(db, person.purchase_journey_id)
    const until = journey && (await readable(db, journey))
    if (!journey || (until !== null && until <= now().toISOString())) continue
    const [deal] = await findDeals(db, [journey])
    if (deal) lines.push(await lineOf(deps, db, { person, journey }, deal))
  }
  return { sharedPurchases: lines }
}

const lineOf = async (
  deps: Deps,
  db: Db,
  { person, journey }: Part,
  deal: Deal,
): Promise<SharedPurchaseLine> => {
  const { currentQuote: quote } = deal
  return {
    sharedPurchaseId: person.person_id,
    role: person.role,
    state: stateOf(person, deps, priceMark(deal)),
    buyerName: await nameOfBuyer(db, journey),
    status: journey.status,
    vehicle: quote.vehicle,
    colourCode: quote.request.colourCode!,
    driveAwayCents: quote.totals.driveAwayCents,
  }
}

/** Copied field by field: see {@link SharedPurchase}. */
export async function sharedPurchaseOf(deps: Deps, db: Db, part: Part): Promise<SharedPurchase> {
  const { person, journey } = part
  const deal = await findDeal(db, journey)
  const { currentQuote: quote } = deal
  const mark = priceMark(deal)
  const may = PEOPLE_MAY[journey.status]
  const money = paymentFacts(payFacts(deal))
  const delivery = await deliveryToShow(deps, db, journey, quote)
  const outlet = deps.catalogue.dealers.find(({ outletCode }) => outletCode === journey.outlet_code)
  const people = await listPeople(db, journey.purchase_journey_id)
  return {
    ...(await lineOf(deps, db, part, deal)),
    reference: referenceOf(deps, journey),
    priceMark: mark,
    payOption: quote.payOption,
    payName:
      deps.catalogue.financeProducts.find(({ payOption }) => payOption === quote.payOption)?.name ??
      quote.payOption,
    ...(isLease(quote.payOption) && { annualKm: quote.request.finance?.annualKm }),
    lines: quote.lines,
    totals: quote.totals,
    finance: quote.finance,
    money: {
      depositCents: money.depositCents,
      balanceCents: money.balanceCents,
      paidCents: money.paidCents,
      ...(money.tradeInCents !== undefined && { tradeInCents: money.tradeInCents }),
    },
    ...(delivery !== undefined && { delivery }),
    deliveryStatus: journey.delivery_status,
    outletName: outlet?.name ?? null,
    others: people
      .filter(({ person_id }) => person_id !== person.person_id)
      .map((other) => ({ name: other.name, role: other.role, state: stateOf(other, deps, mark) })),
    events: await eventsOf(deps, db, journey, `customer:${person.customer_id}`),
    canComment: may.canComment,
    canAnswer: may.canAnswer,
    agreement: await agreementFor(db, part),
    readableUntil: await readable(db, journey),
  }
}

async function agreementFor(
  db: Db,
  { person, journey }: Part,
): Promise<SharedPurchase['agreement']> {
  if (!signsAgreement(person) || journey.agreement_id === null) return null
  const signatures = await listSignatures(db, journey.agreement_id)
  if (signatures.some(({ person_id }) => person_id === person.person_id)) return 'SIGNED'
  return PEOPLE_MAY[journey.status].canSign ? 'TO_SIGN' : 'NOT_SIGNED'
}

/** @throws {ApiProblem} 404 as {@link visiblePart}. */
export const getSharedPurchase = async (
  deps: Deps,
  actor: Actor,
  personId: string,
): Promise<SharedPurchase> =>
  sharedPurchaseOf(deps, deps.db, await visiblePart(deps, deps.db, actor, personId))

/** Ends one's own part, which the buyer is told. @throws {ApiProblem} 404. */
export const leaveShared = (deps: Deps, actor: Actor, personId: string): Promise<void> =>
  transact(deps, async (trx) => {
    const { person, journey } = await lockVisiblePart(deps, trx, actor, personId)
    await endPart(deps, trx, person, actor, 'LEFT')
    await tellBuyer(deps, trx, journey, person, 'LEFT')
  })

/** @throws {ApiProblem} 404, 409 once the purchase is over, 429. */
export const commentOnShared = (
  deps: Deps,
  by: By,
  personId: string,
  text: string,
): Promise<SharedPurchase> =>
  transact(deps, async (trx) => {
    const { actor, effectId } = by
    const part = await lockVisiblePart(deps, trx, actor, personId)
    const { person, journey } = part
    await lockCustomer(trx, person.customer_id!)
    if (!PEOPLE_MAY[journey.status].canComment)
      throw conflict('This purchase is over, so you can’t comment any more.')
    if (await noteEvent(deps, trx, person, actor, 'COMMENT', { eventId: effectId, text })) {
      await spendDaily(deps, trx, 'LIMIT_PURCHASE_COMMENTS_PER_DAY', personId)
      await spendOfNetwork(deps, trx, 'comments', by)
      await tellBuyer(deps, trx, journey, person, 'COMMENT')
      const others = await listPeople(trx, journey.purchase_journey_id)
      await tellPeople(
        deps,
        trx,
        journey,
        others.filter(({ person_id }) => person_id !== personId),
        person.customer_id,
        'COMMENT',
      )
    }
    return sharedPurchaseOf(deps, trx, part)
  })

/**
 * Approves a purchase at the price that was read, or asks for a change. Idempotent.
 *
 * @throws {ApiProblem} 404, 409 once the purchase is confirmed, or where another price was read; 429.
 */
export const answerShared = (
  deps: Deps,
  by: By,
  personId: string,
  given: PersonAnswer,
): Promise<SharedPurchase> =>
  transact(deps, async (trx) => {
    const { actor, effectId } = by
    const part = await lockVisiblePart(deps, trx, actor, personId)
    const { person, journey } = part
    await lockCustomer(trx, person.customer_id!)
    const deal = await findDeal(trx, journey)
    const { answer, priceMark: mark } = given
    const current = priceMark(deal)
    const isSame = answer === 'APPROVED' && stateOf(person, deps, mark) === 'APPROVED'
    if (isSame && mark === current) return sharedPurchaseOf(deps, trx, part)
    if (!PEOPLE_MAY[journey.status].canAnswer)
      throw conflict('This purchase is already confirmed, so it no longer needs your answer.')
    if (mark !== current)
      throw conflict('The car or its price has changed. Please check it again before you answer.')
    const isNew = await noteEvent(deps, trx, person, actor, answer, {
      eventId: effectId,
      text: given.answer === 'CHANGE' ? given.text : null,
      // A lease is approved by its payments, of which this is no sum.
      cents:
        answer === 'APPROVED' && !isLease(deal.currentQuote.payOption)
          ? deal.currentQuote.totals.driveAwayCents
          : null,
    })
    if (!isNew) return sharedPurchaseOf(deps, trx, part)
    await spendDaily(deps, trx, 'LIMIT_PURCHASE_COMMENTS_PER_DAY', personId)
    await spendOfNetwork(deps, trx, 'comments', by)
    const change = { answer, answered_mark: mark, is_told: 0 }
    await updatePerson(trx, personId, change)
    await tellBuyer(deps, trx, journey, person, answer)
    return sharedPurchaseOf(deps, trx, { journey, person: { ...person, ...change } })
  })
