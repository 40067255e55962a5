import type { Insertable } from 'kysely'
import type { Db } from '#server/database.ts'
import type { PurchaseNoteTable } from './tables.ts'

/** Stores a note once for an id. */
export const insertNote = async (db: Db, note: Insertable<PurchaseNoteTable>): Promise<void> => {
  await db
    .insertInto('purchase_note')
    .values(note)
    .onConflict((conflict) => conflict.column('note_id').doNothing())
    .execute()
}

export const hasNote = async (db: Db, noteId: string): Promise<boolean> =>
  (await db
    .selectFrom('purchase_note')
    .select('note_id')
    .where('note_id', '=', noteId)
    .executeTakeFirst()) !== undefined

/** The notes of a purchase, in order. */
export const listNotes = (db: Db, purchaseJourneyId: string) =>
  db
    .selectFrom('purchase_note')
    .selectAll()
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .orderBy('at')
    .orderBy('note_id')
    .execute()

/** The status changes of a purchase, in order. */
export const listEvents = (db: Db, purchaseJourneyId: string) =>
  db
    .selectFrom('journey_event')
    .select(['at', 'actor', 'event'])
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .orderBy('id')
    .execute()

/** Deletes the notes on a customer’s purchases. */
export const eraseNotes = async (trx: Db, customerId: number): Promise<void> => {
  await trx
    .deleteFrom('purchase_note')
    .where('purchase_journey_id', 'in', (eb) =>
      eb
        .selectFrom('purchase_journey')
        .select('purchase_journey_id')
        .where('customer_id', '=', customerId),
    )
    .execute()
}
