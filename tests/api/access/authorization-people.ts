import { aSoftCheck } from '#tests/builders/finance-application.ts'
import { aRequest } from '#tests/setup/purchases.ts'
import { aServiceBooking, bookedService } from '#tests/setup/services.ts'
import { type Row, NEW_PASSWORD, ofOwner, withBody, everybody } from './authorization-rows.ts'

/** Expected status of each call about people, by caller. */
export const PEOPLE: Record<string, Row> = {
  //                          nobody owner other company staff acting machine expired revoked
  getCurrentUser: { answers: '401 200 200 200 200 200 200 401 401' },
  getSecondFactor: { answers: '401 403 403 403 200 200 403 401 401' },
  startSecondFactor: {
    answers: '401 403 403 403 400 400 403 401 401',
    input: () => ({ body: { currentPassword: 'not the password' } }),
  },
  listStaffSessions: { answers: '401 403 403 403 200 200 403 401 401' },
  endStaffSession: {
    answers: '401 403 403 403 204 204 403 401 401',
    input: () => ({ params: { sessionId: 'nothing' } }),
  },
  endStaffSessions: { answers: '401 403 403 403 204 204 403 401 401' },
  changeStaffPassword: {
    answers: '401 403 403 403 400 400 403 401 401',
    input: () => ({ body: { currentPassword: 'not the password', newPassword: NEW_PASSWORD } }),
  },
  confirmSecondFactor: {
    answers: '401 403 403 403 409 409 403 401 401',
    input: () => ({ body: { code: '000000' } }),
  },

  startPasskeySignIn: everybody(200),
  signInWithPasskey: everybody(403, {
    body: {
      ceremonyId: 'nothing',
      credential: {
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        response: {
          clientDataJSON: 'AAAA',
          authenticatorData: 'AAAA',
          signature: 'AAAA',
          userHandle: 'AAAA',
        },
      },
    },
  }),
  listPasskeys: { answers: '401 200 200 200 200 200 403 401 401' },
  startPasskey: {
    answers: '401 200 200 200 200 200 403 401 401',
    input: () => ({ body: {} }),
  },
  addPasskey: {
    answers: '401 400 400 400 400 400 403 401 401',
    input: () => ({
      body: {
        ceremonyId: 'nothing',
        credential: {
          id: 'AAAA',
          rawId: 'AAAA',
          type: 'public-key',
          response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
        },
      },
    }),
  },
  renamePasskey: {
    answers: '401 404 404 404 404 404 403 401 401',
    input: () => ({ params: { passkeyId: 'nothing' }, body: { name: 'My phone' } }),
  },
  removePasskey: {
    answers: '401 204 204 204 204 204 403 401 401',
    input: () => ({ params: { passkeyId: 'nothing' }, body: {} }),
  },

  searchCustomers: {
    answers: '401 403 403 403 200 200 200 401 401',
    input: () => ({ query: { search: 'harris', where: 'name' } }),
    isAudited: true,
  },
  getCustomer: { answers: '401 200 403 403 200 200 200 401 401', input: ofOwner, isAudited: true },
  updateCustomer: {
    answers: '401 200 403 403 200 200 200 401 401',
    input: withBody({ homePhone: '09 555 0100' }),
    isAudited: true,
  },
  changePassword: {
    answers: '401 400 403 403 403 403 403 401 401',
    input: withBody({
      type: 'CHANGE_PASSWORD',
      currentPassword: 'not the password',
      newPassword: NEW_PASSWORD,
    }),
    isAudited: true,
  },
  changeWebAccountEmail: {
    answers: '401 400 403 403 403 403 403 401 401',
    input: withBody({ email: 'mia@new.example' }),
    isAudited: true,
  },
  verifyWebAccountEmail: {
    answers: '401 400 403 403 403 403 403 401 401',
    input: withBody({ code: '000000' }),
    isAudited: true,
  },
  createWebAccount: {
    answers: '401 409 403 403 409 409 409 401 401',
    input: withBody({ email: 'mia@new.example' }),
    isAudited: true,
  },
  getAccount: { answers: '401 200 403 403 200 200 200 401 401', input: ofOwner, isAudited: true },
  listSessions: { answers: '401 200 403 403 403 403 403 401 401', input: ofOwner, isAudited: true },
  endOtherSession: {
    answers: '401 204 403 403 403 403 403 401 401',
    input: ({ owner }) => ({ params: { id: owner.customerId, sessionId: 'nothing' } }),
    isAudited: true,
  },
  endOtherSessions: {
    answers: '401 204 403 403 403 403 403 401 401',
    input: ofOwner,
    isAudited: true,
  },
  requestExport: {
    answers: '401 200 403 403 403 403 403 401 401',
    input: ofOwner,
    isAudited: true,
  },
  downloadExport: {
    answers: '401 404 403 403 403 403 403 401 401',
    input: ofOwner,
    isAudited: true,
  },
  requestDeletion: {
    answers: '401 400 403 403 403 403 403 401 401',
    input: withBody({ currentPassword: 'not the password' }),
    isAudited: true,
  },
  withdrawDeletion: {
    answers: '401 204 403 403 403 403 403 401 401',
    input: ofOwner,
    isAudited: true,
  },
  getOwnerships: {
    answers: '401 200 403 403 200 200 200 401 401',
    input: ofOwner,
    isAudited: true,
  },
  listVehicles: {
    answers: '401 200 403 403 200 200 200 401 401',
    input: ofOwner,
    isAudited: true,
  },
  addVehicle: {
    answers: '401 201 403 403 201 201 201 401 401',
    input: withBody({ registration: 'TOI103' }),
    isAudited: true,
  },
  removeVehicle: {
    answers: '401 204 403 403 204 204 204 401 401',
    input: async (world) => {
      const { params } = await ofOwner(world)
      return { params: { ...params, registration: 'TOI103' } }
    },
    isAudited: true,
  },
  listQuotes: { answers: '401 200 403 403 200 200 200 401 401', input: ofOwner, isAudited: true },
  listPurchaseJourneys: {
    answers: '401 200 403 403 200 200 200 401 401',
    input: ofOwner,
    isAudited: true,
  },
  listReservations: {
    answers: '401 200 403 403 200 200 200 401 401',
    input: ofOwner,
    isAudited: true,
  },
  createPurchaseJourney: {
    answers: '401 200 403 403 200 200 403 401 401',
    input: async ({ owner, quote }) => ({
      params: { id: owner.customerId },
      body: { quoteId: await quote() },
    }),
    isAudited: true,
  },

  listDeletions: { answers: '401 403 403 403 200 200 403 401 401', isAudited: true },

  startActing: {
    answers: '401 403 403 403 200 200 403 401 401',
    input: ({ owner }) => ({ body: { customerId: owner.customerId } }),
  },
  getActing: { answers: '401 403 403 403 200 200 403 401 401' },
  endActing: { answers: '401 403 403 403 204 204 403 401 401' },
  listRecentCustomers: { answers: '401 403 403 403 200 200 403 401 401', isAudited: true },
  listAudit: { answers: '401 403 403 403 200 200 403 401 401', input: ofOwner, isAudited: true },

  leaveMessage: everybody(400, { body: {} }),
  sendEnquiry: everybody(400, { body: {} }),
  listMessages: {
    answers: '401 403 403 403 200 200 403 401 401',
    input: () => ({ query: { show: 'todo' } }),
    isAudited: true,
  },
  updateMessage: {
    answers: '401 403 403 403 404 404 403 401 401',
    input: () => ({ params: { id: 'nothing' }, body: { isDone: true } }),
    isAudited: true,
  },

  token: everybody(401, { body: {} }),
  revoke: everybody(401, { body: {} }),
  createCustomer: everybody(400, { body: {} }),
  startPasswordReset: everybody(400, { body: {} }),
  checkPasswordReset: everybody(200, { body: { email: 'a@b.example', code: '000000' } }),
  completePasswordReset: everybody(400, { body: {} }),
  watchConfiguration: {
    // The owner's own address, which for everybody else is one to be asked by mail.
    answers: '400 200 200 200 200 200 403 401 401',
    input: () => ({ body: { email: 'customer@demo.example', kdcd: aRequest().kdcd } }),
  },
  getSharedOrder: everybody(404, { params: { key: 'nothing' } }),
  getOrderCalendar: everybody(404, { params: { key: 'nothing' } }),
  getWatch: everybody(404, { params: { key: 'nothing' } }),
  confirmWatch: everybody(404, { params: { key: 'nothing' } }),
  confirmServiceBooking: everybody(404, { params: { id: 'nothing' }, body: { key: 'nothing' } }),
  listWatches: { answers: '401 200 403 403 403 403 403 401 401', input: ofOwner, isAudited: true },
  endWatch: everybody(204, { params: { key: 'nothing' } }),
  calculateQuote: everybody(200, { body: aRequest() }),
  getQuoteByCode: everybody(404, { params: { code: '7QK2-9XNF-3TME-W8RD' } }),
  getStripeConfig: everybody(200),
  checkStripePayment: everybody(404, { body: { sessionId: 'cs_unknown' } }),
  returnFromStripe: everybody(404, { query: { session_id: 'cs_unknown' } }),
  receiveStripeNotice: everybody(400, { body: 'unsigned' }),
  checkPoliPayment: everybody(404, { body: { token: 'unknown' } }),
  returnFromPoli: everybody(404, { query: { token: 'unknown' } }),
  returnFromPoliByForm: everybody(404, { body: { token: 'unknown' } }),
  softCheckFinance: everybody(200, { body: aSoftCheck }),
  receiveLenderNotice: everybody(400, { body: 'unsigned' }),
  receivePoliNudge: everybody(200, { body: { Token: 'unknown' } }),
  listServiceSlots: everybody(200, {
    query: { outletCode: 'AKL01', serviceCode: 'WOF', date: '2026-11-30' },
  }),
  holdServiceSlot: {
    answers: '400 400 400 400 400 400 400 401 401',
    input: () => ({ body: {} }),
  },
  renewServiceHold: everybody(404, { params: { id: 'nothing' } }),
  releaseServiceHold: everybody(204, { params: { id: 'nothing' } }),
  bookService: {
    answers: '401 201 403 403 201 201 201 401 401',
    input: async ({ owner }) => ({
      body: { ...(await aServiceBooking(owner.call)), customerId: owner.customerId },
    }),
    isAudited: true,
  },
  getServiceBooking: {
    answers: '401 200 404 404 200 200 200 401 401',
    input: async ({ owner }) => ({ params: { id: await bookedService(owner.call) } }),
    isAudited: true,
  },
  changeServiceBooking: {
    answers: '401 409 404 404 409 409 409 401 401',
    input: async ({ owner }) => ({
      params: { id: await bookedService(owner.call) },
      body: { holdId: 'nothing' },
    }),
    isAudited: true,
  },
  cancelServiceBooking: {
    answers: '401 200 404 404 200 200 200 401 401',
    input: async ({ owner }) => ({ params: { id: await bookedService(owner.call) } }),
    isAudited: true,
  },
  cancelBookingForCustomer: {
    answers: '401 403 403 403 200 200 200 401 401',
    input: async ({ owner }) => ({
      params: { id: await bookedService(owner.call) },
      body: { reason: 'The hoist is out of order.' },
    }),
    isAudited: true,
  },
  listBookingsToCome: { answers: '401 403 403 403 200 200 200 401 401', isAudited: true },
  listServiceBookings: {
    answers: '401 200 403 403 200 200 200 401 401',
    input: ofOwner,
    isAudited: true,
  },
}
