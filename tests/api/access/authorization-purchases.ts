import { anApplication } from '#tests/builders/finance-application.ts'
import { conditional, photographed, someBytes, tradingIn } from '#tests/setup/files.ts'
import { TERMS_VERSION } from '#tests/setup/purchases.ts'
import { type Row, ofQuote, ofJourney } from './authorization-rows.ts'

/** Who is answered what by the calls about quotes, purchases and what staff do for them. */
export const PURCHASES: Record<string, Row> = {
  //                          nobody owner other company staff acting machine expired revoked
  getQuote: { answers: '401 200 404 404 200 200 200 401 401', input: ofQuote, isAudited: true },
  getQuoteDocument: {
    answers: '401 200 404 404 200 200 200 401 401',
    input: ofQuote,
    isAudited: true,
  },
  createQuoteCode: {
    answers: '401 200 404 404 200 200 403 401 401',
    input: ofQuote,
    isAudited: true,
  },
  refreshQuote: { answers: '401 200 404 404 200 200 403 401 401', input: ofQuote, isAudited: true },
  deleteQuote: { answers: '401 200 404 404 200 200 403 401 401', input: ofQuote, isAudited: true },
  copyQuote: {
    answers: '401 200 403 403 200 200 403 401 401',
    input: async ({ owner, quote }) => ({
      params: { id: await quote() },
      body: { customerId: owner.customerId },
    }),
    isAudited: true,
  },
  saveQuote: {
    answers: '401 200 403 403 200 200 403 401 401',
    input: async ({ owner, quote }) => ({
      body: { quoteId: await quote(), customerId: owner.customerId },
    }),
    isAudited: true,
    namesCustomerInBody: true,
  },
  emailQuote: {
    answers: '401 200 404 404 200 200 403 401 401',
    input: async ({ quote }) => ({ body: { quoteId: await quote() } }),
    isAudited: true,
  },
  emailCarePlan: {
    answers: '401 400 404 404 400 400 403 401 401',
    input: async ({ quote }) => ({
      params: { id: await quote() },
      body: { servicePlanCode: 'no-such-plan' },
    }),
    isAudited: true,
  },

  getPurchaseJourney: {
    answers: '401 200 404 404 200 200 200 401 401',
    input: ofJourney,
    isAudited: true,
  },
  updatePurchaseJourney: {
    answers: '401 200 404 404 200 200 403 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { metadata: { furthestStep: 'quote' } },
    }),
    isAudited: true,
  },
  answerTradeInOffer: {
    answers: '401 409 404 404 409 409 403 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { vehicleId: 'nothing', answer: 'ACCEPT' },
    }),
    isAudited: true,
  },
  deletePurchaseJourney: {
    answers: '401 200 404 404 200 200 403 401 401',
    input: ofJourney,
    isAudited: true,
  },
  confirmPurchase: {
    answers: '401 409 404 404 409 409 403 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { acceptedTotalCents: 1, termsVersion: TERMS_VERSION, signatureName: 'Mia Harris' },
    }),
    isAudited: true,
  },
  getFinanceApplicationDocument: {
    answers: '401 404 404 404 403 403 403 401 401',
    input: ofJourney,
    isAudited: true,
  },
  getFinanceDraft: {
    answers: '401 200 404 404 403 403 403 401 401',
    input: ofJourney,
    isAudited: true,
  },
  submitFinanceApplication: {
    answers: '401 409 404 404 403 403 403 401 401',
    input: async ({ journey }) => ({ params: { id: await journey() }, body: anApplication() }),
    isAudited: true,
  },
  cancelPurchase: {
    answers: '401 200 404 404 200 200 403 401 401',
    input: ofJourney,
    isAudited: true,
  },
  getPurchaseRecord: {
    answers: '401 200 404 404 200 200 200 401 401',
    input: ofJourney,
    isAudited: true,
  },
  recordDelivery: {
    answers: '401 403 403 403 409 409 409 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { deliveryStatus: 'SHIPPED' },
    }),
    isAudited: true,
  },
  listWork: { answers: '401 403 403 403 200 200 200 401 401', isAudited: true },
  countWork: { answers: '401 403 403 403 200 200 200 401 401' },
  offerForTradeIn: {
    answers: '401 403 403 403 404 404 404 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { vehicleId: 'nothing', offerCents: 100 },
    }),
    isAudited: true,
  },
  decideFinance: {
    answers: '401 403 403 403 409 409 409 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { code: 'DECLINE', conditions: [] },
    }),
    isAudited: true,
  },
  advanceJourney: {
    answers: '401 403 403 403 409 409 409 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { event: 'handed-over', registration: 'NEW101' },
    }),
    isAudited: true,
  },
  listNearestCars: {
    answers: '401 200 404 404 200 200 200 401 401',
    input: ofJourney,
    isAudited: true,
  },
  listHandOverTimes: {
    answers: '401 409 404 404 409 409 409 401 401',
    input: ofJourney,
    isAudited: true,
  },
  bookHandOver: {
    answers: '401 409 404 404 409 409 409 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { startsAt: '2026-12-01T20:00:00.000Z' },
    }),
    isAudited: true,
  },
  cancelHandOver: {
    answers: '401 409 404 404 409 409 409 401 401',
    input: ofJourney,
    isAudited: true,
  },
  issueAgreement: {
    answers: '401 403 403 403 409 409 409 401 401',
    input: ofJourney,
    isAudited: true,
  },
  getAgreement: {
    answers: '401 404 404 404 404 404 404 401 401',
    input: ofJourney,
    isAudited: true,
  },
  getAgreementDocument: {
    answers: '401 404 404 404 404 404 404 401 401',
    input: ofJourney,
    isAudited: true,
  },
  getPurchaseLinks: {
    answers: '401 200 404 404 403 403 403 401 401',
    input: ofJourney,
    isAudited: true,
  },
  makePurchaseLink: {
    answers: '401 409 404 404 403 403 403 401 401',
    input: async ({ journey }) => ({ params: { id: await journey(), kind: 'shared' } }),
    isAudited: true,
  },
  endPurchaseLink: {
    answers: '401 200 404 404 403 403 403 401 401',
    input: async ({ journey }) => ({ params: { id: await journey(), kind: 'shared' } }),
    isAudited: true,
  },
  acceptAgreement: {
    answers: '401 404 404 404 403 403 403 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { agreementId: 'none', isAccepted: true, name: 'Mia Harris' },
    }),
    isAudited: true,
  },
  getPurchaseForStaff: {
    answers: '401 403 403 403 200 200 200 401 401',
    input: ofJourney,
    isAudited: true,
  },
  addPurchaseNote: {
    answers: '401 403 403 403 201 201 201 401 401',
    input: async ({ journey }) => ({ params: { id: await journey() }, body: { text: 'Rang.' } }),
    isAudited: true,
  },
  recordCar: {
    answers: '401 403 403 403 409 409 409 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { stockNumber: 'S1', vin: '1M8GDM9AXKP042788' },
    }),
    isAudited: true,
  },
  emailSigningLink: {
    answers: '401 403 403 403 409 409 409 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { document: 'AGREEMENT' },
    }),
    isAudited: true,
  },
  cancelForCustomer: {
    answers: '401 403 403 403 200 200 200 401 401',
    input: async ({ journey }) => ({ params: { id: await journey() }, body: { reason: 'Ill.' } }),
    isAudited: true,
  },
  readFinanceApplication: {
    answers: '401 403 403 403 409 409 403 401 401',
    input: ofJourney,
    isAudited: true,
  },
  addTradeInPhoto: {
    answers: '401 200 404 404 200 200 403 401 401',
    input: async ({ owner }) => {
      const { id, vehicleId } = await tradingIn(owner)
      return { params: { id }, query: { vehicleId }, body: someBytes() }
    },
    isAudited: true,
  },
  addFinanceDocument: {
    answers: '401 200 404 404 403 403 403 401 401',
    input: async ({ owner }) => ({
      params: await conditional(owner),
      headers: { 'x-file-name': 'Licence.pdf' },
      body: someBytes('application/pdf'),
    }),
    isAudited: true,
  },
  listPurchaseFiles: {
    answers: '401 200 404 404 200 200 200 401 401',
    input: ofJourney,
    isAudited: true,
  },
  readPurchaseFile: {
    answers: '401 200 404 404 200 200 200 401 401',
    input: async ({ owner }) => ({ params: await photographed(owner) }),
    isAudited: true,
  },
  removePurchaseFile: {
    answers: '401 204 404 404 204 204 403 401 401',
    input: async ({ owner }) => ({ params: await photographed(owner) }),
    isAudited: true,
  },
  findPurchase: {
    answers: '401 403 403 403 404 404 404 401 401',
    isAudited: true,
    input: () => ({ params: { reference: 'TV-0000-00' } }),
  },
}
