import { createHmac } from 'node:crypto'
import type { NewPerson } from '#lib/people/forms.ts'
import type { People } from '#lib/people/shapes.ts'
import { INVITATION_DAYS, PEOPLE_MAY } from '#lib/people/rules.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { emailKey } from '#lib/shared/email.ts'
import { getCustomerLogin } from '#server/customers/queries.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { lockVisibleJourney, visibleJourney } from '#server/journeys/access.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { sha256 } from '#server/platform/crypto/hash.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'
import {
  ApiProblem,
  conflict,
  fieldError,
  invalid,
  notFound,
  tooMany,
} from '#server/platform/http/api-problem.ts'
import { spendDaily } from '#server/platform/http/daily-limits.ts'
import { idOfNetwork, siteOf } from '#server/platform/http/network.ts'
import { secondsLeft, spendPoint } from '#server/platform/database/rate-counters.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { findQuote } from '#server/quotes/queries.ts'
import { mailboxKey } from '#server/sign-in/codes.ts'
import { invitationMail } from './mails.ts'
import { noteEvent } from './events.ts'
import { findPerson, insertPerson, insertPersonEvent, listPeople, updatePerson } from './queries.ts'
import { tellPeople } from './tell.ts'
import type { PurchasePersonRow } from './tables.ts'
import { peopleOf } from './view.ts'

/** Who calls, and the id of what the call creates. */
export interface By extends Caller {
  effectId: string
}

/** Who reads the people of a purchase: its buyer by name, staff as the brand. */
const readerOf = (actor: Actor): string | null =>
  actor.type === 'CUSTOMER' ? actorName(actor) : null

/** 256 bits derived from the person’s id: the database holds its hash only, and a repeated call makes the same. */
export const invitationKeyOf = (
  { keys }: Pick<Deps, 'keys'>,
  { person_id, sent }: Pick<PurchasePersonRow, 'person_id' | 'sent'>,
): string =>
  createHmac('sha256', keys.purchaseLink)
    .update(`invitation ${person_id} ${sent}`)
    .digest('base64url')

/** @throws {ApiProblem} 404. */
export async function getPeople(deps: Deps, actor: Actor, id: string): Promise<People> {
  const journey = await visibleJourney(deps.db, actor, id)
  return peopleOf(deps, deps.db, journey, readerOf(actor))
}

/**
 * Invites a person by email.
 *
 * @throws {ApiProblem} 400 for the buyer's own address, 404, 409 for an address that is invited already, beyond the most
 *   people, or once the purchase is over; 429.
 */
export const invitePerson = (
  deps: Deps,
  by: By,
  id: string,
  { name, email, role }: NewPerson,
): Promise<People> =>
  transact(deps, async (trx) => {
    const { actor, effectId } = by
    const journey = await lockVisibleJourney(trx, actor, id)
    const reader = readerOf(actor)
    // Invited by an earlier attempt of this request.
    if (await findPerson(trx, effectId)) return peopleOf(deps, trx, journey, reader)
    if (!PEOPLE_MAY[journey.status].canInvite) throw over()
    const { email: own } = await getCustomerLogin(trx, journey.customer_id)
    if (emailKey(own) === emailKey(email))
      throw invalid([fieldError('email', 'is your own. Enter the other person’s address')])
    const most = deps.settings.limits.LIMIT_PURCHASE_PEOPLE
    if ((await listPeople(trx, id)).length >= most)
      throw new ApiProblem(
        409,
        'Conflict',
        `You can invite up to ${most} ${most === 1 ? 'person' : 'people'} to a purchase. Withdraw an invitation first.`,
      )
    const now = deps.now()
    const person: PurchasePersonRow = {
      person_id: effectId,
      purchase_journey_id: id,
      role,
      name,
      email,
      email_key: emailKey(email),
      sent: 1,
      key_hash: sha256(invitationKeyOf(deps, { person_id: effectId, sent: 1 })),
      invited_at: now.toISOString(),
      expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
      customer_id: null,
      accepted_at: null,
      answer: null,
      answered_mark: null,
      is_told: 0,
      ended_at: null,
    }
    if (!(await insertPerson(trx, person)))
      throw conflict('You have already invited this address. You can send the invitation again.')
    await sendInvitation(deps, trx, journey, person, by)
    await noteEvent(deps, trx, person, actor, 'INVITED')
    return peopleOf(deps, trx, journey, reader)
  })

const over = () =>
  conflict('This purchase is over, so you can’t invite anyone or comment any more.')

/**
 * Emails an invitation that is not accepted again, with another link.
 *
 * @throws {ApiProblem} 404, 409 once it is accepted or the purchase is over; 429.
 */
export const sendInvitationAgain = (
  deps: Deps,
  by: By,
  { id, personId }: { id: string; personId: string },
): Promise<People> =>
  transact(deps, async (trx) => {
    const { actor, effectId } = by
    const journey = await lockVisibleJourney(trx, actor, id)
    const person = await personIn(trx, id, personId)
    if (!PEOPLE_MAY[journey.status].canInvite) throw over()
    if (person.accepted_at !== null)
      throw conflict(`${person.name} has already accepted your invitation.`)
    const isNew = await noteEvent(deps, trx, person, actor, 'SENT_AGAIN', { eventId: effectId })
    if (isNew) {
      const sent = person.sent + 1
      const change = {
        sent,
        key_hash: sha256(invitationKeyOf(deps, { person_id: personId, sent })),
        expires_at: new Date(deps.now().getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
      }
      await updatePerson(trx, personId, change)
      await sendInvitation(deps, trx, journey, { ...person, ...change }, by)
    }
    return peopleOf(deps, trx, journey, readerOf(actor))
  })

/**
 * Counts an invitation to an address, however many accounts invite it. The first of a network is sent whatever others
 * have sent: they don't keep a buyer from inviting their partner.
 *
 * @throws {ApiProblem} 429
 */
async function countForAddress(deps: Deps, trx: Trx, subject: string, { ip }: Caller) {
  const now = deps.now()
  const { LIMIT_INVITATIONS_TO_ONE_PER_DAY: ofOne, LIMIT_INVITATIONS_PER_DAY: ofAll } =
    deps.settings.limits
  const network = idOfNetwork(deps.keys, siteOf(ip), now)
  const fromNetwork = await spendPoint(trx, `invitations:${network} to ${subject}`, DAY_MS, now)
  const all = await spendPoint(trx, `invitations to ${subject}`, DAY_MS, now)
  if (fromNetwork > 2 * ofOne || (fromNetwork > 1 && all > ofAll))
    throw tooMany(
      secondsLeft(DAY_MS, now),
      'This address has had many invitations today. Please try again tomorrow, or call us.',
    )
}

async function sendInvitation(
  deps: Deps,
  trx: Trx,
  { customer_id, current_quote_id }: PurchaseJourneyRow,
  person: PurchasePersonRow,
  by: Caller,
): Promise<void> {
  await spendDaily(deps, trx, 'LIMIT_INVITATIONS_PER_DAY', customer_id)
  const subject = mailboxKey(deps.keys, person.email)
  // No one alone uses up the invitations of an address, however many accounts they have.
  await spendDaily(
    deps,
    trx,
    'LIMIT_INVITATIONS_TO_ONE_PER_DAY',
    `${customer_id} to ${subject}`,
    'You’ve sent today’s invitations to this address. Please try again tomorrow, or call us.',
  )
  await countForAddress(deps, trx, subject, by)
  await spendOfNetwork(deps, trx, 'invitations', by)
  const { quote } = (await findQuote(trx, current_quote_id))!
  const mail = invitationMail(deps, {
    to: person.email,
    role: person.role,
    modelName: quote.vehicle.modelName,
    key: invitationKeyOf(deps, person),
    ends: person.expires_at,
  })
  // Without its email an invitation is nothing.
  if (!(await enqueueMail(deps, trx, mail, { customerId: customer_id })))
    throw tooMany(
      secondsLeft(DAY_MS, deps.now()),
      'You’ve reached today’s limit for emails. Please try again tomorrow, or call us.',
    )
}

/**
 * Withdraws an invitation: access ends at once. Idempotent.
 *
 * @throws {ApiProblem} 404.
 */
export const removePerson = (
  deps: Deps,
  actor: Actor,
  { id, personId }: { id: string; personId: string },
): Promise<People> =>
  transact(deps, async (trx) => {
    const journey = await lockVisibleJourney(trx, actor, id)
    const person = await findPerson(trx, personId)
    if (person?.purchase_journey_id !== id) throw notFound()
    if (person.ended_at === null) await endPart(deps, trx, person, actor, 'REMOVED')
    return peopleOf(deps, trx, journey, readerOf(actor))
  })

/** Ends a person's part in a purchase: access ends at once. */
export async function endPart(
  deps: Deps,
  trx: Trx,
  person: PurchasePersonRow,
  actor: Actor,
  how: 'REMOVED' | 'LEFT',
): Promise<void> {
  const ended_at = deps.now().toISOString()
  // What was not accepted is kept for so long after it ends.
  const expires_at = ended_at < person.expires_at ? ended_at : person.expires_at
  await updatePerson(trx, person.person_id, { ended_at, expires_at })
  await noteEvent(deps, trx, person, actor, how)
}

async function personIn(trx: Trx, id: string, personId: string): Promise<PurchasePersonRow> {
  const person = await findPerson(trx, personId)
  if (person?.purchase_journey_id !== id || person.ended_at !== null) throw notFound()
  return person
}

/**
 * Adds a comment of the buyer.
 *
 * @throws {ApiProblem} 404, 409 once the purchase is over or nobody is invited; 429.
 */
export const addPurchaseComment = (deps: Deps, by: By, id: string, text: string): Promise<People> =>
  transact(deps, async (trx) => {
    const { actor, effectId } = by
    const journey = await lockVisibleJourney(trx, actor, id)
    if (!PEOPLE_MAY[journey.status].canComment) throw over()
    const people = await listPeople(trx, id)
    if (people.length === 0)
      throw conflict('You haven’t invited anyone to this purchase. Invite someone first.')
    const isNew = await insertPersonEvent(trx, {
      event_id: effectId,
      purchase_journey_id: id,
      person_id: null,
      kind: 'COMMENT',
      text,
      cents: null,
      actor: actorName(actor),
      at: deps.now().toISOString(),
    })
    if (isNew) {
      await spendDaily(deps, trx, 'LIMIT_PURCHASE_COMMENTS_PER_DAY', `${id} buyer`)
      await spendOfNetwork(deps, trx, 'comments', by)
      await tellPeople(deps, trx, journey, people, journey.customer_id, 'COMMENT')
    }
    return peopleOf(deps, trx, journey, readerOf(actor))
  })
