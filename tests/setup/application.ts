import { gunzipSync } from 'node:zlib'
import pino from 'pino'
import { catalogue, catalogueVersion } from '#content/catalogue.ts'
import { createClient, withToken, type ApiCall, type Authorize } from '#lib/api/client.ts'
import { contract } from '#lib/contract.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { createApp } from '#server/app.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { noBank } from '#server/providers/bank/no-bank.ts'
import { noCard } from '#server/providers/card/no-card.ts'
import { jsonLender } from '#server/providers/lender/json-lender.ts'
import { simulatedLender } from '#server/providers/lender/simulator.ts'
import { lookUpProviders } from '#server/look-ups.ts'
import { openApiOf } from '#server/site/openapi.ts'
import { readSettings, type Settings } from '#server/platform/settings/settings.ts'
import { createJudge, type OpenApiDocument } from './answer-judge.ts'
import { cleanerInProcess } from './cleaner-in-process.ts'
import { memoryFiles } from './memory-files.ts'
import { NO_QUOTAS } from './no-quotas.ts'

/** Cheap password hashing; the default cost has its own test. */
const QUICK_PASSWORDS = { memory: 64, passes: 1, parallelism: 1 }

/** What the lender signs its notices with. */
export const LENDER_SECRET = 'what a lender signs with'

/** A clock that moves only when advanced. */
class Clock {
  atMs = Date.parse('2026-11-23T01:00:00.000Z')
  readonly now = () => new Date(this.atMs)
  advance(ms: number) {
    this.atMs += ms
  }
}

export interface Application {
  deps: Deps
  clock: Clock
  /** The application itself, for requests the client would not make. Paths begin with `/api`. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** A browser of its own: it keeps the cookie it is given. */
  browser(authorize?: Authorize): ApiCall
}

/** Settings by their environment name, and parts to replace. */
export interface Overrides {
  env?: Record<string, string>
  deps?: Partial<Deps>
}

/** The real application on a database, with a clock that does not move. Only the network is missing. */
export function startApplication(db: Db, overrides: Overrides = {}): Application {
  const clock = new Clock()
  const settings: Settings = readSettings({
    SITE_URL: 'http://shop.test',
    DATABASE_URL: 'file::memory:',
    DEMO: 'on',
    CHECK_ANSWERS: 'on',
    // A machine that tests is late now and then; what is done then has tests of its own.
    MAX_DELAY_MS: '0',
    ...NO_QUOTAS,
    ...overrides.env,
  })
  const deps: Deps = {
    db,
    settings,
    keys: deriveKeys('a secret for tests, long enough to be one', QUICK_PASSWORDS),
    catalogue,
    catalogueVersion,
    now: clock.now,
    startedAt: new Date(0),
    newId,
    log: pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    load: { isOverloaded: () => false },
    card: noCard,
    bank: noBank,
    lender: {
      ...simulatedLender(clock.now),
      readNotice: jsonLender({
        url: '',
        key: '',
        webhookSecret: LENDER_SECRET,
        hasSoftCheck: false,
      }).readNotice,
    },
    files: memoryFiles(),
    fileCleaner: cleanerInProcess,
    lab: null,
    ...lookUpProviders(settings, { db, catalogue, now: clock.now }),
    ...overrides.deps,
  }
  const app = createApp(deps)
  const request = async (path: string, init?: RequestInit) => {
    const response = await app.request(new URL(path, settings.siteUrl).href, init)
    await holdToDocument(deps, path, init?.method ?? 'GET', response.clone())
    return response
  }
  return {
    deps,
    clock,
    request,
    browser(authorize) {
      let cookie = ''
      return createClient({
        base: '/api',
        sleep: async () => {},
        ...(authorize && { authorize }),
        fetch: async (url, init) => {
          const headers = new Headers(init?.headers)
          if (cookie && init?.credentials !== 'omit') headers.set('cookie', cookie)
          const response = await request(String(url), { ...init, headers })
          cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
          return response
        },
      })
    },
  }
}

export type Judge = ReturnType<typeof createJudge>
const judges = new Map<string, Judge>()

/** Judges answers by the document that an application serves. Its schemas are compiled once for all of a worker. */
export function judgeOf(deps: Deps): Judge {
  const { siteUrl } = deps.settings
  const judge = judges.get(siteUrl) ?? createJudge(openApiOf(deps) as unknown as OpenApiDocument)
  judges.set(siteUrl, judge)
  return judge
}

/** An answer that is not as the OpenAPI document says is complained about; that fails the test (no-console-errors.ts). */
async function holdToDocument(deps: Deps, path: string, method: string, response: Response) {
  const { pathname } = new URL(path, deps.settings.siteUrl)
  const endpoint = findEndpoint(method, pathname.slice(pathname.indexOf('/api') + '/api'.length))
  if (!endpoint) return
  const { status, headers } = response
  const text = await textOf(response)
  const complaints = judgeOf(deps)(endpoint, { status, headers, text })
  if (complaints.length > 0) console.error(`${method} ${path}: ${status}`, complaints)
}

const textOf = async (response: Response): Promise<string> =>
  response.headers.get('content-encoding') === 'gzip'
    ? gunzipSync(await response.arrayBuffer()).toString()
    : response.text()

const patterns = Object.values(contract)
  .map((endpoint) => ({
    endpoint,
    // Words come before parameters: `/customers/search` is no customer.
    parameters: endpoint.path.split(':').length,
    pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
  }))
  .sort((a, b) => a.parameters - b.parameters)

const findEndpoint = (method: string, path: string): Endpoint | undefined =>
  patterns.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path))
    ?.endpoint

/** Tokens for a client that never refreshes. */
export const bearer = withToken
