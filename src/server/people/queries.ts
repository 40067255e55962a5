import type { PersonEventKind } from '#lib/people/shapes.ts'
import { emailKey } from '#lib/shared/email.ts'
import type { Db } from '#server/database.ts'
import { compiled } from '#server/platform/database/compiled.ts'
import type {
  AgreementSignatureRow,
  NewPersonEventRow,
  PurchasePersonEventRow,
  PurchasePersonRow,
} from './tables.ts'

/** Stores a person once for an id. One who is invited already, by the same address, is refused by the index. */
export const insertPerson = async (trx: Db, row: PurchasePersonRow): Promise<boolean> =>
  (await trx
    .insertInto('purchase_person')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .executeTakeFirst()) !== undefined

export const findPerson = async (db: Db, personId: string): Promise<PurchasePersonRow | null> =>
  (await db
    .selectFrom('purchase_person')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirst()) ?? null

/** The invitation of a link, unless it was withdrawn. */
export const findInvited = async (db: Db, keyHash: string): Promise<PurchasePersonRow | null> =>
  (await db
    .selectFrom('purchase_person')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) ?? null

/** The people of a purchase, in the order in which they were invited. */
export const listPeople = async (db: Db, purchaseJourneyId: string): Promise<PurchasePersonRow[]> =>
  (await peopleOf(db, { purchaseJourneyId })).rows

const peopleOf = compiled((db, { purchaseJourneyId }: { purchaseJourneyId: string }) =>
  db
    .selectFrom('purchase_person')
    .selectAll()
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .where('ended_at', 'is', null)
    .orderBy('invited_at')
    .orderBy('person_id'),
)

/** Everyone who was ever invited to a purchase. */
export const listAllPeople = (db: Db, purchaseJourneyId: string): Promise<PurchasePersonRow[]> =>
  db
    .selectFrom('purchase_person')
    .selectAll()
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .orderBy('invited_at')
    .orderBy('person_id')
    .execute()

/** The purchases that others share with a customer, newest first. */
export const listPartsOf = (db: Db, customerId: number): Promise<PurchasePersonRow[]> =>
  db
    .selectFrom('purchase_person')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .orderBy('accepted_at', 'desc')
    .orderBy('person_id')
    .limit(50)
    .execute()

export const updatePerson = async (
  trx: Db,
  personId: string,
  change: Partial<Omit<PurchasePersonRow, 'person_id'>>,
): Promise<void> => {
  await trx.updateTable('purchase_person').set(change).where('person_id', '=', personId).execute()
}

/** Stores an event once for an id. Returns whether it is new. */
export const insertPersonEvent = async (trx: Db, row: NewPersonEventRow): Promise<boolean> =>
  (await trx
    .insertInto('purchase_person_event')
    .values(row)
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst()) !== undefined

/** Kinds of events of which each has room of its own: none pushes the others out. */
const KINDS: readonly PersonEventKind[][] = [
  ['COMMENT'],
  ['CHANGE', 'OUTDATED'],
  ['INVITED', 'SENT_AGAIN', 'REMOVED', 'LEFT'],
  ['JOINED', 'APPROVED', 'SIGNED'],
]

/** What the people of a purchase did and said: the newest of each group of kinds, in order. */
export const listPersonEvents = async (
  db: Db,
  purchaseJourneyId: string,
  most: number,
): Promise<PurchasePersonEventRow[]> => {
  const rows = []
  for (const kinds of KINDS)
    rows.push(
      ...(await db
        .selectFrom('purchase_person_event')
        .selectAll()
        .where('purchase_journey_id', '=', purchaseJourneyId)
        .where('kind', 'in', kinds)
        .orderBy('id', 'desc')
        .limit(most)
        .execute()),
    )
  return rows.sort((a, b) => a.id - b.id)
}

/** The last change of a purchase's status. */
export const lastEventAt = async (db: Db, purchaseJourneyId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('journey_event')
    .select((event) => event.fn.max('at').as('at'))
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .executeTakeFirst()
  return row?.at ?? null
}

/** People whose answer was to another price, perhaps: of purchases that were changed in a time. */
export const answeredOf = (
  db: Db,
  { after, before }: { after: string; before: string },
  most: number,
): Promise<{ person_id: string; purchase_journey_id: string }[]> =>
  db
    .selectFrom('purchase_journey')
    .innerJoin(
      'purchase_person',
      'purchase_person.purchase_journey_id',
      'purchase_journey.purchase_journey_id',
    )
    .select(['person_id', 'purchase_journey.purchase_journey_id'])
    .where('status', '=', 'STARTED')
    .where('last_activity_at', '>', after)
    .where('last_activity_at', '<=', before)
    .where('answer', 'is not', null)
    .where('is_told', '=', 0)
    .where('ended_at', 'is', null)
    .orderBy('last_activity_at', 'desc')
    .limit(most)
    .execute()

/** Stores a signature once. Returns whether it is new. */
export const insertSignature = async (trx: Db, row: AgreementSignatureRow): Promise<boolean> =>
  (await trx
    .insertInto('agreement_signature')
    .values(row)
    .onConflict((conflict) => conflict.columns(['agreement_id', 'person_id']).doNothing())
    .returning('person_id')
    .executeTakeFirst()) !== undefined

/** The signatures of joint buyers below an agreement, in order. */
export const listSignatures = (db: Db, agreementId: string): Promise<AgreementSignatureRow[]> =>
  db
    .selectFrom('agreement_signature')
    .selectAll()
    .where('agreement_id', '=', agreementId)
    .orderBy('signed_at')
    .orderBy('person_id')
    .execute()

/** Everything that a customer was invited to: accepted, withdrawn or not, and what waits for their address. */
export const listEveryPartOf = async (
  db: Db,
  customerId: number,
  email: string,
): Promise<PurchasePersonRow[]> => {
  const parts = db.selectFrom('purchase_person').selectAll()
  const accepted = await parts
    .where('customer_id', '=', customerId)
    .orderBy('accepted_at')
    .orderBy('person_id')
    .execute()
  const waiting = await parts
    .where('email_key', '=', emailKey(email))
    .where('accepted_at', 'is', null)
    .execute()
  return [...accepted, ...waiting]
}

/** What one person did and said, in order. */
export const listEventsBy = (
  db: Db,
  personId: string,
  actor: string,
): Promise<PurchasePersonEventRow[]> =>
  db
    .selectFrom('purchase_person_event')
    .selectAll()
    .where('person_id', '=', personId)
    .where('actor', '=', actor)
    .orderBy('id')
    .execute()

/** @param actor As in `signed_by`. */
export const listSignaturesBy = (db: Db, actor: string): Promise<AgreementSignatureRow[]> =>
  db
    .selectFrom('agreement_signature')
    .selectAll()
    .where('signed_by', '=', actor)
    .orderBy('signed_at')
    .orderBy('person_id')
    .execute()

/** Deletes invitations that were never accepted and ended before a time. */
export const deleteUnacceptedBefore = async (db: Db, before: string): Promise<void> => {
  await db
    .deleteFrom('purchase_person')
    .where('accepted_at', 'is', null)
    .where('expires_at', '<', before)
    .execute()
}

/**
 * Takes a customer out of the people of purchases: those they invited go with all that was said. Of those they were
 * invited to, their comments, name and address go; that they approved or signed stays with the purchase.
 */
export const erasePeople = async (
  trx: Db,
  customerId: number,
  email: string,
  at: string,
): Promise<void> => {
  await trx
    .deleteFrom('purchase_person')
    .where('email_key', '=', emailKey(email))
    .where('accepted_at', 'is', null)
    .execute()
  await trx
    .deleteFrom('purchase_person_event')
    .where('purchase_journey_id', 'in', (eb) =>
      eb
        .selectFrom('purchase_journey')
        .select('purchase_journey_id')
        .where('customer_id', '=', customerId),
    )
    .execute()
  await trx
    .deleteFrom('purchase_person')
    .where('purchase_journey_id', 'in', (eb) =>
      eb
        .selectFrom('purchase_journey')
        .select('purchase_journey_id')
        .where('customer_id', '=', customerId),
    )
    .execute()
  const parts = await trx
    .selectFrom('purchase_person')
    .select(['person_id', 'ended_at'])
    .where('customer_id', '=', customerId)
    .execute()
  for (const { person_id, ended_at } of parts) {
    await trx
      .deleteFrom('purchase_person_event')
      .where('person_id', '=', person_id)
      .where('kind', '=', 'COMMENT')
      .execute()
    await trx
      .updateTable('purchase_person_event')
      .set({ text: null })
      .where('person_id', '=', person_id)
      .execute()
    await updatePerson(trx, person_id, {
      name: 'Deleted person',
      email: '',
      email_key: person_id,
      ended_at: ended_at ?? at,
    })
  }
}
