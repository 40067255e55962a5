import type { People, PersonEvent, PersonState } from '#lib/people/shapes.ts'
import {
  approvalRefusal,
  approvedAmount,
  PEOPLE_MAY,
  PERSON_ROLES,
  personState,
} from '#lib/people/rules.ts'
import { tradeInEquity } from '#lib/payments/pay-options.ts'
import { findCustomer } from '#server/customers/queries.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { findDeal, type Deal } from '#server/journeys/deal.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { conflict } from '#server/platform/http/api-problem.ts'
import { sha256 } from '#server/platform/crypto/hash.ts'
import { listAllPeople, listPeople, listPersonEvents, listSignatures } from './queries.ts'
import type { PurchasePersonRow } from './tables.ts'

const MOST_EVENTS = 200

/** Marks what people answer to as it is: another car, price, way to pay or trade-in has another mark. */
export function priceMark({
  currentQuote: { vehicle, lines, totals, finance, payOption },
  vehicles,
}: Pick<Deal, 'currentQuote' | 'vehicles'>): string {
  const equityCents = tradeInEquity(vehicles)
  return sha256(
    JSON.stringify({
      ...{ vehicle, lines, totals, finance, payOption },
      ...(equityCents !== 0 && { equityCents }),
    }),
  )
}

export const stateOf = (
  person: PurchasePersonRow,
  { now }: Pick<Deps, 'now'>,
  mark: string,
): PersonState =>
  personState(
    {
      isAccepted: person.accepted_at !== null,
      expiresAt: person.expires_at,
      answer: person.answer,
      answeredMark: person.answered_mark,
    },
    now().toISOString(),
    mark,
  )

/** Why a purchase cannot be confirmed at a price yet; `null` where no approval is missing. */
export async function approvalMissing(
  deps: Pick<Deps, 'now'>,
  db: Db,
  deal: Deal,
): Promise<string | null> {
  const people = await listPeople(db, deal.journey.purchase_journey_id)
  if (people.length === 0) return null
  const mark = priceMark(deal)
  return approvalRefusal(
    people.map((person) => ({ ...person, state: stateOf(person, deps, mark) })),
    approvedAmount(deal.currentQuote),
  )
}

/** @throws {ApiProblem} 409 while an approval of a purchase at a price is missing. */
export async function requireApproval(...purchase: Parameters<typeof approvalMissing>) {
  const refusal = await approvalMissing(...purchase)
  if (refusal) throw conflict(refusal)
}

export async function nameOfBuyer(db: Db, { customer_id }: PurchaseJourneyRow): Promise<string> {
  const { name } = (await findCustomer(db, customer_id))!
  return `${name.firstName} ${name.lastName}`.trim()
}

/**
 * What the people of a purchase did and said.
 *
 * @param reader Who reads it: `customer:7`; `null` for staff.
 */
export async function eventsOf(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
  reader: string | null,
  most = MOST_EVENTS,
): Promise<PersonEvent[]> {
  const { purchase_journey_id: id, customer_id } = journey
  const buyer = await nameOfBuyer(db, journey)
  const people = new Map((await listAllPeople(db, id)).map((row) => [row.person_id, row]))
  return (await listPersonEvents(db, id, most)).map((row) => {
    const person = row.person_id === null ? undefined : people.get(row.person_id)
    const isTheirs = person !== undefined && row.actor === `customer:${person.customer_id}`
    const isBuyers = row.actor === `customer:${customer_id}`
    return {
      eventId: row.event_id,
      at: row.at,
      kind: row.kind,
      by: isTheirs ? person.name : isBuyers ? buyer : deps.catalogue.brand.name,
      isOwn: row.actor === reader,
      about: isTheirs ? null : (person?.name ?? null),
      text: row.text,
      cents: row.cents,
    }
  })
}

/** The people of a purchase, as its buyer sees them, or staff where the reader is `null`. */
export async function peopleOf(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
  reader: string | null,
): Promise<People> {
  const deal = await findDeal(db, journey)
  const mark = priceMark(deal)
  const rows = await listPeople(db, journey.purchase_journey_id)
  const signatures = journey.agreement_id ? await listSignatures(db, journey.agreement_id) : []
  const { canInvite, canComment } = PEOPLE_MAY[journey.status]
  const most = deps.settings.limits.LIMIT_PURCHASE_PEOPLE
  const people = rows.map((row) => ({
    personId: row.person_id,
    name: row.name,
    email: row.email,
    role: row.role,
    state: stateOf(row, deps, mark),
    invitationEnds: row.accepted_at === null ? row.expires_at : null,
    signedAt: signatures.find(({ person_id }) => person_id === row.person_id)?.signed_at ?? null,
  }))
  return {
    people,
    events: await eventsOf(deps, db, journey, reader),
    most,
    canInvite: canInvite && people.length < most,
    canComment: canComment && people.length > 0,
    waitsFor:
      journey.status === 'STARTED'
        ? approvalRefusal(people, approvedAmount(deal.currentQuote))
        : null,
  }
}

export const signsAgreement = ({ role }: Pick<PurchasePersonRow, 'role'>): boolean =>
  PERSON_ROLES[role].signs
