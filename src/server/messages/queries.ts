import type { Message } from '#lib/customers/shapes.ts'
import { emailKey } from '#lib/shared/email.ts'
import type { Db } from '#server/database.ts'
import type { MessageRow } from './tables.ts'
import { olderThan, type Cursor } from '#server/platform/database/cursor.ts'

/** @returns Whether it is new: a message is stored once. */
export const insertMessage = async (db: Db, message: MessageRow): Promise<boolean> =>
  (await db
    .insertInto('message')
    .values(message)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .returning('message_id')
    .executeTakeFirst()) !== undefined

/** Messages with the account of their address and the name of the staff who dealt with them. */
const messages = (db: Db) =>
  db
    .selectFrom('message')
    .leftJoin('customer', 'customer.email_key', 'message.email_key')
    .leftJoin('staff', 'staff.id', 'message.done_by')
    .selectAll('message')
    .select(['customer.id as customer_id', 'staff.first_name', 'staff.last_name'])

type Found = Awaited<ReturnType<ReturnType<typeof messages>['execute']>>[number]

/** A message with codes, for which the catalogue has the names. */
export type StoredMessage = Omit<Message, 'model' | 'dealer'> & {
  modelCode: string | null
  outletCode: string | null
}

const toMessage = (row: Found): StoredMessage => ({
  messageId: row.message_id,
  kind: row.kind,
  name: row.name,
  email: row.email,
  phone: row.phone,
  message: row.message,
  modelCode: row.model_code,
  outletCode: row.outlet_code,
  wished: row.wished_day && row.wished_time ? { day: row.wished_day, time: row.wished_time } : null,
  customerId: row.customer_id,
  created: row.created_at,
  done: row.done_at === null ? null : { at: row.done_at, by: `${row.first_name} ${row.last_name}` },
})

export const findMessage = async (db: Db, messageId: string): Promise<StoredMessage | null> => {
  const row = await messages(db).where('message_id', '=', messageId).executeTakeFirst()
  return row ? toMessage(row) : null
}

/** Messages, newest first: those still to do by when they came, those done with by when that was. */
export const listMessages = async (
  db: Db,
  { isDone, after, most }: { isDone: boolean; after: Cursor | null; most: number },
): Promise<StoredMessage[]> => {
  const at = isDone ? 'message.done_at' : 'message.created_at'
  let query = messages(db).where('message.done_at', isDone ? 'is not' : 'is', null)
  if (after) query = query.where(olderThan(at, 'message.message_id', after))
  const rows = await query
    .orderBy(at, 'desc')
    .orderBy('message.message_id', 'desc')
    .limit(most)
    .execute()
  return rows.map(toMessage)
}

/** The messages from an address, newest first, without the staff who dealt with them. */
export const listMessagesFrom = (db: Db, address: string) =>
  db
    .selectFrom('message')
    .select(['kind', 'name', 'phone', 'message', 'model_code as modelCode'])
    .select(['outlet_code as outletCode', 'wished_day as wishedDay', 'wished_time as wishedTime'])
    .select(['created_at as created', 'done_at as doneAt'])
    .where('email_key', '=', emailKey(address))
    .orderBy('created_at', 'desc')
    .orderBy('message_id')
    .execute()

/** Stores who dealt with a message and when; `null` for no one. An earlier record stays. */
/** Follows a person to a new address, so that the messages go with the account. */
export const moveMessages = async (db: Db, from: string, email: string): Promise<void> => {
  await db
    .updateTable('message')
    .set({ email, email_key: emailKey(email) })
    .where('email_key', '=', emailKey(from))
    .execute()
}

export const updateMessageDone = async (
  db: Db,
  messageId: string,
  done: { at: string; staffId: number } | null,
): Promise<void> => {
  await db
    .updateTable('message')
    .set({ done_at: done?.at ?? null, done_by: done?.staffId ?? null })
    .where('message_id', '=', messageId)
    .where('done_at', done ? 'is' : 'is not', null)
    .execute()
}
