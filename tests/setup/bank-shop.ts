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
import type { Deps } from '#server/deps.ts'
import type { BankProvider } from '#server/providers/bank/bank-provider.ts'
import { poliBank } from '#server/providers/bank/poli.ts'
import {
  startBankSimulator,
  type BankSimulator,
} from '#server/providers/bank/simulator/simulator.ts'
import { startApplication, type Application } from './application.ts'

export interface BankShop {
  app: Application
  simulator: BankSimulator
  /** Presses a button at the provider's page. Answers where the browser is sent, or the page. */
  atThePage(
    url: string,
    choice: {
      outcome: 'pay' | 'decline' | 'cancel' | 'unverified'
      notice?: 'usual' | 'first' | 'twice' | 'never'
      return?: 'usual' | 'never'
    },
  ): Promise<{ location: string | null; html: string }>
  /** Follows the provider's way back into the shop; answers where the shop sends the browser. */
  comeBack(location: string, method?: 'GET' | 'POST'): Promise<string>
  /** How many nudges the provider has sent. */
  nudges(): number
  /** The provider's own database, to make it say something else. */
  provider<T>(work: (database: DatabaseSync) => T): T
  /** What the provider answers fails from now on, until it is told otherwise. */
  breakProvider(isBroken: boolean): void
  stop(): Promise<void>
}

/** The application with the real adapter of bank payments, and the simulated provider behind it over HTTP. */
export async function openBankShop(
  db: Kysely<Database>,
  deps: Partial<Deps> = {},
): Promise<BankShop> {
  const folder = mkdtempSync(join(tmpdir(), 'bank-shop-'))
  const file = join(folder, 'bank-simulator.db')
  let app: Application | null = null
  let nudges = 0
  const hook = createServer(
    getRequestListener(async (request) => {
      nudges += 1
      return app!.request('/api/poli/nudge', {
        method: 'POST',
        headers: request.headers,
        body: await request.arrayBuffer(),
      })
    }),
  )
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const { port } = hook.address() as AddressInfo
  const simulator = await startBankSimulator({
    file,
    siteUrl: 'http://shop.test',
    nudgeUrl: `http://127.0.0.1:${port}/`,
    noticeDelayMs: 100,
    now: () => app?.clock.now() ?? new Date(),
  })
  const adapter = poliBank(simulator.settings)
  // Nothing listens on the discard port.
  const elsewhere = poliBank({ ...simulator.settings, url: 'http://127.0.0.1:9' })
  let current = adapter
  const bank: BankProvider = {
    ...adapter,
    startPayment: (order) => current.startPayment(order),
    findPayment: (token) => current.findPayment(token),
  }
  app = startApplication(db, { deps: { bank, ...deps } })
  const shop = app
  return {
    app: shop,
    simulator,
    nudges: () => nudges,
    async atThePage(url, choice) {
      const response = await simulator.pages.request(url, {
        method: 'POST',
        body: new URLSearchParams({ ...choice }),
      })
      return { location: response.headers.get('location'), html: await response.text() }
    },
    async comeBack(location, method = 'GET') {
      const url = new URL(location)
      const response = await shop.request(
        method === 'GET' ? location : url.pathname,
        method === 'GET' ? {} : { method, body: new URLSearchParams(url.search) },
      )
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
