import type Stripe from 'stripe'
import { late } from '../../late.ts'
import { ProviderRefusal, ProviderUnavailable } from '../ask.ts'
import type { CardNotice, CardOrder, CardProvider, CardSession } from './card-provider.ts'

export interface StripeSettings {
  secretKey: string
  publishableKey: string | null
  webhookSecret: string
  /** Another server that speaks Stripe's language. Only on this machine: the key travels in the clear. */
  server?: { name: string; host: string; port: number }
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Stripe's own package: its two hundred files would be a fifth of every start. */
export const stripeSdk = late(() => import('./stripe-sdk.ts'))

/**
 * Takes cards on Stripe's own page: a Checkout Session to which the buyer is sent, and comes back from.
 *
 * @param now The clock by which the age of a notice is judged.
 */
export function stripeCard(
  settings: StripeSettings,
  now = () => new Date(),
  load = stripeSdk,
): CardProvider {
  const { secretKey, publishableKey, webhookSecret, server } = settings
  if (server && (!LOOPBACK.includes(server.host) || secretKey.includes('_live_')))
    throw new Error('Only a test key may go to a server other than Stripe’s, on this machine')
  const sdk = late(async () => {
    const { openSdk } = await load().catch((error: unknown) => {
      throw unavailable(error)
    })
    return openSdk(settings)
  })

  return {
    name: server?.name ?? 'stripe',
    testMode: !secretKey.includes('_live_'),
    publishableKey,

    async createSession(order) {
      const { stripe, isRefusal } = await sdk()
      try {
        const session = await stripe.checkout.sessions.create(sessionFor(order), {
          idempotencyKey: `checkout:${order.paymentId}`,
        })
        return toCardSession(session)
      } catch (error) {
        if (isRefusal(error)) throw new ProviderRefusal(error.message, { cause: error })
        throw unavailable(error)
      }
    },

    async findSession(sessionId) {
      const { stripe, isRefusal } = await sdk()
      try {
        const expand = ['payment_intent']
        return toCardSession(await stripe.checkout.sessions.retrieve(sessionId, { expand }))
      } catch (error) {
        if (isRefusal(error) && error.code === 'resource_missing') return null
        throw unavailable(error)
      }
    },

    async expireSession(sessionId) {
      const { stripe, isRefusal } = await sdk()
      try {
        await stripe.checkout.sessions.expire(sessionId)
      } catch (error) {
        // Only an open session can be closed; whoever asks looks at it again afterwards.
        if (!isRefusal(error)) throw unavailable(error)
      }
    },

    async refund({ refundId, providerPayment, amountCents }) {
      const { stripe, isRefusal } = await sdk()
      try {
        const { id } = await stripe.refunds.create(
          { payment_intent: providerPayment, amount: amountCents },
          { idempotencyKey: `refund:${refundId}` },
        )
        return id
      } catch (error) {
        // The answer to an earlier request was lost, and its key is forgotten by now.
        if (isRefusal(error) && error.code === 'charge_already_refunded') return providerPayment
        if (isRefusal(error)) throw new ProviderRefusal(error.message, { cause: error })
        throw unavailable(error)
      }
    },

    async readNotice(body, signature) {
      if (!signature) return null
      const { stripe } = await sdk()
      try {
        const event = stripe.webhooks.constructEvent(
          Buffer.from(body),
          signature,
          webhookSecret,
          undefined,
          undefined,
          now().getTime(),
        )
        return toNotice(event)
      } catch {
        return null
      }
    },
  }
}

const sessionFor = (order: CardOrder): Stripe.Checkout.SessionCreateParams => {
  const { paymentId, purchaseJourneyId, paymentType, description } = order
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    submit_type: 'pay',
    locale: 'en',
    client_reference_id: purchaseJourneyId,
    customer_email: order.customerEmail,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'nzd',
          unit_amount: order.amountCents,
          product_data: { name: description },
        },
      },
    ],
    metadata: { purchaseJourneyId, paymentType, paymentId },
    payment_intent_data: { description, metadata: { purchaseJourneyId, paymentId } },
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: ['card'],
    expires_at: Math.floor(order.expiresAt.getTime() / 1000),
    success_url: order.returnUrl,
    cancel_url: order.cancelUrl,
  }
}

const STATUSES = ['open', 'complete', 'expired'] as const

function toCardSession(session: Stripe.Checkout.Session): CardSession {
  const intent = session.payment_intent
  return {
    sessionId: session.id,
    url: session.url,
    status: STATUSES.find((status) => status === session.status) ?? 'open',
    isPaid: session.payment_status === 'paid',
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    paymentId: session.metadata?.paymentId ?? null,
    purchaseJourneyId: session.client_reference_id,
    providerPayment: typeof intent === 'string' ? intent : (intent?.id ?? null),
    declineReason:
      typeof intent === 'object' ? (intent?.last_payment_error?.message ?? null) : null,
  }
}

const toNotice = (event: Stripe.Event): CardNotice => {
  const { object } = event.data
  const isSession = 'object' in object && object.object === 'checkout.session'
  return {
    eventId: event.id,
    type: event.type,
    sessionId: isSession ? (object as Stripe.Checkout.Session).id : null,
  }
}

const unavailable = (cause: unknown) => new ProviderUnavailable('The card provider', cause)
