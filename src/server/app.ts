import { Hono, type Context } from 'hono'
import { CLOCK_HEADER } from '#lib/shared/server-clock.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { z } from '#lib/shared/zod.ts'
import { isUnavailable } from './platform/database/unavailable.ts'
import type { Deps } from './deps.ts'
import { ApiProblem, conflict, notLoggedIn } from './platform/http/api-problem.ts'
import { ArrivingBody } from './platform/http/bodies.ts'
import { readBody, readQuery, takesBody } from './platform/http/request.ts'
import { attachmentHeaders } from './platform/http/file-answer.ts'
import type { AnyCall, FileResponse, Route } from './platform/http/route.ts'
import { parseInput } from './platform/http/validation.ts'
import { authorizeBeforeBody, authorizeCall } from './access/authorize.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { siteOf } from './platform/http/network.ts'
import { claimedBy, identify } from './access/identify.ts'
import type { Actor } from './platform/http/actor.ts'
import { openBrowserId } from './platform/http/browser-id.ts'
import { withIdempotency } from './platform/http/idempotency.ts'
import { countingDone, enforceLimits, enforceLimitOfSession } from './platform/http/limits.ts'
import { changeInTurn } from './platform/http/changes-in-turn.ts'
import { requireUnrevoked } from './sign-in/sessions.ts'
import { inLine } from './platform/caller-line.ts'
import { heavyInTurn, lineOf, lineOfVisitor } from './platform/http/heavy-calls.ts'
import { OAuthError, oauthAnswer } from './api-clients/oauth.ts'
import { REQUEST_CHANNEL, type RequestMetric } from './platform/metrics/channels.ts'
import { requireOwnMachine } from './platform/http/own-machine.ts'
import { ProviderUnavailable } from './providers/ask.ts'
import { checkCaptcha } from './sign-in/captcha.ts'
import { etagOf } from './journeys/match.ts'
import {
  answerUnknown,
  apiRoot,
  headersOf,
  incomingOf,
  problem,
  SERVER_ERROR,
  UNAVAILABLE,
} from './answers.ts'
import { allRoutes } from './calls.ts'
import { privateJson, publicJson } from './json-answers.ts'

/** The API as a Hono application. It has no state of its own, so several may run on one database. */
export function createApp(deps: Deps): Hono {
  const app = new Hono()
  const root = apiRoot(deps)
  const routes = allRoutes(deps)
  for (const { endpoint, handle } of routes)
    app.on(endpoint.method, `${root}${endpoint.path}`, (c) => answer(deps, c, endpoint, handle))

  answerUnknown(
    app,
    deps,
    root,
    routes.map(({ endpoint }) => endpoint),
  )
  return app
}

async function answer(
  deps: Deps,
  c: Context,
  endpoint: Endpoint,
  handle: Route['handle'],
): Promise<Response> {
  const requestId = deps.newId()
  const startedMs = performance.now()
  let status = 500
  try {
    const response = await answerOrThrow(deps, c, endpoint, handle, requestId)
    status = response.status
    return response
  } catch (error) {
    const known =
      error instanceof ApiProblem || error instanceof OAuthError
        ? error
        : faultOf(deps, error, endpoint, requestId)
    status = known.status
    if (known instanceof OAuthError || endpoint.encoding === 'form')
      return oauthAnswer(known, headersOf(deps, requestId))
    return problem(known, deps, requestId)
  } finally {
    const ms = performance.now() - startedMs
    const answered: RequestMetric = {
      requestId,
      method: endpoint.method,
      route: endpoint.path,
      status,
      ms,
    }
    deps.log.debug({ ...answered, ms: Math.round(ms) })
    REQUEST_CHANNEL.publish(answered)
  }
}

async function answerOrThrow(
  deps: Deps,
  c: Context,
  endpoint: Endpoint,
  handle: Route['handle'],
  requestId: string,
): Promise<Response> {
  const headers = headersOf(deps, requestId)
  if (deps.settings.isDemoByDefault) requireOwnMachine(c.req.raw)
  if (deps.lab?.aheadMs) headers[CLOCK_HEADER] = String(deps.lab.aheadMs)
  if (deps.load.isOverloaded())
    throw new ApiProblem(503, 'Unavailable', UNAVAILABLE, [], { retryAfterS: 2 })
  const ip = clientAddress(c, deps.settings.proxies)
  const claimed = endpoint.auth === 'none' ? null : claimedBy(deps, c.req.header('authorization'))
  if (claimed !== null) enforceLimitOfSession(deps, claimed, ip)
  // Who calls is looked up in a line of the session: those who share its address don't wait behind it. However many
  // sessions there are at an address, it has the turns of one.
  const line = claimed === null ? lineOfVisitor(ip) : `session ${claimed}`
  return inLine(
    line,
    () => answerWithinLimits(deps, c, endpoint, handle, { requestId, ip, headers }),
    siteOf(ip),
  )
}

/**
 * Who calls, counted against their limits. A token that is no good counts for the address it comes from.
 *
 * @throws {ApiProblem} 401, 429
 */
async function identifyWithinLimits(
  deps: Deps,
  endpoint: Endpoint,
  authorization: string | undefined,
  ip: string,
): Promise<Actor> {
  let actor: Actor = { type: 'ANONYMOUS' }
  try {
    if (endpoint.auth !== 'none') actor = await identify(deps, authorization)
  } finally {
    enforceLimits(deps, endpoint, { actor, ip })
  }
  if (endpoint.auth === 'bearer' && actor.type === 'ANONYMOUS') throw notLoggedIn()
  return actor
}

async function answerWithinLimits(
  deps: Deps,
  c: Context,
  endpoint: Endpoint,
  handle: Route['handle'],
  { requestId, ip, headers }: { requestId: string; ip: string; headers: Record<string, string> },
): Promise<Response> {
  const actor = await identifyWithinLimits(deps, endpoint, c.req.header('authorization'), ip)
  const identifiedMs = performance.now()

  const params = c.req.param()
  const call: AnyCall = {
    params: endpoint.params ? parseInput(endpoint.params, params) : params,
    query: endpoint.query ? parseInput(endpoint.query, readQuery(c.req.url)) : undefined,
    body: undefined,
    actor,
    browserId: openBrowserId(deps.keys, c.req.header('cookie'), deps.settings.siteUrl),
    ip,
    requestId,
    effectId: deps.newId(),
    header: (name) => c.req.header(name),
    setHeader: (name, value) => {
      headers[name] = value
    },
  }

  if (!takesBody(endpoint) || endpoint.encoding === 'file')
    await authorizeCall(deps, endpoint, call)
  else await authorizeBeforeBody(deps, endpoint, call)
  const customerId = actor.type === 'CUSTOMER' ? actor.customerId : null
  const body = takesBody(endpoint)
    ? new ArrivingBody(deps, lineOf(actor, ip), endpoint.encoding === 'file', customerId)
    : null
  try {
    if (body) call.body = await readBody(c.req.raw, endpoint, body, incomingOf(c))
    await requireStillSignedIn(deps, call, identifiedMs)
    if (body && endpoint.encoding !== 'file') await authorizeCall(deps, endpoint, call)
    return await heavyInTurn(endpoint, call, () =>
      changeInTurn(deps.db, endpoint, call, () =>
        answerCall(deps, c, endpoint, handle, call, headers),
      ),
    )
  } finally {
    body?.release()
  }
}

/** A body that comes slowly can outlast the session it began in. */
const SLOW_BODY_MS = 1_000

/** @throws {ApiProblem} 401 where the caller's session has ended while the body came. */
async function requireStillSignedIn(
  { db }: Deps,
  { actor }: AnyCall,
  identifiedMs: number,
): Promise<void> {
  if ('sessionId' in actor && performance.now() - identifiedMs >= SLOW_BODY_MS)
    await requireUnrevoked(db, actor.sessionId)
}

/** Answers an authorised call. */
async function answerCall(
  deps: Deps,
  c: Context,
  endpoint: Endpoint,
  handle: Route['handle'],
  call: AnyCall,
  headers: Record<string, string>,
): Promise<Response> {
  // Inside the idempotent call, so that a retry needs no second captcha.
  const run = async () => {
    const { needsCaptcha } = endpoint
    if (needsCaptcha)
      await checkCaptcha(deps, c.req.header('x-captcha-token'), needsCaptcha === 'puzzle')
    return countingDone(deps, endpoint, call, () => handle(call))
  }
  const value = endpoint.isIdempotent
    ? await withIdempotency(deps, endpoint, call, run)
    : await run()

  if (endpoint.ok === 303) {
    headers.location = (value as { location: string }).location
    headers['cache-control'] = 'no-store'
    return new Response(null, { status: 303, headers })
  }
  if (endpoint.answersFile) {
    const file = value as FileResponse
    Object.assign(headers, attachmentHeaders(file), { 'cache-control': 'no-store' })
    // HEAD has no body, and the room of a file is only free again once it's read.
    const hasReader = c.req.method !== 'HEAD'
    if (!hasReader && file.bytes instanceof ReadableStream) await file.bytes.cancel()
    return new Response(hasReader ? file.bytes : null, { status: endpoint.ok, headers })
  }
  if (!endpoint.answer) {
    headers['cache-control'] = 'no-store'
    return new Response(null, { status: endpoint.ok, headers })
  }
  if (deps.settings.checkAnswers) z.parse(endpoint.answer, value)
  if (endpoint.isVersioned) headers.etag = etagOf(value as { version: number })
  return (endpoint.isPublic ? publicJson : privateJson)(c, endpoint.ok, headers, value as object)
}

/** Logs an unexpected error whole, and answers with the specification's sentence. */
function faultOf(deps: Deps, error: unknown, endpoint: Endpoint, requestId: string): ApiProblem {
  if (isUnavailable(error)) {
    deps.log.warn({ requestId, route: endpoint.path, err: error }, 'the database is not available')
    return new ApiProblem(503, 'Unavailable', UNAVAILABLE)
  }
  if (error instanceof ProviderUnavailable) {
    const { cause } = error
    deps.log.warn({ requestId, route: endpoint.path, err: cause }, error.message)
    return new ApiProblem(503, 'Unavailable', error.message)
  }
  // 23503 (PostgreSQL) and 787 (SQLite): the referenced row was deleted at the same moment.
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (code === '23503' || errcode === 787)
    return conflict('This has been changed or deleted since you opened it. Please reload the page.')
  deps.log.error({ requestId, route: endpoint.path, err: error }, 'a request failed')
  return new ApiProblem(500, 'ServerError', SERVER_ERROR)
}
