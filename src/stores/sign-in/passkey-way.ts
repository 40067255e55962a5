import type { Result } from '#lib/api/failure.ts'
import { fetchPart } from '#lib/api/part.ts'
import type { Passkey } from '#lib/customers/account-shapes.ts'
import type { PasskeyProof } from './passkeys.ts'

const load = () => import('./passkeys.ts')

/** Signing in with a passkey, whose code is fetched when it is used. */
export const passkeyWay = () => fetchPart(load)

/** Has the device make a passkey for the account that is signed in. */
export async function addPasskey(
  given: PasskeyProof & { name?: string },
): Promise<Result<Passkey>> {
  const part = await fetchPart(load)
  return part.ok ? part.value.addPasskey(given) : part
}
