import type { Problem, ProblemCode } from '#lib/problem.ts'

export type ProblemStatus =
  400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 502 | 503

type Message = Problem['messages'][number]

interface ProblemExtra {
  newTotalCents?: number
  current?: NonNullable<Problem['current']>
  retryAfterS?: number
  /** The parameters after `Bearer` in `WWW-Authenticate` (RFC 6750 §3). */
  challenge?: string
}

const TITLES: Record<ProblemStatus, string> = {
  400: 'Bad request',
  401: 'Not logged in',
  403: 'Not permitted',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Conflict',
  412: 'Changed since it was read',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Key used for another request',
  429: 'Too many requests',
  500: 'Server error',
  502: 'Bad gateway',
  503: 'Unavailable',
}

/**
 * A failure the caller is meant to see. Throw it from a route or a service; the application answers with its body.
 *
 * Any other error is a bug: it is logged whole and answered as a 500 without details.
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: ProblemStatus
  readonly code: ProblemCode
  readonly messages: Message[]
  readonly extra: ProblemExtra

  constructor(
    status: ProblemStatus,
    code: ProblemCode,
    message: string,
    messages: Message[] = [],
    extra: ProblemExtra = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.messages = messages
    this.extra = extra
  }

  /** The body of the answer. Without messages of its own, the sentence of the problem is the one message. */
  toBody(requestId: string): Problem {
    const { newTotalCents, current } = this.extra
    return {
      type: 'about:blank',
      title: TITLES[this.status],
      status: this.status,
      detail: this.message,
      code: this.code,
      message: this.message,
      messages:
        this.messages.length > 0 ? this.messages : [{ type: 'ERROR', message: this.message }],
      requestId,
      ...(newTotalCents !== undefined && { newTotalCents }),
      ...(current && { current }),
    }
  }
}

/** A wrong field, for {@link invalid}. */
export const fieldError = (property: string, message: string): Message => ({
  type: 'ERROR',
  property,
  message,
})

/** 400 naming the fields that are wrong. */
export const invalid = (messages: Message[], code: ProblemCode = 'Validation') =>
  new ApiProblem(400, code, 'Some of the details are not valid.', messages)

/** 404, byte for byte the same for a missing thing and for another customer's. */
export const notFound = () =>
  new ApiProblem(404, 'NotFound', 'We couldn’t find what you asked for.')

/** 401 for a request without a token. */
export const notLoggedIn = () =>
  new ApiProblem(401, 'NotLoggedIn', 'Not logged in', [], { challenge: '' })

/** 401 for an invalid token. */
export const invalidToken = () =>
  new ApiProblem(401, 'NotLoggedIn', 'Not logged in', [], { challenge: ' error="invalid_token"' })

/** 403 for a machine client that may not do this. */
export const insufficientScope = (scope: string | undefined) =>
  new ApiProblem(403, 'NotPermitted', 'You are not permitted to do this.', [], {
    challenge: ` error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`,
  })

export const notPermitted = (message = 'You are not permitted to do this.') =>
  new ApiProblem(403, 'NotPermitted', message)

export const conflict = (message: string, extra: { newTotalCents?: number } = {}) =>
  new ApiProblem(409, 'Conflict', message, [], extra)

/** 412 for a change based on an older version. */
export const changedElsewhere = (current: NonNullable<Problem['current']>) =>
  new ApiProblem(
    412,
    'Conflict',
    'This purchase has changed since this page was loaded. Please check it, then try again.',
    [],
    { current },
  )

export const tooMany = (
  retryAfterS: number,
  message = 'Too many attempts. Please wait a little and try again.',
) => new ApiProblem(429, 'TooManyRequests', message, [], { retryAfterS })
