import type { Session } from './store.ts'

/** A Checkout Session in the format of the provider's API. */
export function sessionJson(session: Session, siteUrl: string, expands: boolean) {
  const { order } = session
  return {
    id: session.sessionId,
    object: 'checkout.session',
    amount_subtotal: session.amountCents,
    amount_total: session.amountCents,
    cancel_url: order.cancelUrl,
    client_reference_id: order.clientReferenceId,
    client_secret: null,
    created: session.createdS,
    currency: session.currency,
    customer_email: order.customerEmail,
    expires_at: session.expiresAtS,
    livemode: false,
    metadata: order.metadata,
    mode: 'payment',
    payment_intent: expands ? intentJson(session) : session.paymentIntent,
    payment_status: session.isPaid ? 'paid' : 'unpaid',
    status: session.status,
    success_url: order.successUrl,
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? pageUrl(session, siteUrl) : null,
  }
}

/** The payment page, below the shop's address because the simulator has none of its own. */
const pageUrl = ({ sessionId }: Session, siteUrl: string): string =>
  `${siteUrl}/demo/card/${sessionId}`

const intentJson = (session: Session) => ({
  id: session.paymentIntent,
  object: 'payment_intent',
  amount: session.amountCents,
  amount_received: session.isPaid ? session.amountCents : 0,
  currency: session.currency,
  last_payment_error:
    session.declineReason === null
      ? null
      : {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'generic_decline',
          message: session.declineReason,
        },
  livemode: false,
  status: session.isPaid ? 'succeeded' : 'requires_payment_method',
})

/** An event in the format of a notice to the shop. */
export const eventJson = (eventId: string, type: string, object: unknown, createdS: number) => ({
  id: eventId,
  object: 'event',
  created: createdS,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
})
