import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/sign-in/sessions.ts'
import { readToken } from '#server/sign-in/tokens.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { invalidToken, notLoggedIn } from '#server/platform/http/api-problem.ts'

/**
 * Identifies the actor of a request.
 *
 * @param authorization The header of that name.
 * @throws {ApiProblem} 401 for an invalid token. Without a token the request is anonymous.
 */
export async function identify(deps: Deps, authorization: string | undefined): Promise<Actor> {
  if (authorization === undefined) return { type: 'ANONYMOUS' }
  // Another scheme counts as no bearer token (RFC 6750 §3.1).
  if (!/^bearer\b/i.test(authorization)) throw notLoggedIn()
  const token = tokenIn(authorization)
  const actor = token === undefined ? null : await actorOf(deps, token)
  if (!actor) throw invalidToken()
  return actor
}

const tokenIn = (authorization: string): string | undefined =>
  /^bearer +([\w.-]{1,512})$/i.exec(authorization)?.[1]

/** The session or machine client that a token of ours claims, without a look at the database; `null` for any other. */
export function claimedBy({ keys }: Deps, authorization: string | undefined): string | null {
  const token = authorization && tokenIn(authorization)
  return token ? (readToken(keys, token)?.sessionId ?? null) : null
}
