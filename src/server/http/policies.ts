import { WORK_RIGHTS } from '#lib/domain/staff-roles.ts'
import type { CallInput, Named, Policy } from './policy.ts'

const customer = ({ params }: CallInput): Named[] => [{ kind: 'customer', id: Number(params.id) }]
const quote = ({ params }: CallInput): Named[] => [{ kind: 'quote', id: String(params.id) }]
const journey = ({ params }: CallInput): Named[] => [{ kind: 'journey', id: String(params.id) }]
const fileOfJourney = ({ params }: CallInput): Named[] => [
  { kind: 'journey', id: String(params.id), fileId: String(params.fileId) },
]
const quoteInBody = ({ body }: CallInput): Named[] => [{ kind: 'quote', id: body.quoteId }]
const journeyInBody = ({ body }: CallInput): Named[] => [
  { kind: 'journey', id: body.purchaseJourneyId },
]
/** The placeholder's number (-1) names nobody: the customer's own is meant. */
const customerInBody = ({ body }: CallInput): Named[] =>
  body.customerId && body.customerId > 0 ? [{ kind: 'customer', id: body.customerId }] : []

const booking = ({ params }: CallInput): Named[] => [{ kind: 'booking', id: String(params.id) }]

const ANYONE: Policy = { who: 'anyone' }
const ofCustomer = { who: 'owner, staff', right: 'customers', about: customer } as const
const ofCustomerAlone: Policy = {
  who: 'the customer only',
  about: customer,
  refusal: 'Only the customer can do this.',
}
const ofQuote = { who: 'owner, staff', right: 'sales', about: quote } as const
const ofJourney = { who: 'owner, staff', right: 'sales', about: journey } as const
const ofBooking = {
  who: 'owner, staff',
  right: 'bookings',
  about: booking,
  orVisitor: true,
} as const

const OWN_PASSWORD = 'Only the customer can change the password.'
const OWN_EMAIL = 'Only the customer can change the address of the account.'

/**
 * Who may do what: the contract's column “who”, a row for every call. A call without a row is not served.
 */
export const POLICIES: Record<string, Policy> = {
  token: ANYONE,
  revoke: ANYONE,
  getCurrentUser: { who: 'signed in' },
  getSecondFactor: { who: 'staff for themselves' },
  startSecondFactor: { who: 'staff for themselves' },
  confirmSecondFactor: { who: 'staff for themselves' },
  changeStaffPassword: { who: 'staff for themselves' },
  listStaffSessions: { who: 'staff for themselves' },
  endStaffSession: { who: 'staff for themselves' },
  endStaffSessions: { who: 'staff for themselves' },
  startPasskeySignIn: ANYONE,
  signInWithPasskey: ANYONE,
  listPasskeys: { who: 'signed in' },
  startPasskey: { who: 'signed in' },
  addPasskey: { who: 'signed in' },
  renamePasskey: { who: 'signed in' },
  removePasskey: { who: 'signed in' },

  createCustomer: ANYONE,
  startPasswordReset: ANYONE,
  checkPasswordReset: ANYONE,
  completePasswordReset: ANYONE,
  searchCustomers: {
    who: 'staff only',
    right: 'customers',
    scope: 'customers:read',
    isSearch: true,
  },
  getCustomer: { ...ofCustomer, scope: 'customers:read' },
  updateCustomer: { ...ofCustomer, scope: 'customers:write' },
  changePassword: { who: 'the customer only', about: customer, refusal: OWN_PASSWORD },
  changeWebAccountEmail: { who: 'the customer only', about: customer, refusal: OWN_EMAIL },
  verifyWebAccountEmail: { who: 'the customer only', about: customer, refusal: OWN_EMAIL },
  createWebAccount: { ...ofCustomer, scope: 'customers:write' },
  getAccount: { ...ofCustomer, scope: 'customers:read' },
  listSessions: ofCustomerAlone,
  endOtherSession: ofCustomerAlone,
  endOtherSessions: ofCustomerAlone,
  requestExport: ofCustomerAlone,
  downloadExport: ofCustomerAlone,
  requestDeletion: ofCustomerAlone,
  withdrawDeletion: ofCustomerAlone,
  getOwnerships: { ...ofCustomer, scope: 'customers:read' },
  listVehicles: { ...ofCustomer, scope: 'customers:read' },
  addVehicle: { ...ofCustomer, scope: 'customers:write' },
  removeVehicle: { ...ofCustomer, scope: 'customers:write' },
  listQuotes: { ...ofCustomer, right: 'sales', scope: 'quotes:read' },
  listPurchaseJourneys: { ...ofCustomer, right: 'sales', scope: 'purchases:read' },
  listReservations: { ...ofCustomer, right: 'sales', scope: 'purchases:read' },
  createPurchaseJourney: { ...ofCustomer, right: 'sales' },

  startActing: { who: 'staff only', right: 'customers', about: customerInBody, auditsItself: true },
  endActing: { who: 'staff only', right: 'customers', auditsItself: true },
  getActing: { who: 'staff only', right: 'customers' },
  listRecentCustomers: { who: 'staff only', right: 'customers', isSearch: true },
  listDeletions: { who: 'staff only', right: 'deletions', isSearch: true },
  listAudit: { who: 'staff only', right: 'audit', about: customer },

  leaveMessage: ANYONE,
  sendEnquiry: ANYONE,
  listMessages: { who: 'staff only', right: 'messages', isSearch: true },
  updateMessage: { who: 'staff only', right: 'messages', isSearch: true },

  watchConfiguration: { who: 'owner, staff', right: 'sales', orVisitor: true },
  getWatch: ANYONE,
  confirmWatch: ANYONE,
  endWatch: ANYONE,
  listWatches: ofCustomerAlone,

  calculateQuote: ANYONE,
  getQuote: { ...ofQuote, orBrowser: true, scope: 'quotes:read' },
  getQuoteDocument: { ...ofQuote, orBrowser: true, scope: 'quotes:read' },
  createQuoteCode: { ...ofQuote, orBrowser: true },
  getQuoteByCode: ANYONE,
  deleteQuote: { ...ofQuote, orBrowser: true },
  refreshQuote: { ...ofQuote, orBrowser: true },
  saveQuote: {
    who: 'owner, staff',
    right: 'sales',
    anonymousForItsBrowser: true,
    about: (input) => [
      ...customerInBody(input),
      ...('quoteId' in input.body ? quoteInBody(input) : []),
    ],
  },
  copyQuote: {
    who: 'owner, staff',
    right: 'sales',
    anonymousForItsBrowser: true,
    about: (input) => [...customerInBody(input), ...quote(input)],
  },
  emailQuote: { who: 'owner, staff', right: 'sales', about: quoteInBody },
  emailCarePlan: ofQuote,

  getPurchaseJourney: { ...ofJourney, scope: 'purchases:read' },
  updatePurchaseJourney: {
    ...ofJourney,
    customersField: 'financeApplication',
    refusal: 'Only the customer can fill in a finance application.',
  },
  deletePurchaseJourney: ofJourney,
  confirmPurchase: ofJourney,
  answerTradeInOffer: ofJourney,
  getFinanceDraft: {
    who: 'the customer only',
    about: journey,
    refusal: 'Only the customer can see a finance application.',
  },
  getFinanceApplicationDocument: {
    who: 'the customer only',
    about: journey,
    refusal: 'Only the customer can see a finance application.',
  },
  submitFinanceApplication: {
    who: 'the customer only',
    about: journey,
    refusal: 'Only the customer can sign and send a finance application.',
  },

  addTradeInPhoto: ofJourney,
  addFinanceDocument: {
    who: 'the customer only',
    about: journey,
    refusal: 'Only the customer can send documents for a finance application.',
  },
  listPurchaseFiles: { ...ofJourney, scope: 'purchases:read' },
  readPurchaseFile: { ...ofJourney, about: fileOfJourney, scope: 'purchases:read' },
  removePurchaseFile: ofJourney,
  listNearestCars: { ...ofJourney, scope: 'purchases:read' },
  listHandOverTimes: { ...ofJourney, scope: 'purchases:read' },
  bookHandOver: { ...ofJourney, scope: 'purchases:write' },
  cancelHandOver: { ...ofJourney, scope: 'purchases:write' },
  getAgreement: { ...ofJourney, scope: 'purchases:read' },
  getAgreementDocument: { ...ofJourney, scope: 'purchases:read' },
  acceptAgreement: {
    who: 'the customer only',
    about: journey,
    refusal: 'Only the customer can accept the agreement online.',
  },

  getStripeConfig: ANYONE,
  startStripePayment: { who: 'owner, staff', right: 'sales', about: journeyInBody },
  checkStripePayment: ANYONE,
  returnFromStripe: ANYONE,
  receiveStripeNotice: ANYONE,
  startPoliPayment: { who: 'owner, staff', right: 'sales', about: journeyInBody },
  checkPoliPayment: ANYONE,
  returnFromPoli: ANYONE,
  returnFromPoliByForm: ANYONE,
  receivePoliNudge: ANYONE,
  receiveLenderNotice: ANYONE,
  getBankTransfer: ofJourney,
  announceBankTransfer: ofJourney,
  recordReceipt: { who: 'staff only', right: 'money', about: journey, scope: 'payments:write' },
  decideReview: { who: 'staff only', right: 'money', about: journey, scope: 'payments:write' },
  listWork: {
    who: 'staff only',
    right: ({ query: { kind } }) => (kind ? WORK_RIGHTS[kind] : 'sales'),
    isSearch: true,
    scope: 'purchases:read',
  },
  countWork: { who: 'staff only', right: 'sales', scope: 'purchases:read' },
  offerForTradeIn: { who: 'staff only', right: 'sales', about: journey, scope: 'purchases:write' },
  decideFinance: { who: 'staff only', right: 'credit', about: journey, scope: 'finance:decide' },
  advanceJourney: {
    who: 'staff only',
    right: ({ body }) => (body.event === 'car-found' ? 'allocation' : 'sales'),
    about: journey,
    scope: 'purchases:write',
  },
  issueAgreement: { who: 'staff only', right: 'sales', about: journey, scope: 'purchases:write' },
  getPurchaseForStaff: {
    who: 'staff only',
    right: 'sales',
    about: journey,
    scope: 'purchases:read',
  },
  addPurchaseNote: { who: 'staff only', right: 'sales', about: journey, scope: 'purchases:write' },
  recordCar: { who: 'staff only', right: 'sales', about: journey, scope: 'purchases:write' },
  emailSigningLink: {
    who: 'staff only',
    right: 'sales',
    about: journey,
    scope: 'purchases:write',
  },
  cancelForCustomer: {
    who: 'staff only',
    right: 'cancellation',
    about: journey,
    scope: 'purchases:write',
  },
  readFinanceApplication: { who: 'staff only', right: 'sales', about: journey },
  findPurchase: { who: 'staff only', right: 'sales', scope: 'payments:write' },
  listRefunds: { who: 'staff only', right: 'money', scope: 'payments:write' },
  completeRefund: { who: 'staff only', right: 'money', scope: 'payments:write' },
  listMoneyDifferences: { who: 'staff only', right: 'money', scope: 'payments:write' },
  explainMoneyDifference: { who: 'staff only', right: 'money', scope: 'payments:write' },
  repeatRefund: { who: 'staff only', right: 'money', scope: 'payments:write' },
  settleDispute: { who: 'staff only', right: 'money', scope: 'payments:write' },
  cancelPurchase: { ...ofJourney, right: 'cancellation' },
  getPurchaseRecord: { ...ofJourney, scope: 'purchases:read' },
  getReceiptDocument: { ...ofJourney, scope: 'purchases:read' },
  recordDelivery: { who: 'staff only', right: 'sales', about: journey, scope: 'purchases:write' },

  retrieveAndCreateCar: ANYONE,
  findRecalls: ANYONE,
  searchAddresses: ANYONE,
  getAddress: ANYONE,

  listServiceSlots: ANYONE,
  holdServiceSlot: ANYONE,
  renewServiceHold: ANYONE,
  releaseServiceHold: ANYONE,
  bookService: {
    who: 'owner, staff',
    right: 'bookings',
    about: customerInBody,
    orVisitor: true,
    scope: 'bookings:write',
  },
  confirmServiceBooking: ANYONE,
  getServiceBooking: { ...ofBooking, scope: 'bookings:read' },
  changeServiceBooking: { ...ofBooking, scope: 'bookings:write' },
  cancelServiceBooking: { ...ofBooking, scope: 'bookings:write' },
  cancelBookingForCustomer: {
    who: 'staff only',
    right: 'bookings',
    about: booking,
    scope: 'bookings:write',
  },
  listBookingsToCome: {
    who: 'staff only',
    right: 'bookings',
    isSearch: true,
    scope: 'bookings:read',
  },
  listServiceBookings: { ...ofCustomer, right: 'bookings', scope: 'bookings:read' },

  getBuildAndQuoteContent: ANYONE,
  listCountries: ANYONE,
  listDealers: ANYONE,
  listModels: ANYONE,
  getVariantOption: ANYONE,
  listModelDeliveries: ANYONE,

  getConfig: ANYONE,
  getCaptchaChallenge: ANYONE,
  getOpenApi: ANYONE,
  listDemoMail: ANYONE,
  getDemoAttachment: ANYONE,
  tryInLab: ANYONE,
}
