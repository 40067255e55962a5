import { createHash, timingSafeEqual } from 'node:crypto'
import type { ApiProblem } from './api-problem.ts'

/** Names the product's own pages. The secret is public: it stands in `GET /config` and proves nothing (decision 4). */
export const WEB_CLIENT = { id: 'storefront', secret: 'tarvane-storefront-public' } as const

type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'
  | 'server_error'

/** A failure of the token endpoint in the words of RFC 6749 §5.2. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly status: 400 | 401
  readonly error: OAuthCode

  constructor(error: OAuthCode, description: string) {
    super(description)
    this.error = error
    this.status = error === 'invalid_client' ? 401 : 400
  }
}

/** One answer for every way a sign-in can fail: it tells nobody which part was wrong. */
export const invalidGrant = () => new OAuthError('invalid_grant', 'Invalid username or password')

/** @throws {OAuthError} 401 `invalid_client` unless the pair is ours. */
export function requireClient(body: {
  client_id?: string | undefined
  client_secret?: string | undefined
}): void {
  const isKnown =
    isSame(body.client_id, WEB_CLIENT.id) && isSame(body.client_secret, WEB_CLIENT.secret)
  if (!isKnown) throw new OAuthError('invalid_client', 'Unknown client')
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (given: string | undefined, expected: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(expected))

const CODES: Record<number, OAuthCode> = {
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** The answer to a failed call of the `auth` pair: these two alone do not speak problem+json. */
export function oauthAnswer(
  error: OAuthError | ApiProblem,
  headers: Record<string, string>,
): Response {
  const code = 'error' in error ? error.error : (CODES[error.status] ?? 'invalid_request')
  const all: Record<string, string> = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    pragma: 'no-cache',
  }
  if ('extra' in error && error.extra.retryAfterS !== undefined)
    all['retry-after'] = String(Math.ceil(error.extra.retryAfterS))
  return new Response(JSON.stringify({ error: code, error_description: error.message }), {
    status: error.status,
    headers: all,
  })
}
