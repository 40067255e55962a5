import type { WebAccountStatus } from '#lib/codes.ts'
import { emailKey } from '#lib/shared/email.ts'
import { hasRight } from '#lib/staff/staff-roles.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound, notPermitted } from '#server/platform/http/api-problem.ts'
import { moveMails } from '#server/platform/mail/outbox-queries.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { LINK_MINUTES } from '#server/sign-in/mails.ts'
import { newSignInLink } from '#server/sign-in/sign-in-links.ts'
import { findStaffLogin } from '#server/staff/queries.ts'
import { ACCOUNT_RIGHTS } from './account-status.ts'
import { addressTaken, forgetWaysIn, limitMails } from './accounts.ts'
import { emailChangedMail, webAccountCreatedMail } from './mails.ts'
import {
  findCustomer,
  findCustomerLogin,
  getCustomerLogin,
  lockForNewEmail,
  updateCustomer,
  type CustomerLogin,
} from './queries.ts'
import { countQuotes } from './quota-queries.ts'

/**
 * Gives a customer on record an account to sign in with: an address, to which a link goes that signs in once. An
 * earlier account that did not work is replaced. The reader of mail at that address sees the customer's quotes and
 * purchases: only staff who may see them choose an address that is not on record.
 *
 * @throws {ApiProblem} 403, 404, 409 when they have an account that works or closed theirs, or the address is another's,
 *   429 beyond the limit.
 */
export async function createWebAccount(
  deps: Deps,
  actor: Actor,
  customerId: number,
  email: string,
): Promise<{ webAccountStatus: WebAccountStatus }> {
  if (!(await findCustomer(deps.db, customerId))) throw notFound()
  const requireReady = ({ status }: CustomerLogin) => {
    if (ACCOUNT_RIGHTS[status].webAccount) return
    throw conflict(
      status === 'DEACTIVE'
        ? 'This customer closed their account. Create a new customer instead.'
        : 'This customer already has an account.',
    )
  }
  requireReady(await getCustomerLogin(deps.db, customerId))
  await limitMails(deps, `web-account:${customerId}`)

  const now = deps.now().toISOString()
  return transact(deps, async (trx) => {
    await lockForNewEmail(trx, customerId)
    const before = await getCustomerLogin(trx, customerId)
    requireReady(before)
    const isOnRecord = emailKey(before.email) === emailKey(email)
    const maySell = actor.type === 'STAFF' && hasRight(actor.roles, 'sales')
    if (!isOnRecord && !maySell && (await countQuotes(trx, customerId)) > 0)
      throw notPermitted(
        'This customer has quotes or purchases. Ask sales staff to set up the account, or use the address on record.',
      )
    const holder = await findCustomerLogin(trx, email)
    if ((holder && holder.customerId !== customerId) || (await findStaffLogin(trx, email)))
      throw addressTaken()
    await updateCustomer(trx, customerId, {
      email,
      email_key: emailKey(email),
      web_account_status: 'VERIFYPEND',
      password_hash: null,
      updated_at: now,
    })
    const { hadDeletion } = await forgetWaysIn(deps, trx, customerId, 'email')
    const { firstName } = before
    if (!isOnRecord) {
      await enqueueMail(deps, trx, emailChangedMail(deps, { to: before.email, firstName }))
      await moveMails(trx, before.email, email, { isProven: before.status !== 'VERIFYPEND' })
    }
    const linkToken = await newSignInLink(deps, trx, customerId)
    await enqueueMail(
      deps,
      trx,
      webAccountCreatedMail(deps, {
        to: email,
        firstName,
        linkToken,
        minutes: LINK_MINUTES,
        hadDeletion,
      }),
    )
    return { webAccountStatus: 'VERIFYPEND' as const }
  }).catch((error: unknown) => {
    throw (error as { code?: unknown }).code === '23505' ? addressTaken() : error
  })
}
