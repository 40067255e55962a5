import { randomBytes } from 'node:crypto'
import type { TokenAnswer } from '#lib/sign-in/calls.ts'
import type { Scope } from '#lib/api/who.ts'
import {
  findApiClient,
  findApiToken,
  insertApiClient,
  insertApiToken,
  lockSecret,
  revokeApiToken,
  revokeApiTokens,
  updateApiClient,
} from './queries.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { unknownClient } from './oauth.ts'
import { auditRights } from '#server/staff/audit.ts'
import { makeToken, readToken } from '#server/sign-in/tokens.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'
import { sha256 } from '#server/platform/crypto/hash.ts'

const LIFETIME_MS = 15 * 60_000

/** A machine client whose secret was right. */
export interface MachineClient {
  clientId: string
  scopes: Scope[]
  secretHash: string
}

const newSecret = (): string => randomBytes(32).toString('base64url')

type ClientDeps = Pick<Deps, 'db' | 'now'>

/**
 * Makes a machine client.
 *
 * @returns Its id and its secret, which is stored nowhere and can be shown only now.
 */
export async function createApiClient(
  { db, now }: ClientDeps,
  { name, scopes }: { name: string; scopes: Scope[] },
): Promise<{ clientId: string; secret: string }> {
  const clientId = `client-${randomBytes(9).toString('base64url')}`
  const secret = newSecret()
  const at = now().toISOString()
  await db.transaction().execute(async (trx) => {
    await insertApiClient(trx, {
      client_id: clientId,
      name,
      secret_hash: sha256(secret),
      scopes: JSON.stringify(scopes),
      created_at: at,
      revoked_at: null,
    })
    const given = scopes.map((scope) => `scope:${scope}`)
    await auditRights(trx, at, 'createApiClient', [`client:${clientId}`, ...given])
  })
  return { clientId, secret }
}

/**
 * Gives a machine client a new secret. The old secret and its tokens stop working.
 *
 * @returns `null` when there is no such client.
 */
export async function renewClientSecret(
  deps: ClientDeps,
  clientId: string,
): Promise<string | null> {
  const secret = newSecret()
  const set = { secret_hash: sha256(secret) }
  return (await changeClient(deps, clientId, set, 'renewClientSecret')) ? secret : null
}

/** Ends a machine client. Returns whether there was one. */
export const endApiClient = (deps: ClientDeps, clientId: string): Promise<boolean> =>
  changeClient(deps, clientId, { revoked_at: deps.now().toISOString() }, 'endApiClient')

const changeClient = (
  { db, now }: ClientDeps,
  clientId: string,
  set: Parameters<typeof updateApiClient>[2],
  action: string,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const at = now().toISOString()
    if (!(await updateApiClient(trx, clientId, set))) return false
    await revokeApiTokens(trx, clientId, at)
    await auditRights(trx, at, action, [`client:${clientId}`])
    return true
  })

/** The machine client of an id and a secret, or `null`. An unknown id costs the same comparison. */
export async function findMachineClient(
  db: Db,
  clientId: string,
  secret: string,
): Promise<MachineClient | null> {
  const row = await findApiClient(db, clientId)
  const isRight = isSameSecret(sha256(secret), row?.secret_hash ?? sha256(''))
  return row && isRight
    ? { clientId, scopes: JSON.parse(row.scopes) as Scope[], secretHash: row.secret_hash }
    : null
}

/**
 * Gives a machine client an access token; there is none to refresh it (RFC 6749 §4.4.3).
 *
 * @param asked Scopes with a space between, or `undefined` for all the client has.
 * @returns `null` when one is asked for that the client does not have.
 * @throws {OAuthError} `invalid_client` when its secret was renewed a moment ago.
 */
export async function issueClientToken(
  deps: Deps,
  { clientId, scopes, secretHash }: MachineClient,
  asked: string | undefined,
  ip: string,
): Promise<TokenAnswer | null> {
  const wanted = asked?.split(' ').filter(Boolean) ?? []
  if (wanted.some((scope) => !scopes.includes(scope as Scope))) return null
  const given = wanted.length > 0 ? [...new Set(wanted)] : scopes
  const tokenId = deps.newId()
  const isGiven = await deps.db.transaction().execute(async (trx) => {
    if (!(await lockSecret(trx, clientId, secretHash))) return false
    await insertApiToken(trx, {
      token_id: tokenId,
      client_id: clientId,
      scopes: JSON.stringify(given),
      created_at: deps.now().toISOString(),
      revoked_at: null,
    })
    return true
  })
  if (!isGiven) throw unknownClient(false)
  logSecurity(deps, 'sign_in', { actor: `client:${clientId}`, ip })
  return {
    access_token: makeToken(deps.keys, { kind: 'client', sessionId: tokenId, generation: 1 }),
    token_type: 'Bearer',
    expires_in: LIFETIME_MS / 1000,
    scope: given.join(' '),
  }
}

/** The machine client of an access token, or `null` when the token is not valid. */
export async function clientActor(deps: Deps, tokenId: string): Promise<Actor | null> {
  const row = await findApiToken(deps.db, tokenId)
  if (!row || deps.now().getTime() >= Date.parse(row.created_at) + LIFETIME_MS) return null
  return { type: 'APICLIENT', clientId: row.client_id, scopes: JSON.parse(row.scopes) as Scope[] }
}

/** Ends a token of the client's own; nothing happens for any other. */
export async function endClientToken(
  deps: Deps,
  { clientId }: MachineClient,
  token: string,
): Promise<void> {
  const claim = readToken(deps.keys, token)
  if (claim?.kind !== 'client') return
  const ended = { token_id: claim.sessionId, client_id: clientId }
  await revokeApiToken(deps.db, ended, deps.now().toISOString())
}
