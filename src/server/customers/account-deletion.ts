import type { listDeletions as listCall } from '#lib/customers/account-calls.ts'
import { ACCOUNT_DELETION_DAYS } from '#lib/shared/constants.ts'
import type { DeletionRequest } from '#lib/customers/account-shapes.ts'
import type { z } from '#lib/shared/zod.ts'
import {
  deleteDeletion,
  dueDeletions,
  heldUpCustomers,
  lockOpenPurchases,
  eraseCustomer,
  findDeletion,
  insertDeletion,
  waitingDeletions,
  withPurchaseUnderWay,
} from './deletion-queries.ts'
import { getCustomerLogin, lockCustomer, lockForNewEmail } from './queries.ts'
import { namesOfCustomers } from '#server/staff/work-list-queries.ts'
import type { AccountDeletionRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/http/api-problem.ts'
import { forgetCodeFailures } from '#server/sign-in/code-checks.ts'
import { ownSession, reauthenticate, type AtOwnAccount } from '#server/sign-in/reauthenticate.ts'
import { requireOpenSession, sessionOf } from '#server/sign-in/sessions.ts'
import { eraseBookings } from '#server/service/queries.ts'
import { appendAudit } from '#server/staff/audit.ts'
import { processInBatches } from '#server/platform/database/batches.ts'
import { deletionRequestedMail, deletionWithdrawnMail } from './mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** More than ever wait at once. */
const MOST_LISTED = 200

export const toDeletion = (row: AccountDeletionRow): z.infer<typeof DeletionRequest> => ({
  requestedAt: row.requested_at,
  dueAt: row.due_at,
})

/**
 * Records a customer's request to delete the account, once they have reauthenticated. The account is deleted after two
 * weeks; until then they can withdraw. A repeated request returns the same.
 *
 * @throws {ApiProblem} 400 naming `currentPassword`, 401 where the session has ended meanwhile, 409 while a purchase is
 *   under way, 429 after too many wrong passwords.
 */
export async function requestDeletion(
  deps: Deps,
  caller: AtOwnAccount,
  currentPassword: string | undefined,
): Promise<z.infer<typeof DeletionRequest>> {
  const { customerId } = ownSession(caller.actor)
  const known = await findDeletion(deps.db, customerId)
  if (known) return toDeletion(known)
  const login = await getCustomerLogin(deps.db, customerId)
  await reauthenticate(deps, caller, login, currentPassword)

  const now = deps.now()
  const wish = {
    customer_id: customerId,
    requested_at: now.toISOString(),
    due_at: new Date(now.getTime() + ACCOUNT_DELETION_DAYS * DAY_MS).toISOString(),
  }
  return transact(deps, async (trx) => {
    // One that is just being confirmed is waited for, and then seen; one confirmed later cancels the wish.
    await lockOpenPurchases(trx, customerId)
    await requireOpenSession(trx, sessionOf(caller.actor))
    if ((await withPurchaseUnderWay(trx, [customerId])).has(customerId))
      throw conflict(
        'You have a purchase under way. You can delete your account once it’s complete or cancelled.',
      )
    const isNew = await insertDeletion(trx, wish)
    const { email: to, firstName } = login
    if (isNew)
      await enqueueMail(
        deps,
        trx,
        deletionRequestedMail(deps, { to, firstName, dueAt: wish.due_at }),
        { customerId },
      )
    return toDeletion((await findDeletion(trx, customerId))!)
  })
}

/**
 * Withdraws a request to delete the account, if there is one.
 *
 * @throws {ApiProblem} 404 where it has just been carried out.
 */
export async function withdrawDeletion(deps: Deps, { actor }: AtOwnAccount): Promise<void> {
  const { customerId } = ownSession(actor)
  const { email: to, firstName } = await getCustomerLogin(deps.db, customerId)
  await transact(deps, async (trx) => {
    // Not while it is being carried out.
    await lockCustomer(trx, customerId)
    if (await deleteDeletion(trx, customerId))
      await enqueueMail(deps, trx, deletionWithdrawnMail(deps, { to, firstName }), { customerId })
  })
}

/** The accounts that wait for their deletion, for staff. */
export async function listDeletions(deps: Deps): Promise<z.output<typeof listCall.answer>> {
  const waiting = await waitingDeletions(deps.db, MOST_LISTED)
  const ids = waiting.map(({ customer_id }) => customer_id)
  const heldUp = await heldUpCustomers(deps.db, ids)
  const names = await namesOfCustomers(deps.db, ids)
  return {
    deletions: waiting.map((row) => ({
      customerId: row.customer_id,
      customerName: names.get(row.customer_id)!.name,
      ...toDeletion(row),
      isHeldUp: heldUp.has(row.customer_id),
    })),
  }
}

/** Deletes the accounts that are due. A purchase under way holds its account's up, and so does money that has yet to go back. */
export async function eraseDueAccounts(deps: Deps): Promise<void> {
  const at = deps.now().toISOString()
  await processInBatches(
    (most) => dueDeletions(deps.db, at, most),
    async (customerId) => void (await eraseAccount(deps, customerId)),
  )
}

/** Deletes an account whose deletion was asked for, with a row in the audit. Says whether it did. */
export function eraseAccount(
  deps: Pick<Deps, 'db' | 'keys' | 'now'>,
  customerId: number,
): Promise<boolean> {
  const at = deps.now().toISOString()
  return deps.db.transaction().execute(async (trx) => {
    // In the order in which a purchase is confirmed: one under way is waited for, and then seen.
    await lockOpenPurchases(trx, customerId)
    await lockForNewEmail(trx, customerId)
    // Erased by another process, taken back, or a purchase confirmed, since it was looked for.
    const wish = await findDeletion(trx, customerId)
    const { size } = await heldUpCustomers(trx, [customerId])
    if (!wish || size > 0) return false
    const { email } = await getCustomerLogin(trx, customerId)
    await forgetCodeFailures(deps, trx, email)
    for (const bookingId of await eraseBookings(trx, customerId, at))
      await enqueueWebhook(trx, { type: 'booking.cancelled', at, bookingId, status: 'CANCELLED' })
    await eraseCustomer(trx, customerId, at)
    await appendAudit(trx, {
      at,
      actor: 'system',
      customer_id: customerId,
      action: 'eraseCustomer',
      is_acting: 0,
      outcome: 'ALLOWED',
      fields: '[]',
      request_id: '',
    })
    return true
  })
}
