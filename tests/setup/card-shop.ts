import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { CardProvider } from '#server/providers/card/card-provider.ts'
import {
  startCardSimulator,
  type CardSimulator,
} from '#server/providers/card/simulator/simulator.ts'
import { stripeCard } from '#server/providers/card/stripe.ts'
import { startApplication, type Application } from './application.ts'

/** What a buyer does at the provider's page, and how its notice travels. */
export interface AtThePage {
  outcome: 'pay' | 'decline' | 'cancel'
  notice?: 'usual' | 'first' | 'twice' | 'never'
  return?: 'usual' | 'never'
}

export interface CardShop {
  app: Application
  simulator: CardSimulator
  /** Presses a button at the provider's page. Answers where the browser is sent, or the page. */
  atThePage(url: string, choice: AtThePage): Promise<{ location: string | null; html: string }>
  /** Follows the provider's way back into the shop; answers where the shop sends the browser. */
  comeBack(location: string): Promise<string>
  /** How often each call of the provider was made. */
  calls: Record<'createSession' | 'findSession' | 'expireSession', number>
  /** How many notices the provider has sent. */
  notices(): number
  /** The provider's own database, to make it say something else. */
  provider<T>(work: (database: DatabaseSync) => T): T
  /** What the provider answers fails from now on, until it is told otherwise. */
  breakProvider(isBroken: boolean): void
  stop(): Promise<void>
}

/**
 * The application with the real adapter, and the simulated provider behind it over HTTP, with notices that
 * come back over HTTP.
 */
export async function openCardShop(
  db: Kysely<Database>,
  overrides: Parameters<typeof startApplication>[1] = {},
): Promise<CardShop> {
  const folder = mkdtempSync(join(tmpdir(), 'card-shop-'))
  const file = join(folder, 'card-simulator.db')
  let app: Application | null = null
  let notices = 0

  const hook = createServer(
    getRequestListener(async (request) => {
      notices += 1
      const { pathname } = new URL(request.url)
      return app!.request(pathname, {
        method: request.method,
        headers: request.headers,
        body: await request.arrayBuffer(),
      })
    }),
  )
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const { port } = hook.address() as AddressInfo

  const now = () => app?.clock.now() ?? new Date()
  const simulator = await startCardSimulator({
    file,
    siteUrl: 'http://shop.test',
    webhookUrl: `http://127.0.0.1:${port}/api/stripe/webhook`,
    noticeDelayMs: 100,
    now,
  })
  const calls = { createSession: 0, findSession: 0, expireSession: 0 }
  const adapter = stripeCard(simulator.settings, now)
  const elsewhere = stripeCard(
    // Nothing listens on the discard port.
    { ...simulator.settings, server: { name: 'nowhere', host: '127.0.0.1', port: 9 } },
    now,
  )
  let current = adapter
  const card: CardProvider = {
    ...adapter,
    createSession: (order) => ((calls.createSession += 1), current.createSession(order)),
    findSession: (id) => ((calls.findSession += 1), current.findSession(id)),
    expireSession: (id) => ((calls.expireSession += 1), current.expireSession(id)),
    refund: (refund) => current.refund(refund),
  }
  app = startApplication(db, { ...overrides, deps: { card, ...overrides.deps } })
  const shop = app

  return {
    app: shop,
    simulator,
    calls,
    notices: () => notices,
    async atThePage(url, choice) {
      const response = await simulator.pages.request(url, {
        method: 'POST',
        body: new URLSearchParams({ ...choice }),
      })
      return { location: response.headers.get('location'), html: await response.text() }
    },
    async comeBack(location) {
      const response = await shop.request(location)
      if (response.status !== 303) throw new Error(`the return answers ${response.status}`)
      return response.headers.get('location')!
    },
    provider(work) {
      const database = new DatabaseSync(file, { timeout: 5000 })
      try {
        return work(database)
      } finally {
        database.close()
      }
    },
    breakProvider(isBroken) {
      current = isBroken ? elsewhere : adapter
    },
    async stop() {
      await simulator.stop()
      hook.closeAllConnections()
      hook.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
