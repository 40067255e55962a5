import { Hono, type Context } from 'hono'
import { proxy } from 'hono/proxy'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { getConfig, getOpenApi } from '#lib/site/calls.ts'
import { specificationCalls } from '#lib/contract.ts'
import { oauthAnswer } from '#server/api-clients/oauth.ts'
import {
  answerUnknown,
  apiRoot,
  headersOf,
  incomingOf,
  problem,
  SERVER_ERROR,
  UNAVAILABLE,
  type AnswerDeps,
} from '#server/answers.ts'
import type { Deps } from '#server/deps.ts'
import { ApiProblem, notFound } from '#server/platform/http/api-problem.ts'
import { fairSlots } from '#server/platform/fair-queue.ts'
import { siteOf } from '#server/platform/http/network.ts'
import { lineOfVisitor } from '#server/platform/http/heavy-calls.ts'
import { ArrivingBody } from '#server/platform/http/bodies.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { countingDone, enforceLimits, enforceSignInLimit } from '#server/platform/http/limits.ts'
import { readBytes, takesBody } from '#server/platform/http/request.ts'
import { REQUEST_CHANNEL, type RequestMetric } from '#server/platform/metrics/channels.ts'
import type { OwnApiSettings } from '#server/platform/settings/own-api.ts'
import { configOf } from '#server/site/config.ts'
import { openApiOf } from '#server/site/openapi.ts'
import type { OwnApi } from './own-api.ts'

/** Headers of a request that the API is given. All others, cookies among them, stay here. */
const PASSED_ON = [
  'accept',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'x-captcha-token',
]
/** Headers of its answer that the browser is given. */
const PASSED_BACK = ['content-type', 'etag', 'retry-after', 'www-authenticate']

/** Larger than any list of the contract. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024

export type PassOnDeps = AnswerDeps & Pick<Deps, 'catalogue'> & { ownApi: OwnApi }

/** `/api` in front of the brand's own API: the specification's calls are passed on, no other is there. */
export function createPassingApp(deps: PassOnDeps, settings: OwnApiSettings): Hono {
  const app = new Hono()
  const root = apiRoot(deps)
  const passed = specificationCalls()
  for (const endpoint of passed)
    app.on(endpoint.method, `${root}${endpoint.path}`, (c) =>
      answered(deps, endpoint, (requestId) => passOn(deps, settings, c, endpoint, requestId)),
    )
  const openApi = openApiOf(deps, [...passed, getConfig, getOpenApi])
  const own = [
    { endpoint: getConfig, answer: async () => configOf(deps, await deps.ownApi.facts()) },
    { endpoint: getOpenApi, answer: () => openApi },
  ]
  for (const { endpoint, answer } of own)
    app.on(endpoint.method, `${root}${endpoint.path}`, (c) =>
      answered(deps, endpoint, async (requestId) => {
        enforceLimits(deps, endpoint, { ip: clientAddress(c, deps.settings.proxies) })
        const headers = { ...headersOf(deps, requestId), 'cache-control': 'no-cache' }
        return Response.json(await answer(), { headers })
      }),
    )
  answerUnknown(app, deps, root, [...passed, getConfig, getOpenApi])
  return app
}

/** Answers a call, also when that fails, and measures it. */
async function answered(
  deps: PassOnDeps,
  endpoint: Endpoint,
  answer: (requestId: string) => Promise<Response>,
): Promise<Response> {
  const requestId = deps.newId()
  const startedMs = performance.now()
  let response: Response
  try {
    response = await answer(requestId)
  } catch (error) {
    const known = error instanceof ApiProblem ? error : faultOf(deps, error, endpoint, requestId)
    response =
      endpoint.encoding === 'form'
        ? oauthAnswer(known, headersOf(deps, requestId))
        : problem(known, deps, requestId)
  }
  const { status } = response
  const { method, path: route } = endpoint
  const ms = performance.now() - startedMs
  REQUEST_CHANNEL.publish({ requestId, method, route, status, ms } satisfies RequestMetric)
  return response
}

async function passOn(
  deps: PassOnDeps,
  { url, timeoutMs }: OwnApiSettings,
  c: Context,
  endpoint: Endpoint,
  requestId: string,
): Promise<Response> {
  if (deps.load.isOverloaded())
    throw new ApiProblem(503, 'Unavailable', UNAVAILABLE, [], { retryAfterS: 2 })
  const ip = clientAddress(c, deps.settings.proxies)
  enforceLimits(deps, endpoint, { ip })
  // A server that reads parameters from the query too would find other ones there than those that were counted.
  const { pathname, search } = new URL(c.req.url)
  const root = apiRoot(deps)
  // The router also finds calls under another spelling of it, such as `/%61pi`, which is longer.
  if (!pathname.startsWith(`${root}/`)) throw notFound()
  const path = pathname.slice(root.length)
  const target = new URL(`${url}${path}${endpoint.query ? search : ''}`)
  if (leadsElsewhere(path, endpoint)) throw notFound()
  if (target.pathname !== `${new URL(url).pathname.replace(/\/$/, '')}${path}`) throw notFound()

  const headers = new Headers()
  for (const name of [...PASSED_ON, ...(endpoint.auth === 'none' ? [] : ['authorization'])]) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  headers.set('x-forwarded-for', ip)
  headers.set('x-request-id', requestId)
  const line = lineOfVisitor(ip)
  const body = takesBody(endpoint) ? new ArrivingBody(deps, line, false) : null
  let giveBack = () => {}
  try {
    const bytes = body && (await readBytes(c.req.raw, endpoint, body, incomingOf(c)))
    // Sent as we read it: a server that splits it differently would read other fields than the ones we counted.
    const form = endpoint.encoding === 'form' && bytes ? formOf(bytes) : null
    if (form) headers.set('content-type', 'application/x-www-form-urlencoded')
    if (endpoint.name === 'token' && form && !isRenewal(form)) enforceSignInLimit(deps, ip)
    const asked = () =>
      ask(deps, endpoint, requestId, target, {
        method: endpoint.method,
        headers,
        ...(bytes && { body: form ? form.toString() : bytes }),
        redirect: 'manual',
        // A change goes on after its sender has left: they may ask what became of it.
        signal:
          endpoint.method === 'GET'
            ? AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(timeoutMs)])
            : AbortSignal.timeout(timeoutMs),
      })
    const isRefused = ({ status }: Response) => status >= 400 && status < 500
    giveBack = await underWay(line, siteOf(ip))
    return await countingDone(deps, endpoint, { ip }, asked, isRefused)
  } finally {
    giveBack()
    body?.release()
  }
}

/** Calls that wait for the API, so that one that hangs takes neither this process's memory nor its ports. */
const underWay = fairSlots({
  atOnce: 1000,
  atOnceOfLine: 150,
  mostWaiting: 500,
  mostWaitMs: 10_000,
  busy: () => new ApiProblem(503, 'Unavailable', UNAVAILABLE, [], { retryAfterS: 2 }),
})

const formOf = (bytes: Uint8Array) => new URLSearchParams(new TextDecoder().decode(bytes))

/**
 * Whether a request for tokens renews a session: those who are signed in wait for no one. Some servers read other names
 * as `grant_type`, such as `grant.type`, so one with such names is none.
 */
function isRenewal(form: URLSearchParams): boolean {
  const grants = form.getAll('grant_type')
  const isPlain = [...form.keys()].every((name) => /^[a-z]+(_[a-z]+)*$/.test(name))
  return isPlain && grants.length === 1 && grants[0] === 'refresh_token'
}

/**
 * Whether a path would be that of another call at the API, also where a server there decodes it first, or twice: it has
 * other parts than the call's, or one such as `..`.
 */
function leadsElsewhere(path: string, endpoint: Endpoint): boolean {
  const parts = endpoint.path.split('/').length
  let decoded = path
  for (let round = 0; round < 3; round++) {
    const found = decoded.split(/[/\\]/)
    if (found.length !== parts || found.some((part) => /^\.{1,2}$|[;?#]/.test(part))) return true
    try {
      decoded = decodeURIComponent(decoded)
    } catch {
      return true
    }
  }
  return false
}

async function ask(
  deps: PassOnDeps,
  endpoint: Endpoint,
  requestId: string,
  target: URL,
  request: RequestInit & { headers: Headers },
): Promise<Response> {
  const answer = await proxy(target, request)
  const body = await readWhole(answer)
  const { status } = answer
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(answer.headers.get('content-type') ?? '')
  const isBare = status === 304 || (status === endpoint.ok && !endpoint.answer)
  const isRedirect = status >= 300 && status < 400 && status !== 304
  if (isRedirect || (!isJson && !isBare)) throw unreadable(deps, endpoint, requestId, status)
  const headers = headersOf(deps, requestId)
  for (const name of PASSED_BACK) {
    const value = answer.headers.get(name)
    if (value !== null) headers[name] = value
  }
  headers['cache-control'] =
    endpoint.isPublic && status < 400 ? 'public, max-age=0, must-revalidate' : 'no-store'
  if (isBare) delete headers['content-type']
  return new Response(isBare ? null : body, { status, headers })
}

async function readWhole(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > MAX_ANSWER_BYTES)
      throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The answer is no JSON, or leads elsewhere: the sentence of the specification (§8) for its status. */
function unreadable(
  deps: PassOnDeps,
  { path: route }: Endpoint,
  requestId: string,
  status: number,
): ApiProblem {
  deps.log.warn({ requestId, route, status }, 'the API gave an answer that is not JSON')
  if (status === 500) return new ApiProblem(500, 'ServerError', SERVER_ERROR)
  if (status === 503) return new ApiProblem(503, 'Unavailable', UNAVAILABLE)
  return new ApiProblem(502, 'ServerError', `Unexpected response from server (${status})`)
}

function faultOf(
  deps: PassOnDeps,
  error: unknown,
  { path: route }: Endpoint,
  requestId: string,
): ApiProblem {
  deps.log.warn({ requestId, route, err: error }, 'the API did not answer')
  return new ApiProblem(503, 'Unavailable', UNAVAILABLE)
}
