import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '#lib/api/endpoint.ts'
import type { Db } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { poliBank } from '#server/providers/bank/poli.ts'
import { startBankSimulator } from '#server/providers/bank/simulator/simulator.ts'
import { LIMITS } from '#server/platform/settings/limits.ts'
import type { Deps } from '#server/deps.ts'
import { newLab } from '#server/lab-state.ts'
import type { Answered } from './answer-judge.ts'
import { judgeOf, type Application, type Judge } from './application.ts'
import { openCardShop, type CardShop } from './provider-shop.ts'
import { easyCaptcha } from './people.ts'
import { arrive, type Person } from './purchases.ts'

export interface World {
  app: Application
  shop: CardShop
  /** A customer, another one, and a member of staff: each signed in. */
  mia: Person
  rawiri: Person
  staff: Person
  /** The errors of an answer, by the served OpenAPI document. */
  judge: Judge
  stop(): Promise<void>
}

/** The whole shop with its people and its payment providers, with no limits except the test's own. */
export async function openWorld(
  db: Db,
  deps: Partial<Deps> = {},
  settings: Record<string, string> = {},
): Promise<World> {
  const limits = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '999999999']))
  const folder = mkdtempSync(join(tmpdir(), 'world-'))
  const bank = await startBankSimulator({
    file: join(folder, 'bank-simulator.db'),
    siteUrl: 'http://shop.test',
    // Nothing listens on the discard port: what is said by notices is a matter of other tests.
    noticeUrl: 'http://127.0.0.1:9/',
  })
  const shop = await openCardShop(db, {
    env: { ...limits, FEATURE_RESERVATIONS: 'on', LIMIT_CODE_TRIES: '5', ...settings },
    deps: { captcha: easyCaptcha, bank: poliBank(bank.settings), lab: newLab(), ...deps },
  })
  const { app } = shop
  await seedDemo(app.deps)
  return {
    app,
    shop,
    mia: await arrive(app),
    rawiri: await arrive(app, 'company@demo.example'),
    staff: await arrive(app, 'staff@demo.example'),
    judge: judgeOf(app.deps),
    async stop() {
      await shop.stop()
      await bank.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What a test says of a request; the rest is the endpoint's. */
export interface Asked {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  /** JSON, for a form its fields, or a file. */
  body?: unknown
  headers?: Record<string, string>
}

const MEDIA_TYPES = {
  json: 'application/json',
  raw: 'application/json',
  form: 'application/x-www-form-urlencoded',
  file: 'image/png',
}

/** The request of a call as `fetch` takes it. */
export function requestOf(
  { method, path, encoding }: Endpoint,
  { params = {}, query, body, headers }: Asked,
): [path: string, init: RequestInit] {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? 'nothing')),
  )
  const search = query
    ? `?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`
    : ''
  const type = MEDIA_TYPES[encoding ?? 'json']
  const text =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array
      ? (body as string | Uint8Array<ArrayBuffer> | undefined)
      : encoding === 'form'
        ? new URLSearchParams(body as Record<string, string>).toString()
        : JSON.stringify(body)
  return [
    `/api${filled}${search}`,
    {
      method,
      headers: { ...(text === undefined ? {} : { 'content-type': type }), ...headers },
      ...(text === undefined ? {} : { body: text }),
    },
  ]
}

/** Asks, and reads the answer whole. */
export async function ask(
  { app }: Pick<World, 'app'>,
  ...request: [path: string, init: RequestInit]
): Promise<Answered> {
  const response = await app.request(...request)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
