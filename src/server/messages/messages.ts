import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'
import type { z } from '#lib/shared/zod.ts'
import type * as calls from '#lib/messages/calls.ts'
import type { Message } from '#lib/customers/shapes.ts'
import { emailKey } from '#lib/shared/email.ts'
import {
  findMessage,
  insertMessage,
  listMessages as listRows,
  updateMessageDone,
  type StoredMessage,
} from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { messageMail } from './mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { formatCursor, pageOf, parseCursor } from '#server/platform/database/pages.ts'

/** Stores a visitor's message and mails it to the brand: both or neither, and once for an id. */
export const leaveMessage = (
  deps: Deps,
  { name, email, message }: z.output<typeof calls.leaveMessage.body>,
  messageId = deps.newId(),
  by?: Caller,
): Promise<void> =>
  transact(deps, async (trx) => {
    const isNew = await insertMessage(trx, {
      message_id: messageId,
      kind: 'MESSAGE',
      name,
      email,
      email_key: emailKey(email),
      phone: null,
      message,
      model_code: null,
      outlet_code: null,
      wished_day: null,
      wished_time: null,
      created_at: deps.now().toISOString(),
      done_at: null,
      done_by: null,
    })
    if (!isNew) return
    if (by) await spendOfNetwork(deps, trx, 'messages', by)
    await enqueueMail(deps, trx, messageMail(deps, { name, email, message }))
  })

/** A page of visitors' messages. */
export async function listMessages(
  deps: Deps,
  { show, limit, cursor }: z.output<typeof calls.listMessages.query>,
) {
  const isDone = show === 'done'
  const { items, nextCursor } = await pageOf(
    limit,
    (most) => listRows(deps.db, { isDone, after: parseCursor(cursor), most }),
    ({ messageId, created, done }) => formatCursor(done?.at ?? created, messageId),
  )
  return { messages: items.map((message) => withNames(deps, message)), nextCursor }
}

/**
 * Marks a message as done, or as open again. The first member of staff to mark it stays recorded.
 *
 * @throws {ApiProblem} 404 when there is no such message.
 */
export async function updateMessage(
  deps: Deps,
  staffId: number,
  messageId: string,
  isDone: boolean,
): Promise<Message> {
  const { db, now } = deps
  await updateMessageDone(db, messageId, isDone ? { at: now().toISOString(), staffId } : null)
  const message = await findMessage(db, messageId)
  if (!message) throw notFound()
  return withNames(deps, message)
}

/** Adds names from the catalogue; a model or dealer that has left it shows its code. */
function withNames(
  { catalogue }: Deps,
  { modelCode, outletCode, ...message }: StoredMessage,
): Message {
  const model = catalogue.models.find(({ code }) => code === modelCode)
  const dealer = catalogue.dealers.find((one) => one.outletCode === outletCode)
  return {
    ...message,
    model: modelCode === null ? null : { code: modelCode, name: model?.name ?? modelCode },
    dealer: outletCode === null ? null : { outletCode, name: dealer?.name ?? outletCode },
  }
}
