import type { Result } from '#lib/api/failure.ts'
import { loadModule } from '#lib/api/load-module.ts'
import type { Passkey } from '#lib/customers/account-shapes.ts'
import type { PasskeyProof } from './passkeys.ts'

const load = () => import('./passkeys.ts')

/** The passkey functions, loaded when they are used. */
export const loadPasskeys = () => loadModule(load)

/** Creates a passkey on this device for the account that is signed in. */
export async function addPasskey(
  given: PasskeyProof & { name?: string },
): Promise<Result<Passkey>> {
  const part = await loadModule(load)
  return part.ok ? part.value.addPasskey(given) : part
}
