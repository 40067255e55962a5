import type { Storefront } from '#tests/e2e/server.ts'
import { signedIn, type Buyer } from '#tests/faults/shop.ts'
import type { Step } from '#tests/faults/steps.ts'
import { Ledger, purchasesOf } from '#tests/faults/writers.ts'
import { aRequest } from '#tests/setup/purchases.ts'
import { COMPRESSED } from './nginx.ts'
import type { Visit } from './offered.ts'
import type { RawClient } from './raw-client.ts'

/** Requests that wait for a connection: who comes then sees that the site is busy, and goes. */
const MOST_WAITING = 2_000
const MOST_PURCHASES = 200
/** A quote kept, a purchase begun, filled in and confirmed, a payment begun, paid and checked. */
const REQUESTS_EACH = 7
const BUYERS = ['customer@demo.example', 'company@demo.example']
const SESSIONS_EACH = 3
const REFRESH_EVERY_MS = 5_000

/** The bytes of a request. */
function written(method: string, path: string, headers: Record<string, string> = {}, body = '') {
  const all = { host: 'localhost', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

const sender = (client: RawClient, bytes: Buffer) => () =>
  client.waiting < MOST_WAITING ? client.send(bytes) : null

const get = (client: RawClient, share: number, path: string): Visit => ({
  name: path,
  share,
  send: sender(client, written('GET', path, COMPRESSED)),
})

/** Of a hundred requests of a launch, 80 are for these. */
export const pageVisits = (client: RawClient, pages: readonly string[]): Visit[] =>
  pages.map((path) => get(client, 80 / pages.length, path))

export function callVisits(client: RawClient): Visit[] {
  const body = JSON.stringify(aRequest())
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  return [
    get(client, 5, '/api/model/list'),
    get(client, 5, '/api/config'),
    get(client, 5, '/api/dealers'),
    {
      name: 'POST /api/quote',
      share: 4,
      send: sender(client, written('POST', '/api/quote', headers, body)),
    },
  ]
}

/** What was acknowledged, and how long each write took until it was. */
class TimedLedger extends Ledger {
  tookMs: number[] = []

  override async write<T>(step: Step<T>): Promise<T> {
    const startedMs = performance.now()
    const value = await super.write(step)
    this.tookMs.push(performance.now() - startedMs)
    return value
  }
}

/** People who buy, each from a quote to a paid deposit, in sessions that are refreshed meanwhile. */
export class Purchases {
  readonly ledger = new TimedLedger()
  readonly failures: string[] = []
  signedOut = 0
  underWay = 0
  #buy: (() => Promise<void>)[] = []
  #timer: NodeJS.Timeout | null = null
  #next = 0

  static async begin(site: Storefront): Promise<Purchases> {
    const purchases = new Purchases()
    const buyers: Buyer[] = []
    for (const email of BUYERS)
      for (let session = 0; session < SESSIONS_EACH; session += 1)
        buyers.push(await signedIn([site], email, () => (purchases.signedOut += 1)))
    purchases.#buy = buyers.map((buyer) => purchasesOf([site], buyer, purchases.ledger).buy)
    purchases.#timer = setInterval(() => {
      for (const { refresh } of buyers)
        void refresh().catch((error: Error) => purchases.failures.push(error.message))
    }, REFRESH_EVERY_MS)
    return purchases
  }

  /** One request of a hundred. What becomes of each is in the ledger. */
  get visit(): Visit {
    return {
      name: 'a purchase',
      share: 1 / REQUESTS_EACH,
      send: () => {
        if (this.underWay === MOST_PURCHASES) return null
        this.underWay += 1
        this.#next += 1
        void this.#buy[this.#next % this.#buy.length]!()
          .catch((error: Error) => this.failures.push(error.message))
          .finally(() => (this.underWay -= 1))
        return Promise.resolve({ status: 200, hasRetryAfter: false })
      },
    }
  }

  stopRefreshing(): void {
    if (this.#timer) clearInterval(this.#timer)
  }
}
