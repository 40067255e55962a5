import { beforeAll, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { contract } from '#lib/contract/contract.ts'
import type { Database } from '#server/db/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { createApp } from '#server/app.ts'
import { SCOPES, type Scope } from '#server/http/actor.ts'
import { POLICIES } from '#server/http/policies.ts'
import { allRoutes } from '#server/routes/all.ts'
import { createApiClient, issueClientToken } from '#server/services/api-clients.ts'
import { endSession, startSession } from '#server/services/sessions.ts'
import { changeRoles } from '#server/services/staff-accounts.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { conditional, photographed, someBytes, tradingIn } from '#tests/setup/files.ts'
import {
  arrive,
  aRequest,
  saved,
  started,
  TERMS_VERSION,
  type Person,
} from '#tests/setup/purchases.ts'
import { aServiceBooking, bookedService } from '#tests/setup/services.ts'

const ACTORS = [
  'nobody',
  'the owner',
  'another customer',
  'a company',
  'staff',
  'staff acting',
  'a machine',
  'an expired token',
  'a revoked token',
] as const
type ActorName = (typeof ACTORS)[number]

interface Input {
  params?: Record<string, string | number>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

/** What each cell may use: everything in it is the owner's, and new. */
interface Scene {
  owner: Person
  quote(): Promise<string>
  journey(): Promise<string>
}

interface Row {
  /** What each actor is answered, in the order of `ACTORS`. */
  answers: string
  input?(scene: Scene): Input | Promise<Input>
  /** Staff and machines leave a row in the audit. */
  isAudited?: true
}

const NEW_PASSWORD = 'seven grey herons stood'
const ofOwner = ({ owner }: Scene) => ({ params: { id: owner.customerId } })
const withBody =
  (body: unknown) =>
  ({ owner }: Scene) => ({ params: { id: owner.customerId }, body })
const ofQuote = async ({ quote }: Scene) => ({ params: { id: await quote() } })
const ofJourney = async ({ journey }: Scene) => ({ params: { id: await journey() } })
const payment = async ({ journey }: Scene) => ({
  body: { purchaseJourneyId: await journey(), paymentType: 'DEPOSIT' },
})

/** A call that asks nobody who they are answers everybody alike, and a token that does not hold is not looked at. */
const everybody = (status: number, input: Input = {}): Row => ({
  answers: Array(ACTORS.length).fill(status).join(' '),
  input: () => input,
})

/**
 * Who is answered what, call by call, written out. 409 and 503 come after the door: the call was let through, and
 * something else was in its way.
 */
const MATRIX: Record<string, Row> = {
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
  exportCustomer: {
    answers: '401 200 403 403 403 403 403 401 401',
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
  cancelPurchase: {
    answers: '401 200 404 404 200 200 403 401 401',
    input: ofJourney,
    isAudited: true,
  },
  getReceiptDocument: {
    answers: '401 404 404 404 404 404 404 401 401',
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
  getBankTransfer: {
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
      body: { event: 'handed-over' },
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
  acceptAgreement: {
    answers: '401 404 404 404 403 403 403 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { agreementId: 'none', isAccepted: true, name: 'Mia Harris' },
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
  findTransfer: {
    answers: '401 403 403 403 404 404 404 401 401',
    input: () => ({ params: { reference: 'NOBODY' } }),
  },
  listRefunds: { answers: '401 403 403 403 200 200 200 401 401' },
  completeRefund: {
    answers: '401 403 403 403 404 404 404 401 401',
    input: () => ({ params: { id: 'nothing' }, body: { reference: 'B1' } }),
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
  getWatch: everybody(404, { params: { key: 'nothing' } }),
  confirmWatch: everybody(404, { params: { key: 'nothing' } }),
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
  receiveLenderNotice: everybody(400, { body: 'unsigned' }),
  receivePoliNudge: everybody(200, { body: { Token: 'unknown' } }),
  listServiceSlots: everybody(200, {
    query: { outletCode: 'AKL01', serviceCode: 'WOF', date: '2026-11-30' },
  }),
  holdServiceSlot: everybody(400, { body: {} }),
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

  retrieveAndCreateCar: everybody(200, { params: { regNo: 'TOI101' } }),
  findRecalls: everybody(400, { query: { registration: 'TOI101' } }),
  searchAddresses: everybody(200, { query: { q: 'kauri' } }),
  getAddress: everybody(404, { params: { addressId: '1' } }),
  getBuildAndQuoteContent: everybody(200),
  getVariantOption: everybody(200, { params: { option: aRequest().kdcd } }),
  listCountries: everybody(200),
  listDealers: everybody(200),
  listModels: everybody(200),
  getConfig: everybody(200),
  getCaptchaChallenge: everybody(200),
  getOpenApi: everybody(200),
  listDemoMail: everybody(200),
  tryInLab: everybody(404, { body: { experiment: 'decline' } }),
  getDemoAttachment: everybody(404, { params: { id: 'nothing' } }),
}

const calls = Object.keys(contract)
const HOUR = 60 * 60_000

/** What several cells of a database share. */
async function open(db: Kysely<Database>) {
  const app = startApplication(db, {
    env: {
      FEATURE_RESERVATIONS: 'on',
      // Each request comes from another address: limits are not what is asked about here.
      TRUSTED_PROXIES: '1',
      LIMIT_QUOTE_MAILS_PER_HOUR: '1000',
      LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '1000',
      LIMIT_SERVICE_HOLDS_AT_ONCE: '1000',
      LIMIT_SERVICE_HOLDS_PER_MINUTE: '1000',
      LIMIT_SERVICE_BOOKINGS_PER_HOUR: '1000',
      LIMIT_SERVICE_BOOKINGS_PER_DAY: '1000',
    },
  })
  await seedDemo(app.deps)
  const { deps } = app
  const owner = await arrive(app)
  const staff = await arrive(app, 'staff@demo.example')
  const acting = await arrive(app, 'staff@demo.example')
  const session = { customer_id: owner.customerId, staff_id: null }
  const before = { ...deps, now: () => new Date(app.clock.atMs - HOUR) }
  const expired = await startSession(before, session, undefined)
  const revoked = await startSession(deps, session, undefined)
  await endSession(deps, revoked.access_token)

  const tokens: Record<ActorName, string | null> = {
    nobody: null,
    'the owner': owner.accessToken,
    'another customer': (await arrive(app, 'aroha.tamati@demo.example')).accessToken,
    'a company': (await arrive(app, 'company@demo.example')).accessToken,
    staff: staff.accessToken,
    'staff acting': acting.accessToken,
    'a machine': await machineToken(app, Object.keys(SCOPES) as Scope[]),
    'an expired token': expired.access_token,
    'a revoked token': revoked.access_token,
  }
  const scene: Scene = {
    owner,
    quote: async () => (await saved(owner)).quoteId,
    journey: async () => (await started(owner)).purchaseJourneyId,
  }
  const send = (name: string, token: string | null, input: Input) =>
    app.request(...requestOf(name, token, input))
  const startActing = (token: string) =>
    send('startActing', token, { body: { customerId: owner.customerId } })
  return { app, tokens, scene, send, startActing }
}

async function machineToken({ deps }: Application, scopes: Scope[]): Promise<string> {
  const { clientId } = await createApiClient(deps, { name: 'test', scopes })
  return (await issueClientToken(deps, { clientId, scopes }, undefined))!.access_token
}

let requests = 0

function requestOf(
  name: string,
  token: string | null,
  { params = {}, query = {}, headers: own = {}, body }: Input,
): [string, RequestInit] {
  const { method, path, encoding } = contract[name]!
  const url = path.replace(/:(\w+)/g, (_, parameter: string) => String(params[parameter]))
  const headers: Record<string, string> = {
    'x-forwarded-for': `192.0.${Math.floor(requests / 256)}.${requests++ % 256}`,
    ...own,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  if (body !== undefined && encoding !== 'raw')
    headers['content-type'] =
      encoding === 'form'
        ? 'application/x-www-form-urlencoded'
        : encoding === 'file'
          ? 'image/png'
          : 'application/json'
  const text =
    encoding === 'form' ? String(new URLSearchParams(body as Record<string, string>)) : body
  return [
    `/api${url}?${new URLSearchParams(query)}`,
    {
      method,
      headers,
      ...(body === undefined
        ? {}
        : {
            body:
              typeof text === 'string' || text instanceof Uint8Array
                ? (text as string | Uint8Array<ArrayBuffer>)
                : JSON.stringify(text),
          }),
    },
  ]
}

const cellsOf = (names: string[]) =>
  names.flatMap((name) =>
    (MATRIX[name]?.answers.split(' ') ?? []).map((answer, index) => ({
      name,
      actor: ACTORS[index]!,
      answer: Number(answer),
    })),
  )

/** On PostgreSQL one call of each kind: the rule is the same code. */
const SAMPLE = [
  'getCustomer',
  'changePassword',
  'searchCustomers',
  'getQuote',
  'copyQuote',
  'getPurchaseJourney',
  'submitFinanceApplication',
  'startActing',
  'endActing',
  'getConfig',
]

describe.each(
  databases.map((database, index) => ({ ...database, names: index === 0 ? calls : SAMPLE })),
)('who may do what on $name', ({ open: openDatabase, names }) => {
  let world: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    world = await open(await openDatabase())
  })

  test.each(cellsOf(names))(
    '$name: $actor is answered $answer',
    async ({ name, actor, answer }) => {
      const { app, tokens, scene, send, startActing } = world
      const { db } = app.deps
      // It would end the other session of the matrix's own staff.
      const isOther = name === 'endStaffSessions' && actor.startsWith('staff')
      const token = isOther
        ? (await arrive(app, 'manager@demo.example')).accessToken
        : tokens[actor]
      if (actor === 'staff acting') await startActing(token!)
      if (actor === 'staff') await send('endActing', token, {})
      const { input, isAudited } = MATRIX[name]!
      const given = input ? await input(scene) : {}
      const rowsBefore = await db.selectFrom('audit').select('seq').execute()

      const response = await send(name, token, given)

      expect(response.status).toBe(answer)
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .where('seq', '>', rowsBefore.length)
        .where('action', '=', name)
        .execute()
      const audits = isAudited && ['staff', 'staff acting', 'a machine'].includes(actor)
      if (!['startActing', 'endActing'].includes(name)) expect(rows).toHaveLength(audits ? 1 : 0)
      if (!audits) return
      expect(rows[0]).toMatchObject({
        customer_id: POLICIES[name]!.isSearch ? null : scene.owner.customerId,
        is_acting: actor === 'staff acting' && !POLICIES[name]!.isSearch ? 1 : 0,
        outcome: answer === 403 ? 'REFUSED' : 'ALLOWED',
        request_id: response.headers.get('x-request-id'),
        actor: actor === 'a machine' ? expect.stringMatching(/^client:/) : 'staff:1',
      })
    },
  )
})

/** What a role is let through to, call by call, written out; an admin is let through to everything. */
const BY_ROLE: Record<string, string> = {
  //                     sales service manager
  searchCustomers: 'yes yes yes',
  getCustomer: 'yes yes yes',
  updateCustomer: 'yes yes yes',
  createWebAccount: 'yes yes yes',
  getAccount: 'yes yes yes',
  getOwnerships: 'yes yes yes',
  startActing: 'yes yes yes',
  getActing: 'yes yes yes',
  endActing: 'yes yes yes',
  listRecentCustomers: 'yes yes yes',
  listMessages: 'yes yes yes',
  updateMessage: 'yes yes yes',

  bookService: 'no yes yes',
  getServiceBooking: 'no yes yes',
  changeServiceBooking: 'no yes yes',
  cancelServiceBooking: 'no yes yes',
  listBookingsToCome: 'no yes yes',
  cancelBookingForCustomer: 'no yes yes',
  listServiceBookings: 'no yes yes',

  listQuotes: 'yes no yes',
  getQuote: 'yes no yes',
  getQuoteDocument: 'yes no yes',
  createQuoteCode: 'yes no yes',
  refreshQuote: 'yes no yes',
  deleteQuote: 'yes no yes',
  copyQuote: 'yes no yes',
  saveQuote: 'yes no yes',
  emailQuote: 'yes no yes',
  emailCarePlan: 'yes no yes',
  watchConfiguration: 'yes no yes',
  listPurchaseJourneys: 'yes no yes',
  listReservations: 'yes no yes',
  createPurchaseJourney: 'yes no yes',
  getPurchaseJourney: 'yes no yes',
  updatePurchaseJourney: 'yes no yes',
  deletePurchaseJourney: 'yes no yes',
  confirmPurchase: 'yes no yes',
  startStripePayment: 'yes no yes',
  startPoliPayment: 'yes no yes',
  getBankTransfer: 'yes no yes',
  getPurchaseRecord: 'yes no yes',
  getReceiptDocument: 'yes no yes',
  listWork: 'yes no yes',
  countWork: 'yes no yes',
  getPurchaseForStaff: 'yes no yes',
  addPurchaseNote: 'yes no yes',
  offerForTradeIn: 'yes no yes',
  recordDelivery: 'yes no yes',
  advanceJourney: 'yes no yes',
  issueAgreement: 'yes no yes',
  listNearestCars: 'yes no yes',
  listHandOverTimes: 'yes no yes',
  bookHandOver: 'yes no yes',
  cancelHandOver: 'yes no yes',
  getAgreement: 'yes no yes',
  getAgreementDocument: 'yes no yes',
  readFinanceApplication: 'yes no yes',
  addTradeInPhoto: 'yes no yes',
  listPurchaseFiles: 'yes no yes',
  readPurchaseFile: 'yes no yes',
  removePurchaseFile: 'yes no yes',

  decideFinance: 'no no yes',
  recordReceipt: 'no no yes',
  decideReview: 'no no yes',
  findTransfer: 'no no yes',
  listRefunds: 'no no yes',
  completeRefund: 'no no yes',
  cancelPurchase: 'no no yes',
  cancelForCustomer: 'no no yes',
  listDeletions: 'no no yes',
  listAudit: 'no no no',
}

describe('what each role may do', () => {
  const ROLES = ['sales', 'service', 'manager'] as const
  let world: Awaited<ReturnType<typeof open>>
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    world = await open(await databases[0]!.open())
    for (const role of ROLES)
      tokens[role] = (await arrive(world.app, `${role}@demo.example`)).accessToken
  })
  const refusal = async (response: Response) => {
    expect(response.status).toBe(403)
    const { code, message } = (await response.json()) as { code: string; message: string }
    return [code, message]
  }

  test('is written out for each call that staff may make', () => {
    const forStaff = Object.entries(POLICIES).flatMap(([name, policy]) =>
      'right' in policy ? [name] : [],
    )
    expect(Object.keys(BY_ROLE).sort()).toEqual(forStaff.sort())
  })

  test.each(
    Object.entries(BY_ROLE).flatMap(([name, answers]) =>
      answers.split(' ').map((answer, index) => ({ name, role: ROLES[index]!, answer })),
    ),
  )('$name by $role: $answer', async ({ name, role, answer }) => {
    const { scene, send } = world
    const { input, answers } = MATRIX[name]!
    const response = await send(name, tokens[role]!, input ? await input(scene) : {})
    if (answer === 'yes')
      expect(response.status).toBe(Number(answers.split(' ')[ACTORS.indexOf('staff')]))
    else
      expect(await refusal(response)).toEqual([
        'NotPermitted',
        expect.stringMatching(/^Only .+ can do this\.$/),
      ])
  })

  test('a car is held for a purchase without one by a manager, not by sales staff', async () => {
    const { scene, send } = world
    const input = async () => ({
      params: { id: await scene.journey() },
      body: { event: 'car-found' },
    })
    expect((await send('advanceJourney', tokens.manager!, await input())).status).toBe(409)
    expect(await refusal(await send('advanceJourney', tokens.sales!, await input()))).toEqual([
      'NotPermitted',
      'Only a manager or an admin can do this.',
    ])
  })

  test('what a role may do holds from the next call on', async () => {
    const { app, send } = world
    const { accessToken } = await arrive(app, 'service@demo.example')
    await changeRoles(app.deps, 'service@demo.example', ['sales'])
    expect((await send('listWork', accessToken, {})).status).toBe(200)
    await changeRoles(app.deps, 'service@demo.example', [])
    expect((await send('listWork', accessToken, {})).status).toBe(403)
    expect((await send('getCurrentUser', accessToken, {})).status).toBe(200)
  })
})

describe('the table of policies', () => {
  test('has a row for each call, and the matrix too', () => {
    expect(Object.keys(POLICIES).sort()).toEqual(Object.keys(contract).sort())
    expect(Object.keys(MATRIX).sort()).toEqual(Object.keys(contract).sort())
    expect(cellsOf(calls).length).toBeGreaterThanOrEqual(360)
  })

  test('says what the contract says', () => {
    for (const { name, who, auth, allowsBrowserId } of Object.values(contract)) {
      const policy = POLICIES[name]!
      expect([name, policy.who === 'anyone']).toEqual([name, auth === 'none'])
      expect([name, policy.orBrowser ?? false]).toEqual([name, allowsBrowserId ?? false])
      expect([name, policy.orVisitor ?? false]).toEqual([name, auth === 'optional'])
      if (['signed in', 'the customer only', 'staff only', 'staff for themselves'].includes(who))
        expect([name, policy.who]).toEqual([name, who])
      else if (auth !== 'none') expect([name, policy.who]).toEqual([name, 'owner, staff'])
    }
  })

  test('a route without a row cannot be served', async () => {
    const { deps } = startApplication(await databases[0]!.open())
    expect(allRoutes(deps).length).toBeGreaterThan(40)
    const row = POLICIES.getConfig!
    delete POLICIES.getConfig
    try {
      expect(() => createApp(deps)).toThrow('the policies say nothing of getConfig')
    } finally {
      POLICIES.getConfig = row
    }
  })
})

describe('beyond the matrix', () => {
  let world: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    world = await open(await databases[0]!.open())
  })

  test('something of somebody else’s is byte for byte the same as something missing', async () => {
    const { tokens, scene, send } = world
    const read = async (response: Response) => ({
      status: response.status,
      body: (await response.text()).replace(/"requestId":"[^"]+"/, ''),
    })
    for (const [name, id] of [
      ['getQuote', await scene.quote()],
      ['deleteQuote', await scene.quote()],
      ['getPurchaseJourney', await scene.journey()],
      ['deletePurchaseJourney', await scene.journey()],
    ] as const) {
      const foreign = await send(name, tokens['another customer'], { params: { id } })
      const missing = await send(name, tokens['another customer'], {
        params: { id: 'x'.repeat(22) },
      })
      expect(await read(foreign)).toEqual(await read(missing))
    }
  })

  test('another customer’s number is refused alike, whether there is such a customer or not', async () => {
    const { tokens, scene, send } = world
    for (const id of [scene.owner.customerId, 999_999, 99_999_999_999]) {
      const response = await send('getCustomer', tokens['another customer'], { params: { id } })
      expect([id, response.status]).toEqual([id, 403])
    }
    const unknown = await send('getCustomer', tokens.staff, { params: { id: 99_999_999_999 } })
    expect(unknown.status).toBe(404)
  })

  test.each(
    Object.keys(contract)
      .flatMap((name) =>
        (Object.keys(SCOPES) as Scope[]).map((scope) => ({ name, scope, policy: POLICIES[name]! })),
      )
      .filter(({ policy }) => policy.who !== 'anyone' && policy.who !== 'signed in'),
  )('$name for a machine with $scope alone', async ({ name, scope, policy }) => {
    const { app, scene, send } = world
    const token = await machineToken(app, [scope])
    const { input } = MATRIX[name]!
    const response = await send(name, token, input ? await input(scene) : {})
    expect(response.status === 403).toBe(policy.scope !== scope)
    if (policy.scope !== scope)
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope"${policy.scope ? `, scope="${policy.scope}"` : ''}`,
      )
  })
})
