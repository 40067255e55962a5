import type Stripe from 'stripe'
import { isTestKey } from '#server/platform/settings/providers.ts'
import { ProviderRefusal, ProviderUnavailable } from '../ask.ts'
import type { CardNotice, CardOrder, CardProvider, CardSession } from './card-provider.ts'
import type { Sdk, StripeSettings } from './stripe-sdk.ts'
import { seconds, toCharge, toDispute, toPayout, toRefund, whole } from './stripe-money.ts'

/** Refusals of a refund during a dispute; the refund waits for its end. */
const DISPUTED = ['charge_disputed', 'refund_disputed_payment']

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Stripe's own package, loaded at first use: its two hundred files would be a fifth of every start. */
export const stripeSdk = () => import('./stripe-sdk.ts')

/**
 * Takes cards on Stripe's own page, a Checkout Session.
 *
 * @param now The clock for the age of a notice.
 */
export function stripeCard(
  settings: StripeSettings,
  now = () => new Date(),
  load = stripeSdk,
): CardProvider {
  const { secretKey, publishableKey, webhookSecret, server } = settings
  if (server && (!LOOPBACK.includes(server.host) || secretKey.includes('_live_')))
    throw new Error('Only a test key may go to a server other than Stripe’s, on this machine')
  let opened: Sdk | null = null
  const sdk = async (): Promise<Sdk> => {
    const { openSdk } = await load().catch((error: unknown) => {
      throw unavailable(error)
    })
    return (opened ??= openSdk(settings))
  }

  /** An object of the provider; `null` when it does not exist. */
  async function found<T>(ask: (stripe: Stripe) => Promise<T>): Promise<T | null> {
    const { stripe, isRefusal } = await sdk()
    try {
      return await ask(stripe)
    } catch (error) {
      if (isRefusal(error) && error.code === 'resource_missing') return null
      throw unavailable(error)
    }
  }

  return {
    name: server?.name ?? 'stripe',
    testMode: isTestKey(secretKey),
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
      const expand = ['payment_intent']
      const session = await found(({ checkout }) =>
        checkout.sessions.retrieve(sessionId, { expand }),
      )
      return session && toCardSession(session)
    },

    async expireSession(sessionId) {
      const { stripe, isRefusal } = await sdk()
      try {
        await stripe.checkout.sessions.expire(sessionId)
      } catch (error) {
        // Only an open session can be closed; the caller fetches it again afterwards.
        if (!isRefusal(error)) throw unavailable(error)
      }
    },

    async refund({ key, providerPayment, amountCents }) {
      const { stripe, isRefusal } = await sdk()
      try {
        return toRefund(
          await stripe.refunds.create(
            { payment_intent: providerPayment, amount: amountCents, metadata: { key } },
            { idempotencyKey: `refund:${key}` },
          ),
        )
      } catch (error) {
        if (!isRefusal(error) || DISPUTED.includes(error.code ?? '')) throw unavailable(error)
        if (error.code !== 'charge_already_refunded')
          throw new ProviderRefusal(error.message, { cause: error })
        // An earlier refund's answer was lost and its key has expired, or it was refunded at the provider.
        const made = await found((api) =>
          api.refunds.list({ payment_intent: providerPayment, limit: 100 }),
        )
        const refunds = (made?.data ?? []).map(toRefund).filter(({ state }) => state !== 'failed')
        const ours = refunds.find((one) => one.key === key) ?? refunds[0]
        if (!ours) throw new ProviderRefusal(error.message, { cause: error })
        return ours
      }
    },

    async findRefund(reference) {
      const refund = await found(({ refunds }) => refunds.retrieve(reference))
      return refund && toRefund(refund)
    },

    async findDispute(disputeId) {
      const dispute = await found(({ disputes }) =>
        disputes.retrieve(disputeId, { expand: ['payment_intent'] }),
      )
      return dispute && toDispute(dispute)
    },

    async findPayout(payoutId) {
      const payout = await found(({ payouts }) => payouts.retrieve(payoutId))
      return payout && toPayout(payout)
    },

    async listMoney({ from, until }) {
      const { stripe } = await sdk()
      const inRange = { created: { gte: seconds(from), lt: seconds(until) }, limit: 100 }
      try {
        const charges = await whole(
          stripe.charges.list(inRange),
          ({ paid, captured }) => paid && captured,
        )
        return {
          charges: charges.map(toCharge),
          refunds: (await whole(stripe.refunds.list(inRange))).map(toRefund),
          disputes: (
            await whole(stripe.disputes.list({ ...inRange, expand: ['data.payment_intent'] }))
          ).map(toDispute),
          payouts: (await whole(stripe.payouts.list(inRange))).map(toPayout),
        }
      } catch (error) {
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

const CHECKED = ['refund', 'dispute', 'payout'] as const

const toNotice = (event: Stripe.Event): CardNotice => {
  const { object, id } = event.data.object as { object?: string; id?: string }
  const kind = CHECKED.find((one) => one === object)
  return {
    eventId: event.id,
    type: event.type,
    sessionId: object === 'checkout.session' ? (id ?? null) : null,
    about: kind && id ? { kind, reference: id } : null,
  }
}

const unavailable = (cause: unknown) => new ProviderUnavailable('The card provider', cause)
