import type { Endpoint } from './endpoint.ts'
import { grantOf, type Who } from './who.ts'

/** A header that a call takes or its answer carries. */
export interface HeaderDescription {
  name: string
  description: string
  isRequired: boolean
}

/** The request headers of a call, without `Authorization`. */
export function requestHeaders({
  path,
  who,
  errors,
  isIdempotent,
  isNamed,
  isPublic,
  needsCaptcha,
  mayNeedCaptcha,
}: Endpoint): HeaderDescription[] {
  const headers: (HeaderDescription | false | undefined)[] = [
    grantOf(who).visitor &&
      path.includes('/:') && {
        name: 'X-Booking-Key',
        description: 'Gives access to a booking without a token.',
        isRequired: false,
      },
    isIdempotent && {
      name: 'Idempotency-Key',
      description:
        'A unique key for each operation. Repeating a request with the same key returns the same response.',
      isRequired: false,
    },
    errors?.includes(412) && {
      name: 'If-Match',
      description: 'The `ETag` of the version to change. Returns 412 if it has changed since.',
      isRequired: false,
    },
    isNamed && {
      name: 'X-File-Name',
      description: 'The file name, percent-encoded, at most 200 characters.',
      isRequired: true,
    },
    isPublic && {
      name: 'If-None-Match',
      description: 'The `ETag` of an earlier response. Returns 304 if it hasn’t changed.',
      isRequired: false,
    },
    (needsCaptcha || mayNeedCaptcha) && {
      name: 'X-Captcha-Token',
      description: 'The solution to a challenge from `GET /captcha/challenge`.',
      isRequired: !!needsCaptcha,
    },
  ]
  return headers.filter((header) => !!header)
}

/** The headers of a successful response. */
export function responseHeaders({
  ok,
  isPublic,
  isVersioned,
  isIdempotent,
}: Endpoint): HeaderDescription[] {
  const headers: (HeaderDescription | false | undefined)[] = [
    ok === 303 && {
      name: 'Location',
      description: 'The address to continue at.',
      isRequired: true,
    },
    (isPublic || isVersioned) && {
      name: 'ETag',
      description: isPublic ? 'For `If-None-Match`.' : 'Its version, for `If-Match`.',
      isRequired: true,
    },
    isIdempotent && {
      name: 'Idempotency-Replayed',
      description: '`true` if this response was already given for the same key.',
      isRequired: false,
    },
  ]
  return headers.filter((header) => !!header)
}

/** Who may make a call, in words. */
export function callersText(who: Who): string {
  if (typeof who === 'string') return who
  if ('anyone' in who) return `anyone ${who.anyone}`
  const { owner, staff, machine, visitor, browser } = who
  const words = [
    owner && (owner.length === 0 ? 'any customer' : 'the customer'),
    staff && 'staff',
    visitor && (owner === 'booking' ? 'visitors with its key' : 'visitors with a captcha'),
    machine && `machine clients with ${machine}`,
  ].filter(Boolean)
  const only = words.length === 1 ? ' only' : ''
  return `${words.join(', ')}${only}${browser ? '; for an anonymous quote, the browser that made it' : ''}`
}

/** The statuses with which a call refuses callers without the right. Customers always find their own record. */
function refusalsOf({ who, auth }: Pick<Endpoint, 'who' | 'auth'>): number[] {
  if (auth === 'none') return []
  if (who === 'signed in') return [401]
  const { owner, about, staff } = grantOf(who)
  return (about || owner?.length) && staff ? [401, 403, 404] : [401, 403]
}

/** The statuses of a call's failures, including those that every call may return. */
export function failureStatuses(endpoint: Endpoint): number[] {
  const { errors = [], isIdempotent, body, encoding } = endpoint
  const ofBody = body || encoding === 'raw' || encoding === 'file' ? [408, 413, 415] : []
  // The key is in use, or was used for another request.
  const ofKey = isIdempotent ? [409, 422] : []
  return [
    ...new Set([400, 429, 500, 503, ...refusalsOf(endpoint), ...ofBody, ...errors, ...ofKey]),
  ].sort((a, b) => a - b)
}
