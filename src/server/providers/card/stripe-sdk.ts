import Stripe from 'stripe'

export interface StripeSettings {
  secretKey: string
  publishableKey: string | null
  webhookSecret: string
  /** Another server that speaks Stripe's language. Only on this machine: the key travels in the clear. */
  server?: { name: string; host: string; port: number }
}

/** A buyer waits for each of these calls. */
const TIMEOUT_MS = 10_000

export interface Sdk {
  stripe: Stripe
  isRefusal: (error: unknown) => error is Stripe.errors.StripeError
}

export function openSdk({ secretKey, server }: StripeSettings): Sdk {
  /** Answers that no repetition would change. A key in use by a request under way is not one of them. */
  const refusals = [
    Stripe.errors.StripeInvalidRequestError,
    Stripe.errors.StripeIdempotencyError,
    Stripe.errors.StripeAuthenticationError,
    Stripe.errors.StripePermissionError,
  ]
  return {
    stripe: new Stripe(secretKey, {
      // Payments are asked again with the same key by the sweeper, so that a buyer need not wait for retries.
      maxNetworkRetries: 0,
      timeout: TIMEOUT_MS,
      telemetry: false,
      ...(server && { host: server.host, port: server.port, protocol: 'http' }),
    }),
    isRefusal: (error): error is Stripe.errors.StripeError =>
      refusals.some((refusal) => error instanceof refusal),
  }
}
