import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { poliBank, type PoliSettings } from '#server/providers/bank/poli.ts'
import { startBankSimulator } from '#server/providers/bank/simulator/simulator.ts'
import { startCardSimulator } from '#server/providers/card/simulator/simulator.ts'
import { stripeCard } from '#server/providers/card/stripe.ts'
import type { StripeSettings } from '#server/providers/card/stripe-sdk.ts'
import type { Simulator, SimulatorOptions } from '#server/providers/payment-simulator/run.ts'
import { startApplication, type Application, type Overrides } from './application.ts'

/** What the provider, or a bank, does to money that was paid. */
type MoneyAct =
  | 'refunds-wait'
  | 'refund-arrives'
  | 'refund-fails'
  | 'dispute'
  | 'dispute-won'
  | 'dispute-lost'
  | 'payout'
  | 'payout-fails'

/** What a buyer does at the provider's page, and how its notice travels. */
interface AtThePage<Outcome = 'pay' | 'decline' | 'cancel' | MoneyAct> {
  outcome: Outcome
  notice?: 'usual' | 'first' | 'twice' | 'never'
  return?: 'usual' | 'never'
}

interface ProviderShop<Settings, Choice> {
  app: Application
  simulator: Simulator<Settings>
  /** Presses a button at the provider's page. Answers where the browser is sent, or the page. */
  atThePage(url: string, choice: Choice): Promise<{ location: string | null; html: string }>
  /** Follows the provider's way back into the shop; answers where the shop sends the browser. */
  comeBack(location: string, method?: 'GET' | 'POST'): Promise<string>
  /** How many notices the provider has sent. */
  notices(): number
  /** How many of them the shop has answered. */
  answered(): number
  /** The provider's own database, to make it say something else. */
  provider<T>(work: (database: DatabaseSync) => T): T
  /** The provider's answers fail from now on, until this is reset. */
  breakProvider(isBroken: boolean): void
  stop(): Promise<void>
}
export type BankShop = ProviderShop<
  PoliSettings,
  AtThePage<'pay' | 'decline' | 'cancel' | 'unverified'>
>
export type CardShop = ProviderShop<StripeSettings, AtThePage> & {
  /** How often the provider was asked for a session. */
  sessionCalls(): number
}

interface Wiring<Settings, Adapter> {
  start(options: SimulatorOptions): Promise<Simulator<Settings>>
  /** Where the shop takes notices. */
  noticePath: string
  adapter(settings: Settings, now: () => Date): Adapter
  /** For an adapter without a server: nothing listens on the discard port. */
  nowhere: Partial<Settings>
  /** What the application gets. */
  deps(current: () => Adapter): Partial<Deps>
}

/**
 * The application with a real adapter of payments, and the simulated provider behind it over HTTP, with notices
 * that come back over HTTP.
 */
async function openShop<Settings, Adapter>(
  db: Db,
  overrides: Overrides,
  { start, noticePath, adapter, nowhere, deps }: Wiring<Settings, Adapter>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'provider-shop-'))
  const file = join(folder, 'simulator.db')
  let app: Application | null = null
  let notices = 0
  let answered = 0

  const hook = createServer(
    getRequestListener(async (request) => {
      notices += 1
      const answer = await app!.request(new URL(request.url).pathname, {
        method: request.method,
        headers: request.headers,
        body: await request.arrayBuffer(),
      })
      answered += 1
      return answer
    }),
  )
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const { port } = hook.address() as AddressInfo

  const now = () => app?.clock.now() ?? new Date()
  const simulator = await start({
    file,
    siteUrl: 'http://shop.test',
    noticeUrl: `http://127.0.0.1:${port}${noticePath}`,
    noticeDelayMs: 100,
    now,
    ...(overrides.deps?.lab && { lab: overrides.deps.lab }),
  })
  const whole = adapter(simulator.settings, now)
  const broken = adapter({ ...simulator.settings, ...nowhere }, now)
  let current = whole
  app = startApplication(db, {
    ...overrides,
    deps: { ...deps(() => current), ...overrides.deps },
  })
  const shop = app

  return {
    app: shop,
    simulator,
    notices: () => notices,
    answered: () => answered,
    async atThePage(url: string, choice: AtThePage<string>) {
      const response = await simulator.pages.request(url, {
        method: 'POST',
        body: new URLSearchParams({ ...choice }),
      })
      return { location: response.headers.get('location'), html: await response.text() }
    },
    async comeBack(location: string, method: 'GET' | 'POST' = 'GET') {
      const { pathname, search } = new URL(location, 'http://shop.test')
      const response = await shop.request(
        method === 'GET' ? location : pathname,
        method === 'GET' ? {} : { method, body: new URLSearchParams(search) },
      )
      if (response.status !== 303) throw new Error(`the return answers ${response.status}`)
      return response.headers.get('location')!
    },
    provider<T>(work: (database: DatabaseSync) => T): T {
      const database = new DatabaseSync(file, { timeout: 5000 })
      try {
        return work(database)
      } finally {
        database.close()
      }
    },
    breakProvider(isBroken: boolean) {
      current = isBroken ? broken : whole
    },
    async stop() {
      await simulator.stop()
      hook.closeAllConnections()
      hook.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const openBankShop = (db: Db, overrides: Overrides = {}): Promise<BankShop> =>
  openShop(db, overrides, {
    start: startBankSimulator,
    noticePath: '/api/poli/nudge',
    adapter: poliBank,
    nowhere: { url: 'http://127.0.0.1:9' },
    deps: (current) => ({
      bank: {
        ...current(),
        startPayment: (order) => current().startPayment(order),
        findPayment: (token) => current().findPayment(token),
        listPaid: (day) => current().listPaid(day),
      },
    }),
  })

export async function openCardShop(db: Db, overrides: Overrides = {}): Promise<CardShop> {
  let sessionCalls = 0
  const shop = await openShop(db, overrides, {
    start: startCardSimulator,
    noticePath: '/api/stripe/webhook',
    adapter: stripeCard,
    nowhere: { server: { name: 'nowhere', host: '127.0.0.1', port: 9 } },
    deps: (current) => ({
      card: {
        ...current(),
        createSession: (order) => ((sessionCalls += 1), current().createSession(order)),
        findSession: (id) => current().findSession(id),
        expireSession: (id) => current().expireSession(id),
        refund: (refund) => current().refund(refund),
        findRefund: (id) => current().findRefund(id),
        findDispute: (id) => current().findDispute(id),
        findPayout: (id) => current().findPayout(id),
        listMoney: (range) => current().listMoney(range),
      },
    }),
  })
  return { ...shop, sessionCalls: () => sessionCalls }
}
