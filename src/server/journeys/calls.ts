import {
  createPurchaseJourney,
  listPurchaseJourneys,
  listReservations,
} from '#lib/customers/calls.ts'
import { listNearestCars } from '#lib/stock/nearest-calls.ts'
import * as calls from '#lib/purchases/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { confirmPurchase } from '#server/purchases/confirm.ts'
import {
  financeApplicationDocument,
  getFinanceDraft,
  submitFinanceApplication,
} from '#server/finance/finance.ts'
import {
  createJourney,
  getJourney,
  listCustomerJourneys,
  patchJourney,
  deleteStartedJourney,
} from './journeys.ts'
import { findNearestCars } from '#server/stock/nearest-cars.ts'
import { receiveLenderNotice } from '#server/finance/decisions.ts'
import { listCustomerReservations } from '#server/purchases/reservations.ts'
import { answerTradeInOffer } from '#server/trade-in/answers.ts'

export const purchaseJourneyRoutes = (deps: Deps): Route[] => [
  route(createPurchaseJourney, ({ actor, params, body }) =>
    createJourney(deps, actor, Number(params.id), body),
  ),
  route(listPurchaseJourneys, ({ params, query }) =>
    listCustomerJourneys(deps, Number(params.id), query),
  ),
  route(listReservations, ({ params }) => listCustomerReservations(deps, Number(params.id))),
  route(calls.getPurchaseJourney, ({ actor, params }) => getJourney(deps, actor, params.id)),
  route(calls.updatePurchaseJourney, ({ actor, params, body, header }) =>
    patchJourney(deps, actor, params.id, body, header('if-match')),
  ),
  route(calls.deletePurchaseJourney, ({ actor, params }) =>
    deleteStartedJourney(deps, actor, params.id),
  ),
  route(calls.confirmPurchase, ({ actor, params, body }) =>
    confirmPurchase(deps, actor, params.id, body),
  ),
  route(calls.answerTradeInOffer, ({ actor, params, body }) =>
    answerTradeInOffer(deps, actor, params.id, body),
  ),
  route(calls.getFinanceDraft, ({ actor, params }) => getFinanceDraft(deps, actor, params.id)),
  route(calls.getFinanceApplicationDocument, ({ actor, params }) =>
    financeApplicationDocument(deps, actor, params.id),
  ),
  route(calls.submitFinanceApplication, ({ actor, params, body }) =>
    submitFinanceApplication(deps, actor, params.id, body),
  ),
  route(listNearestCars, ({ actor, params }) => findNearestCars(deps, actor, params.id)),
  route(calls.receiveLenderNotice, ({ body, header }) =>
    receiveLenderNotice(deps, body, header('lender-signature')),
  ),
]
