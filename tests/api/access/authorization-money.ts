import { type Row, ofJourney, payment } from './authorization-rows.ts'

/** Who is answered what by the calls about money that is paid and goes back. */
export const MONEY: Record<string, Row> = {
  //                          nobody owner other company staff acting machine expired revoked
  startStripePayment: {
    answers: '401 503 404 404 503 503 403 401 401',
    input: payment,
    isAudited: true,
  },
  startPoliPayment: {
    answers: '401 503 404 404 503 503 403 401 401',
    input: payment,
    isAudited: true,
  },
  getReceiptDocument: {
    answers: '401 404 404 404 404 404 404 401 401',
    input: ofJourney,
    isAudited: true,
  },
  getBankTransfer: {
    answers: '401 409 404 404 409 409 403 401 401',
    input: ofJourney,
    isAudited: true,
  },
  announceBankTransfer: {
    answers: '401 409 404 404 409 409 403 401 401',
    input: ofJourney,
    isAudited: true,
  },
  recordReceipt: {
    answers: '401 403 403 403 409 409 409 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { source: 'BANKTRF', amountCents: 100, reference: 'R1' },
    }),
    isAudited: true,
  },
  decideReview: {
    answers: '401 403 403 403 404 404 404 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { paymentId: 'nothing', outcome: 'SEND_BACK' },
    }),
    isAudited: true,
  },
  listRefunds: { answers: '401 403 403 403 200 200 200 401 401', isAudited: true },
  completeRefund: {
    answers: '401 403 403 403 404 404 404 401 401',
    isAudited: true,
    input: () => ({ params: { id: 'nothing' }, body: { reference: 'B1', amountCents: 100 } }),
  },
  listMoneyDifferences: { answers: '401 403 403 403 200 200 200 401 401' },
  explainMoneyDifference: {
    answers: '401 403 403 403 404 404 404 401 401',
    input: () => ({
      params: { id: 'nothing' },
      body: { explanation: 'Refunded there', ours: null, theirs: null },
    }),
  },
  repeatRefund: {
    answers: '401 403 403 403 404 404 404 401 401',
    isAudited: true,
    input: () => ({ params: { id: 'nothing' } }),
  },
  settleDispute: {
    answers: '401 403 403 403 404 404 404 401 401',
    isAudited: true,
    input: () => ({ params: { id: 'nothing' }, body: { note: 'Paid again', status: 'LOST' } }),
  },
}
