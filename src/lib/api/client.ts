import { noteClock } from '#lib/shared/server-clock.ts'
import { REQUEST_TIMEOUT_MS } from '#lib/shared/constants.ts'
import type { Endpoint, PathParameter } from './endpoint.ts'
import type { z } from '#lib/shared/zod.ts'
import type { ApiFailure, ReadableProblem, Result } from './failure.ts'

/** The input of a call. Path parameters are text or whole numbers. */
type CallInput<E extends Endpoint> = ([PathParameter<E['path']>] extends [never]
  ? { params?: undefined }
  : { params: Record<PathParameter<E['path']>, string | number> }) &
  QueryInput<E['query']> &
  BodyInput<E> &
  CallOptions

/** A file is sent unchanged, with its media type. */
type BodyInput<E extends Endpoint> = E['encoding'] extends 'file'
  ? { body: Blob }
  : E['body'] extends z.core.$ZodType
    ? { body: z.input<E['body']> }
    : { body?: undefined }

/** The query is optional when all of its fields are. */
type QueryInput<Q> = Q extends z.core.$ZodType
  ? Record<never, never> extends z.input<Q>
    ? { query?: z.input<Q> }
    : { query: z.input<Q> }
  : { query?: undefined }

interface CallOptions {
  /** One for each intention of a person; kept over retries of the same intention. */
  idempotencyKey?: string
  /** The version a change is based on, as `"v3"`. */
  ifMatch?: string
  /** The answer to a captcha challenge. */
  captchaToken?: string
  /** Opens a service booking without signing in. */
  bookingKey?: string
  /** The name of the file. */
  fileName?: string
  /** Lets the request outlive the page. At most 64 KiB in flight. */
  keepalive?: boolean
  signal?: AbortSignal
}

export type CallAnswer<E extends Endpoint> = E['answer'] extends z.core.$ZodType
  ? z.output<E['answer']>
  : E['answersFile'] extends true | string
    ? Blob
    : undefined

/** A call of the API. It answers a {@link Result}; it rejects only for {@link RequiredParameterError}. */
export type ApiCall = <E extends Endpoint>(
  endpoint: E,
  ...input: Record<never, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
) => Promise<Result<CallAnswer<E>>>

/** Sends a request with or without a token, and retries it until there is a response. */
type Send = (token: string | null) => Promise<ReadResponse | ApiFailure>

/**
 * Sends a request with the session's token where there is one, and handles a 401 (stores/session/unauthorized.ts).
 *
 * @param canBeAnonymous Whether the call may also be made without a token: for things this browser made or has the key of.
 */
export type Authorize = (send: Send, canBeAnonymous: boolean) => ReturnType<Send>

export interface ClientOptions {
  /** The site root plus `/api`, without a slash at the end. */
  base: string
  fetch?: typeof fetch
  /** How requests are signed in; without it they are not. */
  authorize?: Authorize
  timeoutMs?: number
  /** Waits; tests give their own. */
  sleep?: (ms: number) => Promise<void>
}

/** A required parameter is missing, so the request was not sent (specification §5). */
export class RequiredParameterError extends Error {
  override readonly name = 'RequiredParameterError'
  constructor(parameter: string, operation: string) {
    super(`Required parameter ${parameter} was null or undefined when calling ${operation}`)
  }
}

export const NOT_SIGNED_IN: ApiFailure = { kind: 'signed-out' }

const anonymously: Authorize = async (send, canBeAnonymous) =>
  canBeAnonymous ? send(null) : NOT_SIGNED_IN

/** Sends one token that is never refreshed. */
export const withToken =
  (accessToken: string): Authorize =>
  async (send, canBeAnonymous) => {
    const answer = await send(accessToken)
    return isUnauthorized(answer) && canBeAnonymous ? send(null) : answer
  }

/** Whether the server does not take the token. */
export const isUnauthorized = (answer: ReadResponse | ApiFailure): boolean =>
  'text' in answer && answer.status === 401

/** Pause before a GET that got no answer is tried a second time. */
const GET_RETRY_MS = 500
/** How often a request is repeated while the server still works on its first sending. */
const IN_PROGRESS_TRIES = 30

/**
 * Makes the typed client of the contract.
 *
 * Any status but the endpoint's own is a failure. A call that writes is retried only after a 401, as `authorize` says,
 * and while the server says that the same request is in progress.
 */
export function createClient({
  base,
  fetch: send = (...request) => fetch(...request),
  authorize = anonymously,
  timeoutMs = REQUEST_TIMEOUT_MS,
  sleep = (ms) => new Promise((done) => setTimeout(done, ms)),
}: ClientOptions): ApiCall {
  return async (endpoint, ...[given]) => {
    const input = (given ?? {}) as AnyInput
    requireParameters(endpoint, input)

    const attempt = async (token: string | null): Promise<ReadResponse | ApiFailure> => {
      const signal = AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        ...(input.signal ? [input.signal] : []),
      ])
      try {
        const response = await send(
          urlOf(base, endpoint, input),
          requestOf(endpoint, input, token, signal),
        )
        // Within the same time limit; half a response is treated as none.
        const { status, headers } = response
        // A proxy in front of the server may refuse the call, and does not send its clock.
        if (response.ok && !endpoint.isPublic) noteClock(headers)
        const file =
          endpoint.answersFile && status === endpoint.ok ? await response.blob() : undefined
        const text = file ? '' : await response.text()
        return { status, headers, text, file }
      } catch (error) {
        const reason = (error as Error)?.name
        if (reason === 'TimeoutError') return { kind: 'network', reason: 'timed-out' }
        if (reason === 'AbortError') return { kind: 'network', reason: 'aborted' }
        return { kind: 'network', reason: 'failed' }
      }
    }
    const sendWithRetry: Send = async (token) => {
      let answer = await attempt(token)
      if ('kind' in answer && answer.kind === 'network' && answer.reason === 'failed')
        if (endpoint.method === 'GET') {
          await sleep(GET_RETRY_MS)
          answer = await attempt(token)
        }
      for (let tries = 0; isInProgress(answer, input) && tries < IN_PROGRESS_TRIES; tries++) {
        await sleep(1000)
        answer = await attempt(token)
      }
      return answer
    }

    if (endpoint.auth === 'none') return readAnswer(endpoint, await sendWithRetry(null))
    const canBeAnonymous = endpoint.auth !== 'bearer'
    const answer = await authorize(sendWithRetry, canBeAnonymous)
    return isUnauthorized(answer) ? failed(NOT_SIGNED_IN) : readAnswer(endpoint, answer)
  }
}

/** A response of the server, read to its end. */
export interface ReadResponse {
  status: number
  headers: Headers
  text: string
  file?: Blob | undefined
}

type AnyInput = CallOptions & {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

const failed = (failure: ApiFailure): { ok: false; failure: ApiFailure } => ({ ok: false, failure })

const isInProgress = (answer: ReadResponse | ApiFailure, input: AnyInput): boolean =>
  'text' in answer &&
  answer.status === 409 &&
  input.idempotencyKey !== undefined &&
  answer.headers.has('retry-after')

function requireParameters(endpoint: Endpoint, { params, query, body }: AnyInput): void {
  const missing = (value: unknown) => value === null || value === undefined
  for (const [, name] of endpoint.path.matchAll(/:(\w+)/g))
    if (missing(params?.[name!])) throw new RequiredParameterError(name!, endpoint.name)
  if ((endpoint.body || endpoint.encoding === 'file') && missing(body))
    throw new RequiredParameterError('body', endpoint.name)
  for (const [needs, given] of [
    [endpoint.needs.query, query],
    [endpoint.needs.body, body],
  ] as const)
    for (const [name, mayBeNull] of Object.entries(needs)) {
      const value = (given as Record<string, unknown> | undefined)?.[name]
      if (value === undefined || (value === null && !mayBeNull))
        throw new RequiredParameterError(name, endpoint.name)
    }
}

function urlOf(base: string, endpoint: Endpoint, { params, query }: AnyInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  )
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return `${base}${path}${search ? `?${search}` : ''}`
}

function requestOf(
  endpoint: Endpoint,
  input: AnyInput,
  token: string | null,
  signal: AbortSignal,
): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  if (input.ifMatch) headers['if-match'] = input.ifMatch
  if (input.captchaToken) headers['x-captcha-token'] = input.captchaToken
  const request: RequestInit = {
    method: endpoint.method,
    headers,
    signal,
    // The browser id of anonymous quotes is the only cookie; signing in sends none (specification §7).
    credentials: endpoint.encoding === 'form' ? 'omit' : 'same-origin',
    cache: endpoint.isPublic ? 'default' : 'no-store',
  }
  if (input.fileName) headers['x-file-name'] = encodeURIComponent(input.fileName.toWellFormed())
  if (input.bookingKey) headers['x-booking-key'] = input.bookingKey
  if (input.keepalive) request.keepalive = true
  // A blob names its own media type.
  if (endpoint.encoding === 'file') request.body = input.body as Blob
  if (endpoint.body) {
    const isForm = endpoint.encoding === 'form'
    headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    request.body = isForm
      ? new URLSearchParams(
          Object.entries(input.body as object).filter(([, value]) => value !== undefined),
        ).toString()
      : JSON.stringify(input.body)
  }
  return request
}

function readAnswer<E extends Endpoint>(
  endpoint: E,
  answer: ReadResponse | ApiFailure,
): Result<CallAnswer<E>> {
  if ('kind' in answer) return failed(answer)
  const { status, headers, text, file } = answer
  if (status === endpoint.ok) {
    if (!endpoint.answer) return { ok: true, value: file as CallAnswer<E> }
    try {
      return { ok: true, value: JSON.parse(text) as CallAnswer<E> }
    } catch {
      return failed({ kind: 'unreadable', status })
    }
  }
  const problem = status >= 400 ? readProblem(text) : null
  if (!problem) return failed({ kind: 'unreadable', status })
  // The specification lists the server's own trouble among the codes of 400; ours says 500. Both mean the same.
  const isServers = status === 400 && problem.code === 'ServerError'
  const retryAfterS = Number(headers.get('retry-after'))
  return failed({
    kind: 'problem',
    status: isServers ? 500 : status,
    problem,
    ...(retryAfterS > 0 && { retryAfterS }),
  })
}

/** An error body we can word, or `null`. */
function readProblem(text: string): ReadableProblem | null {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const { messages, message } = body as Partial<ReadableProblem>
  const isList =
    Array.isArray(messages) && messages.every((line) => typeof line?.message === 'string')
  return {
    ...(body as ReadableProblem),
    message: typeof message === 'string' ? message : undefined,
    messages: isList ? messages : [],
  }
}
