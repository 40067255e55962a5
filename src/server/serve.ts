import cluster from 'node:cluster'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { REQUEST_TIMEOUT_MS } from '#lib/shared/constants.ts'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { PAGES_BEYOND } from '#lib/site/all-calls.ts'
import { basePath } from '#lib/shared/site-paths.ts'
import type { ServedAssembly } from './assemble.ts'
import { assembleAny } from './assemble-any.ts'
import { answerOnDemand, mayBeOnDemand, type RenderPage } from './site/on-demand.ts'
import { pageMarks } from './site/page-marks.ts'
import { vendorsOf, type PageVendor } from './platform/http/security-headers.ts'
import { otherPlaces } from './site/other-builds.ts'
import { ownBuild } from './site/published-builds.ts'
import { holdBuild } from './site/served-builds.ts'
import { loadSiteFiles, type SiteFiles } from './site/site-files.ts'
import { viewerOnPages } from './site/viewer-on-pages.ts'
import { ApiProblem } from './platform/http/api-problem.ts'
import { requestAddress } from './platform/http/client-address.ts'
import { enforcePageLimit } from './platform/http/limits.ts'
import { PiecedRequest } from './platform/http/pieced-request.ts'
import { closeStalled, limitConnections } from './platform/http/connections.ts'
import { LeavingAnswers } from './platform/http/leaving-answers.ts'
import { beginInTurns, inTurn } from './platform/http/in-turn.ts'
import { siteOf } from './platform/http/network.ts'
import { openLog } from './platform/log.ts'
import { REQUEST_CHANNEL, type RequestMetric } from './platform/metrics/channels.ts'
import { opensFirst, type WorkerMessage } from './processes.ts'
import { pageVendors } from './look-ups.ts'
import { stopServing } from './stop-serving.ts'
import type { Settings } from './platform/settings/settings.ts'
import { SettingError } from './platform/settings/environment.ts'

/** Longer than proxies keep idle connections (Caddy two minutes), so that the proxy closes them, never under a request. */
const KEEP_ALIVE_MS = 125_000

/** Without a proxy: browsers open a new one when they need it. */
const BROWSER_KEEP_ALIVE_MS = 15_000

/** Serves the storefront until a signal shuts it down gracefully. */
export async function serve(settings: Settings): Promise<void> {
  const base = basePath(new URL(settings.siteUrl).pathname)
  const dist = ownBuild()
  requireBuild(dist, base)
  try {
    holdBuild(dist)
  } catch (error) {
    openLog(settings.logLevel).warn(
      { err: error },
      'a publish may remove the build of this process',
    )
  }

  // The first process opens its port first, so that a second start fails before it touches the database. Later processes
  // leave requests to the others until they can answer.
  const isFirst = opensFirst()
  // Long enough for a file over a slow connection; other bodies have shorter limits of their own.
  const server = createServer({
    IncomingMessage: PiecedRequest,
    headersTimeout: 10_000,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: settings.proxies > 0 ? KEEP_ALIVE_MS : BROWSER_KEEP_ALIVE_MS,
  })
  server.on('connection', limitConnections(settings.proxies))
  closeStalled(server)
  const notYet = (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('retry-after', '1')
    plain(response, 503, 'Starting')
  }
  server.on('request', notYet)
  if (isFirst) await listen(server, settings)
  const host = ['0.0.0.0', '::', 'localhost'].includes(settings.host) ? '127.0.0.1' : settings.host
  const ownUrl = `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}`
  let assembly: ServedAssembly
  try {
    assembly = await assembleAny(settings, ownUrl)
  } catch (error) {
    server.close()
    throw error
  }
  const vendors = [...pageVendors(settings), ...viewerOnPages()]
  const mark = pageMarks(settings)
  const { siteUrl, versionsDir } = settings
  const others = otherPlaces(versionsDir)
  const files = loadSiteFiles(dist, { base, siteUrl, vendors, mark, others })
  const entry = pathToFileURL(join(dist, 'server/entry.mjs')).href
  // Loaded with the first page rendered on demand, so that the start does not wait for it.
  const loadRender = async () => ((await import(entry)) as { renderPage: RenderPage }).renderPage
  const state = { isStopping: false }
  server.off('request', notYet)
  const siteOfRequest = (request: IncomingMessage) =>
    siteOf(requestAddress(request, settings.proxies))
  const answer = respond({ assembly, files, loadRender, base, settings, vendors, mark, state })
  server.on('request', inTurn(beginInTurns(siteOfRequest, answer)))
  shutDownGracefully(server, assembly, settings, state)
  if (isFirst) greet(assembly, settings, base)
  else await listen(server, settings)
  cluster.worker?.send({ kind: 'ready' } satisfies WorkerMessage)
}

interface Parts {
  assembly: ServedAssembly
  files: SiteFiles
  loadRender: () => Promise<RenderPage>
  base: string
  settings: Settings
  vendors: readonly PageVendor[]
  mark: ReturnType<typeof pageMarks>
  state: { isStopping: boolean }
}

/** Routes a request by its address. */
function respond({ assembly, files, loadRender, base, settings, vendors, mark, state }: Parts) {
  const api = getRequestListener(assembly.api.fetch)
  const leaving = new LeavingAnswers()
  const cardPages = assembly.cardPages && getRequestListener(assembly.cardPages.fetch)
  const bankPages = assembly.bankPages && getRequestListener(assembly.bankPages.fetch)
  return (request: IncomingMessage, response: ServerResponse): void => {
    // Otherwise a busy connection would keep the shutdown waiting.
    if (state.isStopping) response.shouldKeepAlive = false
    const pathname = (request.url ?? '/').split('?', 1)[0]!
    // A proxy that checks them may name no host, as HTTP/1.0 allows.
    if (pathname === `${base}/healthz/live`) return plain(response, 200, 'live')
    if (pathname === `${base}/healthz/ready`)
      return void readiness(assembly)
        .then((text) =>
          text && !state.isStopping ? ([200, text] as const) : ([503, 'not ready'] as const),
        )
        .then(([status, text]) => plain(response, status, text))
    // A proxy may have used another one of two hosts.
    if (request.headersDistinct.host?.length !== 1) {
      response.shouldKeepAlive = false
      return plain(response, 400, 'Send one Host header.')
    }
    // The one page below /api is a file of the build.
    if (
      !settings.ownApi &&
      pathname.startsWith(`${base}/api/docs`) &&
      files.answer(request, response, pathname)
    )
      return
    if (pathname === `${base}/api` || pathname.startsWith(`${base}/api/`)) {
      leaving.add(response, requestAddress(request, settings.proxies))
      return void api(request, response)
    }
    if (cardPages && pathname.startsWith(`${base}/demo/card/`))
      return void cardPages(request, response)
    if (bankPages && pathname.startsWith(`${base}/demo/bank/`))
      return void bankPages(request, response)
    if (assembly.apiAnswers && pathname === `${base}/healthz/api`)
      return void assembly
        .apiAnswers()
        .then((answers) =>
          plain(response, answers ? 200 : 503, answers ? 'the API answers' : API_SILENT),
        )
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return plain(response, 405, 'Method not allowed')
    }
    // Every build has the pages of the mailbox and the failure lab.
    if (!settings.isDemo && pathname.startsWith(`${base}/demo/`))
      return void files.answerPage(response, `${base}/404.html`, 404)
    if (settings.ownApi && PAGES_BEYOND.some((page) => pathname.startsWith(base + page)))
      return void files.answerPage(response, `${base}/404.html`, 404)
    trackResponse(request, response)
    const ip = requestAddress(request, settings.proxies)
    const answered = files.answer(request, response, pathname)
    leaving.add(response, ip, { isShared: answered === 'from memory' })
    if (answered) return
    if (assembly.deps.load.isOverloaded()) {
      response.setHeader('retry-after', '2')
      return plain(response, 503, 'The system is currently unavailable, please try again shortly.')
    }
    try {
      enforcePageLimit(assembly.deps, ip, mayBeOnDemand(pathname))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      response.setHeader('retry-after', String(Math.ceil(error.extra.retryAfterS ?? 1)))
      return plain(response, 429, error.message)
    }
    const options = {
      siteUrl: settings.siteUrl,
      vendors: vendorsOf(vendors, base, pathname),
      mark,
      onMissing: () => files.answerPage(response, `${base}/404.html`, 404),
      onFault: (error: unknown) => {
        assembly.deps.log.error({ err: error, page: pathname }, 'a page failed')
        files.answerPage(response, `${base}/500.html`, 500)
      },
    }
    void loadRender().then(
      (renderPage) => answerOnDemand(renderPage, request, response, options),
      options.onFault,
    )
  }
}

const API_SILENT = 'the API does not answer'

/** Says that the storefront is ready; empty when it is not. Pages stand without the brand's own API. */
async function readiness({ isReady, apiAnswers }: ServedAssembly): Promise<string> {
  if (!(await isReady())) return ''
  return !apiAnswers || (await apiAnswers()) ? 'ready' : `ready, but ${API_SILENT}`
}

/** Publishes metrics of an answered page or file. */
function trackResponse(request: IncomingMessage, response: ServerResponse): void {
  if (!REQUEST_CHANNEL.hasSubscribers) return
  const startedMs = performance.now()
  response.once('close', () =>
    REQUEST_CHANNEL.publish({
      requestId: '',
      method: request.method!,
      route: 'page',
      status: response.statusCode,
      ms: performance.now() - startedMs,
    } satisfies RequestMetric),
  )
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(text)
}

function requireBuild(dist: string, base: string): void {
  const note = join(dist, 'build.json')
  if (!existsSync(note))
    throw new SettingError('There is no build: run "npm run build" first, or "npm start".')
  const built = basePath((JSON.parse(readFileSync(note, 'utf8')) as { base: string }).base)
  if (built !== base)
    throw new SettingError(
      `SITE_URL has the path "${base || '/'}", but the pages were built for "${built || '/'}": build again.`,
    )
}

function listen(server: Server, { port, host }: Settings): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `PORT ${port} is taken by another program: set PORT to a free one.`,
        EACCES: `PORT ${port} needs more rights than this user has: set PORT to 1024 or above.`,
        EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
        ENOTFOUND: `HOST ${host} is not an address of this machine.`,
      }
      fail(new SettingError(reasons[error.code ?? ''] ?? `HOST, PORT: ${error.message}.`))
    })
    server.listen(port, host, done)
  })
}

function shutDownGracefully(
  server: Server,
  assembly: ServedAssembly,
  { drainMs }: Settings,
  state: { isStopping: boolean },
): void {
  const { log } = assembly.deps
  const stop = async (exitCode: number) => {
    if (state.isStopping) process.exit(1)
    state.isStopping = true
    await stopServing(server, drainMs, () => assembly.stop())
    process.exit(exitCode)
  }
  // A worker gets the signal from its primary process, and maybe from the sender as well.
  process.on('SIGTERM', () => (cluster.isWorker && state.isStopping ? undefined : void stop(0)))
  process.on('SIGINT', () => (cluster.isWorker ? undefined : void stop(0)))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error')
    void stop(1)
  })
}

function greet({ simulated, off }: ServedAssembly, settings: Settings, base: string): void {
  const lines = ['', `  The storefront is open: http://localhost:${settings.port}${base}/`]
  if (settings.isDemo) {
    lines.push('', `  Sample accounts, password "${SAMPLE_PASSWORD}":`)
    for (const { email, what } of SAMPLE_ACCOUNTS) lines.push(`    ${email.padEnd(24)} ${what}`)
    lines.push('', '  Make things go wrong: /demo/lab/')
  }
  if (simulated.length > 0)
    lines.push('', '  Simulated:', ...simulated.map((line) => `    ${line}`))
  if (off.length > 0) lines.push('', '  Off:', ...off.map((line) => `    ${line}`))
  console.log([...lines, ''].join('\n'))
}
