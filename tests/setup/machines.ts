import type { Scope } from '#lib/api/who.ts'
import {
  createApiClient,
  findMachineClient,
  issueClientToken,
} from '#server/api-clients/api-clients.ts'
import type { Deps } from '#server/deps.ts'

/** The access token of a new machine client, which is named `Dealer system`. */
export async function machineToken(deps: Deps, scopes: Scope[]): Promise<string> {
  const { clientId, secret } = await createApiClient(deps, { name: 'Dealer system', scopes })
  const client = (await findMachineClient(deps.db, clientId, secret))!
  return (await issueClientToken(deps, client, undefined, 'local'))!.access_token
}
