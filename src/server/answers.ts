import type { IncomingMessage } from 'node:http'
import type { Context, Hono } from 'hono'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { basePath } from '#lib/shared/site-paths.ts'
import type { Deps } from './deps.ts'
import { etagOf } from './journeys/match.ts'
import { ApiProblem, notFound } from './platform/http/api-problem.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { enforceLimitOfAll } from './platform/http/limits.ts'
import { transportSecurity } from './platform/http/security-headers.ts'

/** The dependencies of answering calls at all, whoever does what they ask for. */
export type AnswerDeps = Pick<Deps, 'settings' | 'newId' | 'now' | 'log' | 'keys' | 'load'>

/** Wording: specification §8. */
export const UNAVAILABLE =
  'The system is currently unavailable, please try again in a couple of minutes.'
export const SERVER_ERROR = 'There’s been a problem, please try again later.'

const PROBLEM = 'application/problem+json; charset=utf-8'

/** Headers for `/api`, which has no pages. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/** Headers of every answer below `/api`. */
export const headersOf = (
  { settings }: Pick<Deps, 'settings'>,
  requestId: string,
): Record<string, string> => ({
  ...HEADERS,
  ...transportSecurity(settings.siteUrl),
  'x-request-id': requestId,
})

/** The path that calls are below. */
export const apiRoot = ({ settings }: Pick<Deps, 'settings'>): string =>
  `${basePath(new URL(settings.siteUrl).pathname)}/api`

/** Node's own request, if it came over a network. */
export const incomingOf = (c: Context): IncomingMessage | undefined =>
  (c.env as { incoming?: IncomingMessage } | undefined)?.incoming

export function problem(
  error: ApiProblem,
  deps: Pick<Deps, 'settings'>,
  requestId: string,
  extra: Record<string, string> = {},
): Response {
  const headers: Record<string, string> = {
    ...headersOf(deps, requestId),
    'content-type': PROBLEM,
    'cache-control': 'no-store',
    ...extra,
  }
  if (error.extra.challenge !== undefined)
    headers['www-authenticate'] = `Bearer${error.extra.challenge}`
  if (error.extra.current) headers.etag = etagOf(error.extra.current)
  if (error.extra.retryAfterS !== undefined)
    headers['retry-after'] = String(Math.ceil(error.extra.retryAfterS))
  return new Response(JSON.stringify(error.toBody(requestId)), { status: error.status, headers })
}

/** Answers what none of the calls is: 405 where another method would do, else 404. */
export function answerUnknown(
  app: Hono,
  deps: AnswerDeps,
  root: string,
  endpoints: readonly Endpoint[],
): void {
  const partsOf = endpoints.map(({ path }) => `${root}${path}`.split('/'))
  const mostParts = Math.max(...partsOf.map(({ length }) => length))
  app.notFound((c) => {
    try {
      enforceLimitOfAll(deps, clientAddress(c, deps.settings.proxies))
    } catch (error) {
      return problem(error as ApiProblem, deps, deps.newId())
    }
    const given = c.req.path.split('/', mostParts + 1)
    const known = endpoints.filter((_endpoint, at) => matches(partsOf[at]!, given))
    if (known.length === 0) return problem(notFound(), deps, deps.newId())
    const allowed = known.map(({ method }) => method).join(', ')
    return problem(new ApiProblem(405, 'NotFound', `Use ${allowed} here.`), deps, deps.newId(), {
      allow: allowed,
    })
  })
}

const matches = (wanted: string[], given: string[]): boolean =>
  wanted.length === given.length &&
  wanted.every((part, index) => part.startsWith(':') || part === given[index])
