import { receiptDocument } from '#server/purchases/record.ts'
import * as calls from '#lib/payments/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import {
  checkPayment,
  handlePoliNudge,
  handleStripeWebhook,
  returnFromBank,
  returnFromCard,
} from './callbacks.ts'
import { decideReview } from './review-decisions.ts'
import { announceTransfer, getTransferDetails, recordReceipt } from './receipts.ts'
import { startBankPayment, startCardPayment } from './payments.ts'

export const paymentRoutes = (deps: Deps): Route[] => [
  route(calls.getStripeConfig, () => ({
    enabled: deps.card.name !== 'none',
    publishableKey: deps.card.publishableKey,
    uiMode: 'hosted_page' as const,
    currency: 'nzd' as const,
    country: 'NZ' as const,
    testMode: deps.card.testMode,
  })),
  route(calls.startStripePayment, ({ actor, body }) => startCardPayment(deps, actor, body)),
  route(calls.checkStripePayment, ({ body }) => checkPayment(deps, 'STRIPE', body.sessionId)),
  route(calls.returnFromStripe, ({ query }) => returnFromCard(deps, query)),
  route(calls.receiveStripeNotice, ({ body, header }) =>
    handleStripeWebhook(deps, body, header('stripe-signature')),
  ),
  route(calls.startPoliPayment, ({ actor, body }) => startBankPayment(deps, actor, body)),
  route(calls.checkPoliPayment, ({ body }) => checkPayment(deps, 'POLI', body.token)),
  route(calls.returnFromPoli, ({ query }) => returnFromBank(deps, query.token)),
  route(calls.returnFromPoliByForm, ({ body }) => returnFromBank(deps, body.token)),
  route(calls.getBankTransfer, ({ actor, params }) => getTransferDetails(deps, actor, params.id)),
  route(calls.announceBankTransfer, ({ actor, params }) =>
    announceTransfer(deps, actor, params.id),
  ),
  route(calls.recordReceipt, (call) => recordReceipt(deps, call, call.params.id, call.body)),
  route(calls.receivePoliNudge, ({ body }) => handlePoliNudge(deps, body.Token)),
  route(calls.decideReview, ({ actor, params, body }) =>
    decideReview(deps, actor, params.id, body),
  ),
  route(calls.getReceiptDocument, ({ actor, params }) => receiptDocument(deps, actor, params.id)),
]
