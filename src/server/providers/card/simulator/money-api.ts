import type { Context, Hono } from 'hono'
import { chargeJson, disputeJson, listJson, payoutJson, refundJson } from './money-wire.ts'
import type { Store } from './store.ts'

/** The provider's read API for charges, refunds, disputes and payouts. */
export function moneyApi(
  app: Hono,
  store: Store,
  /** Makes the error for a missing object. */
  missing: (what: string, id: string) => Error,
): void {
  const one = <T>(what: string, id: string, found: T | null): T => {
    if (found) return found
    throw missing(what, id)
  }
  const range = (c: Context): [fromS: number, untilS: number] => [
    Number(c.req.query('created[gte]') ?? 0),
    Number(c.req.query('created[lt]') ?? Number.MAX_SAFE_INTEGER),
  ]
  const expands = (c: Context) =>
    Object.entries(c.req.queries())
      .filter(([name]) => name.startsWith('expand'))
      .some(([, values]) => values.some((value) => value.endsWith('payment_intent')))

  app.get('/v1/charges', (c) =>
    c.json(listJson(c.req.path, store.sessionsBetween(...range(c)).map(chargeJson))),
  )
  app.get('/v1/refunds', (c) => {
    const intent = c.req.query('payment_intent')
    const refunds = intent ? store.refundsOf(intent) : store.refundsBetween(...range(c))
    return c.json(listJson(c.req.path, refunds.map(refundJson)))
  })
  app.get('/v1/refunds/:id', (c) => {
    const id = c.req.param('id')
    return c.json(refundJson(one('refund', id, store.findRefund(id))))
  })
  app.get('/v1/disputes', (c) =>
    c.json(
      listJson(
        c.req.path,
        store
          .disputesBetween(...range(c))
          .map((dispute) =>
            disputeJson(dispute, store.findByPaymentIntent(dispute.paymentIntent), expands(c)),
          ),
      ),
    ),
  )
  app.get('/v1/disputes/:id', (c) => {
    const id = c.req.param('id')
    const dispute = one('dispute', id, store.findDispute(id))
    return c.json(
      disputeJson(dispute, store.findByPaymentIntent(dispute.paymentIntent), expands(c)),
    )
  })
  app.get('/v1/payouts', (c) =>
    c.json(listJson(c.req.path, store.payoutsBetween(...range(c)).map(payoutJson))),
  )
  app.get('/v1/payouts/:id', (c) => {
    const id = c.req.param('id')
    return c.json(payoutJson(one('payout', id, store.findPayout(id))))
  })
}
