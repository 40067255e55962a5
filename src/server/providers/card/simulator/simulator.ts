import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { StripeSettings } from '../stripe.ts'
import { newEventId, providerApi } from './api.ts'
import { NOTICES, startNotices } from './notices.ts'
import { cardPages } from './pages.ts'
import { openStore, type Session } from './store.ts'
import { eventJson, sessionJson } from './wire.ts'

export interface CardSimulatorOptions {
  /** The provider's own database: a path, or `:memory:`. */
  file: string
  /** The shop's public address, without a slash at the end. */
  siteUrl: string
  /** Where the shop takes notices. */
  webhookUrl: string
  /** So long after the buyer's click a usual notice is sent. */
  noticeDelayMs?: number
  now?: () => Date
}

export interface CardSimulator {
  /** For the adapter of the real provider. */
  settings: StripeSettings
  /** The buyer's pages, to be served below the shop's address. */
  pages: Hono
  stop(): Promise<void>
}

const EXPIRY_POLL_MS = 5_000

/**
 * A card provider on this machine that speaks the real one's language: an API over HTTP on a free loopback
 * port, a page for the buyer, and signed notices. What it knows outlives the process.
 */
export async function startCardSimulator({
  file,
  siteUrl,
  webhookUrl,
  noticeDelayMs = 1_500,
  now = () => new Date(),
}: CardSimulatorOptions): Promise<CardSimulator> {
  const store = openStore(file)
  const secretOf = (name: string, prefix: string) =>
    store.secret(name, () => `${prefix}_${randomBytes(24).toString('hex')}`)
  const secretKey = secretOf('secret key', 'sk_test')
  const webhookSecret = secretOf('webhook secret', 'whsec')
  const nowS = () => Math.floor(now().getTime() / 1000)
  const notices = startNotices(store, {
    webhookUrl,
    delayMs: noticeDelayMs,
    headersFor(payload) {
      const time = nowS()
      const signature = createHmac('sha256', webhookSecret).update(`${time}.${payload}`)
      return {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${time},v1=${signature.digest('hex')}`,
      }
    },
  })
  const tell = (type: string, session: Session): Promise<void> => {
    const eventId = newEventId()
    const event = eventJson(eventId, type, sessionJson(session, siteUrl, false), nowS())
    return notices.notify(eventId, JSON.stringify(event), NOTICES[session.notice] ?? NOTICES.usual!)
  }
  const onExpired = (session: Session) => tell('checkout.session.expired', session)
  const onPaid = (session: Session) => tell('checkout.session.completed', session)

  async function expireOverdue(): Promise<void> {
    for (const { sessionId } of store.overdueSessions(nowS())) {
      const session = store.endSession(sessionId, 'expired')
      if (session) await onExpired(session)
    }
  }
  const expiry = setInterval(() => void expireOverdue(), EXPIRY_POLL_MS).unref()

  const api = providerApi({ store, secretKey, siteUrl, now, expireOverdue, onExpired })
  const server = createServer(getRequestListener(api.fetch))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    settings: {
      secretKey,
      publishableKey: 'pk_test_simulated',
      webhookSecret,
      server: { name: 'simulator', host: '127.0.0.1', port },
    },
    pages: cardPages({ store, siteUrl, expireOverdue, onPaid }),
    async stop() {
      clearInterval(expiry)
      await notices.stop()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      store.close()
    },
  }
}
