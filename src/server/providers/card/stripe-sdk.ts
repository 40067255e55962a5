import Stripe from 'stripe'

export interface StripeSettings {
  secretKey: string
  publishableKey: string | null
  webhookSecret: string
  /** Another server with Stripe's API, only on this machine, because the key is sent without encryption. */
  server?: { name: string; host: string; port: number }
}

/** A buyer waits for each of these calls. */
const TIMEOUT_MS = 10_000

export interface Sdk {
  stripe: Stripe
  isRefusal: (error: unknown) => error is Stripe.errors.StripeError
}

export function openSdk({ secretKey, server }: StripeSettings): Sdk {
  /** Errors that a retry would not change. A key in use by another request is not one of them. */
  const refusals = [
    Stripe.errors.StripeInvalidRequestError,
    Stripe.errors.StripeIdempotencyError,
    Stripe.errors.StripeAuthenticationError,
    Stripe.errors.StripePermissionError,
  ]
  return {
    stripe: new Stripe(secretKey, {
      // The sweeper retries payments with the same key, so that a buyer need not wait for retries.
      maxNetworkRetries: 0,
      timeout: TIMEOUT_MS,
      telemetry: false,
      ...(server && { host: server.host, port: server.port, protocol: 'http' }),
    }),
    isRefusal: (error): error is Stripe.errors.StripeError =>
      refusals.some((refusal) => error instanceof refusal),
  }
}
