import { createHmac, randomBytes } from 'node:crypto'
import { startNotices } from '../../payment-simulator/notices.ts'
import { runSimulator, type Simulator, type SimulatorOptions } from '../../payment-simulator/run.ts'
import type { StripeSettings } from '../stripe-sdk.ts'
import { newEventId, providerApi } from './api.ts'
import { cardPages } from './pages.ts'
import { openStore, type Session } from './store.ts'
import { eventJson, sessionJson } from './wire.ts'

/**
 * A simulated card provider with the real one's API on a free loopback port, a page for the buyer, and signed notices.
 * Its data survives the process.
 */
export async function startCardSimulator({
  file,
  siteUrl,
  noticeUrl,
  noticeDelayMs = 1_500,
  now = () => new Date(),
  lab,
}: SimulatorOptions): Promise<Simulator<StripeSettings>> {
  const store = openStore(file)
  const secretOf = (name: string, prefix: string) =>
    store.secret(name, () => `${prefix}_${randomBytes(24).toString('hex')}`)
  const secretKey = secretOf('secret key', 'sk_test')
  const webhookSecret = secretOf('webhook secret', 'whsec')
  const nowS = () => Math.floor(now().getTime() / 1000)
  const notices = startNotices(store, {
    noticeUrl,
    delayMs: noticeDelayMs,
    lab,
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
    return notices.notify(eventId, JSON.stringify(event), session.notice)
  }
  const tellOfMoney = (type: string, object: object, notice: string): Promise<void> => {
    const eventId = newEventId()
    const event = eventJson(eventId, type, object, nowS())
    return notices.notify(eventId, JSON.stringify(event), notice)
  }
  const onExpired = (session: Session) => tell('checkout.session.expired', session)
  const onPaid = (session: Session) => tell('checkout.session.completed', session)

  const expireOverdue = () => expireUntil(nowS())
  async function expireUntil(atS: number): Promise<number> {
    const overdue = store.overdueSessions(atS)
    for (const { sessionId } of overdue) {
      const session = store.endSession(sessionId, 'expired')
      if (session) await onExpired(session)
    }
    return overdue.length
  }
  lab?.closers.push(() => expireUntil(Number.MAX_SAFE_INTEGER))
  const api = providerApi({ store, secretKey, siteUrl, now, expireOverdue, onExpired })
  const { port, stop } = await runSimulator({ api, store, notices, expireOverdue })
  return {
    settings: {
      secretKey,
      publishableKey: 'pk_test_simulated',
      webhookSecret,
      server: { name: 'simulator', host: '127.0.0.1', port },
    },
    pages: cardPages({ store, siteUrl, expireOverdue, onPaid, tell: tellOfMoney, now, lab }),
    stop,
  }
}
