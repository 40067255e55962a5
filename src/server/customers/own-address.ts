import { getCustomerLogin } from './queries.ts'
import { emailKey } from '../../lib/shared/email.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/** Whether an address is the one that a customer signs in with, and so has proven. */
export async function isOwnAddress(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  email: string,
): Promise<boolean> {
  if (actor.type !== 'CUSTOMER') return false
  const login = await getCustomerLogin(deps.db, actor.customerId)
  return login.status === 'ACTIVE' && emailKey(login.email) === emailKey(email)
}
