import type { Invitation } from '#lib/people/shapes.ts'
import { PEOPLE_MAY } from '#lib/people/rules.ts'
import { emailKey } from '#lib/shared/email.ts'
import { getCustomerLogin, lockCustomer } from '#server/customers/queries.ts'
import type { Deps } from '#server/deps.ts'
import { findJourney, lockJourney } from '#server/journeys/queries.ts'
import { sha256 } from '#server/platform/crypto/hash.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { findQuote } from '#server/quotes/queries.ts'
import { noteEvent } from './events.ts'
import { findInvited, updatePerson } from './queries.ts'
import type { PurchasePersonRow } from './tables.ts'
import { tellBuyer } from './tell.ts'

/** The invitation of a link, while it can be accepted or was. */
async function invitedBy(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  key: string,
): Promise<PurchasePersonRow> {
  const person = await findInvited(db, sha256(key))
  if (!person) throw notFound()
  const isOpen = person.accepted_at !== null || person.expires_at > now().toISOString()
  if (!isOpen) throw notFound()
  return person
}

/** @throws {ApiProblem} 404 for a link that was never given, has ended, was sent again or withdrawn. */
export async function getInvitation(deps: Deps, key: string): Promise<Invitation> {
  const person = await invitedBy(deps, key)
  const journey = await findJourney(deps.db, person.purchase_journey_id)
  if (!journey || !PEOPLE_MAY[journey.status].canInvite) throw notFound()
  const { quote } = (await findQuote(deps.db, journey.current_quote_id))!
  const { modelName, variantName, colourName } = quote.vehicle
  return {
    role: person.role,
    modelName,
    variantName,
    colourName,
    colourCode: quote.request.colourCode!,
    kdcd: quote.request.kdcd,
    ends: person.expires_at,
  }
}

/**
 * Accepts an invitation with the account of the invited address, which it has proved. Idempotent for that account.
 *
 * @throws {ApiProblem} 404 as {@link getInvitation}, 409 for another account.
 */
export async function acceptInvitation(
  deps: Deps,
  actor: Actor,
  key: string,
): Promise<{ sharedPurchaseId: string }> {
  if (actor.type !== 'CUSTOMER') throw notFound()
  const { purchase_journey_id: id } = await invitedBy(deps, key)
  return transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    if (!journey) throw notFound()
    // Withdrawn or sent again since it was read.
    const person = await invitedBy({ ...deps, db: trx }, key)
    const shared = { sharedPurchaseId: person.person_id }
    if (person.customer_id === actor.customerId) return shared
    await lockCustomer(trx, actor.customerId)
    const login = await getCustomerLogin(trx, actor.customerId)
    const isInvited = login.status === 'ACTIVE' && emailKey(login.email) === person.email_key
    if (!isInvited || person.customer_id !== null || journey.customer_id === actor.customerId)
      throw conflict(
        'This invitation is for another email address. Sign in with the address it was sent to.',
      )
    if (!PEOPLE_MAY[journey.status].canInvite) throw notFound()
    await updatePerson(trx, person.person_id, {
      customer_id: actor.customerId,
      accepted_at: deps.now().toISOString(),
    })
    await noteEvent(deps, trx, person, actor, 'JOINED')
    await tellBuyer(deps, trx, journey, { ...person, customer_id: actor.customerId }, 'JOINED')
    return shared
  })
}
