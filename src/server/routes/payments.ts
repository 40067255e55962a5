import * as calls from '#lib/contract/payments.ts'
import type { Deps } from '../deps.ts'
import { route, type Route } from '../http/route.ts'
import { checkCardPayment, receiveCardNotice, returnFromCard } from '../services/card-answers.ts'
import { startPayment } from '../services/payments.ts'

export const paymentRoutes = (deps: Deps): Route[] => [
  route(calls.getStripeConfig, () => ({
    enabled: deps.card.name !== 'none',
    publishableKey: deps.card.publishableKey,
    uiMode: 'hosted_page' as const,
    currency: 'nzd' as const,
    country: 'NZ' as const,
    testMode: deps.card.testMode,
  })),
  route(calls.startStripePayment, ({ actor, body }) => startPayment(deps, actor, body)),
  route(calls.checkStripePayment, ({ body }) => checkCardPayment(deps, body.sessionId)),
  route(calls.returnFromStripe, ({ query }) => returnFromCard(deps, query)),
  route(calls.receiveStripeNotice, ({ body, header }) =>
    receiveCardNotice(deps, body, header('stripe-signature')),
  ),
]
