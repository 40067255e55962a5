import type { ApiProblem } from '#server/platform/http/api-problem.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'

/** Names the product's own pages. The secret is public: `GET /config` shows it, and it proves nothing (decision 4). */
export const WEB_CLIENT = { id: 'storefront', secret: 'storefront-public' } as const

type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  /** The password was right, and is not enough. */
  | 'second_factor_required'
  /** Too many tries: the same again with the answer to a captcha (decision 58). */
  | 'captcha_required'
  /** The password was right, and is not enough: the account's second factor is a passkey. */
  | 'passkey_required'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'
  | 'server_error'

/** A failure of the token endpoint in the words of RFC 6749 §5.2. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly status: 400 | 401
  readonly error: OAuthCode
  /** Whether the client tried to authenticate by `Authorization`, and must be challenged there (RFC 6749 §5.2). */
  readonly wasBasic: boolean

  constructor(error: OAuthCode, description: string, wasBasic = false) {
    super(description)
    this.error = error
    this.wasBasic = wasBasic
    this.status = error === 'invalid_client' ? 401 : 400
  }
}

/** One answer for every way a sign-in can fail: it does not reveal which part was wrong. */
export const invalidGrant = () => new OAuthError('invalid_grant', 'Invalid username or password')

export const captchaNeeded = () =>
  new OAuthError('captcha_required', 'Please complete the security check and try again.')

/** A client as it names itself to the token endpoint. */
interface GivenClient {
  id: string
  secret: string
  wasBasic: boolean
}

/**
 * Who a client says it is: in the form, or by HTTP Basic (RFC 6749 §2.3.1).
 *
 * @throws {OAuthError} 400 for both at once, 401 for a header that is no Basic credential.
 */
export function readClient(
  body: { client_id?: string | undefined; client_secret?: string | undefined },
  authorization: string | undefined,
): GivenClient {
  if (authorization === undefined)
    return { id: body.client_id ?? '', secret: body.client_secret ?? '', wasBasic: false }
  if (body.client_secret !== undefined)
    throw new OAuthError('invalid_request', 'The client authenticates in two ways at once')
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(authorization) ?? []
  const [, id, secret] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  try {
    if (id === undefined || secret === undefined) throw new URIError()
    return { id: formDecoded(id), secret: formDecoded(secret), wasBasic: true }
  } catch {
    throw unknownClient(true)
  }
}

const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

export const unknownClient = (wasBasic: boolean) =>
  new OAuthError('invalid_client', 'Unknown client', wasBasic)

/** Whether it is the product's own pages. */
export const isWebClient = ({ id, secret }: GivenClient): boolean =>
  isSameSecret(id, WEB_CLIENT.id) && isSameSecret(secret, WEB_CLIENT.secret)

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
  if ('wasBasic' in error && error.wasBasic) all['www-authenticate'] = 'Basic realm="token"'
  if ('extra' in error && error.extra.retryAfterS !== undefined)
    all['retry-after'] = String(Math.ceil(error.extra.retryAfterS))
  return new Response(JSON.stringify({ error: code, error_description: error.message }), {
    status: error.status,
    headers: all,
  })
}
