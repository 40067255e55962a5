import type { CustomerType, JourneyStatus, WebAccountStatus } from '#lib/codes.ts'
import type { AuditEntry } from '#lib/customers/shapes.ts'
import type { WorkKind } from '#lib/staff/staff-lists.ts'
import { propertyInWords } from '#lib/shared/words.ts'

export const CUSTOMER_TYPE_LABELS: Record<CustomerType, string> = {
  INDIVIDUAL: 'Individual',
  COMPANY: 'Company',
  STAFF: 'Staff',
}

export const ACCOUNT_STATUS_LABELS: Record<WebAccountStatus, string> = {
  ACTIVE: 'Active',
  VERIFYPEND: 'Email not verified',
  PROBLEM: 'Problem',
  DEACTIVE: 'Closed',
}

export const PURCHASE_STATUS_LABELS: Record<JourneyStatus, string> = {
  STARTED: 'Started',
  CONFIRMED: 'Confirmed',
  AGREEMENT: 'Agreement signed',
  NOCARAVAIL: 'Waiting for a car',
  COMPLETE: 'Complete',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
}

/** The kinds of work: the name of each list, and the task of its lines. */
export const WORK_LABELS: Record<WorkKind, { name: string; act: string }> = {
  appraisals: { name: 'Appraisals', act: 'Offer a price for the trade-in' },
  referrals: { name: 'Finance referrals', act: 'Decide the finance application' },
  documents: { name: 'Finance documents', act: 'Read what the customer sent' },
  credit: { name: 'Finance refused or run out', act: 'Ask the lender again, or change to cash' },
  unpaid: { name: 'Confirmed and unpaid', act: 'The deposit is to come' },
  'no-car': { name: 'No car available', act: 'Find a car' },
  agreements: { name: 'Agreements to issue', act: 'Issue the sale agreement' },
  acceptances: {
    name: 'Agreements to be accepted',
    act: 'The customer has the agreement to accept',
  },
  'hand-overs': { name: 'Cars to hand over', act: 'Deliver and hand over' },
  transfers: { name: 'Transfers to match', act: 'Look at a payment' },
  refunds: { name: 'Refunds to send', act: 'Send a refund' },
  disputes: { name: 'Disputed payments', act: 'Deal with the bank’s dispute' },
}

/** The labels of calls in a history. Calls that staff are always refused are worded as attempts. */
export const ACTIONS: Record<string, string> = {
  startActing: 'Started acting for the customer',
  endActing: 'Stopped acting for the customer',
  actingTimedOut: 'Acting ended: its time was over',
  actingEndedWithSession: 'Acting ended: signed out',
  getCustomer: 'Read the record',
  listVehicles: 'Read the vehicles',
  addVehicle: 'Added a vehicle',
  removeVehicle: 'Removed a vehicle',
  getOwnerships: 'Read the record and the vehicles',
  updateCustomer: 'Changed the record',
  changePassword: 'Change the password',
  changeWebAccountEmail: 'Change the email address',
  verifyWebAccountEmail: 'Verify the email address',
  createWebAccount: 'Gave the customer an account',
  getAccount: 'Read how the account stands',
  listSessions: 'Read where the customer is signed in',
  listWatches: 'Read which cars the customer watches',
  endOtherSession: 'Sign the customer out on a device',
  endOtherSessions: 'Sign the customer out on other devices',
  exportCustomer: 'Download what we hold',
  requestExport: 'Ask for a copy of what we hold',
  downloadExport: 'Download what we hold',
  requestDeletion: 'Ask for the account to be deleted',
  withdrawDeletion: 'Keep the account',
  listQuotes: 'Read the quotes',
  listPurchaseJourneys: 'Read the purchases',
  listReservations: 'Read the reservations',
  createPurchaseJourney: 'Started a purchase',
  getQuote: 'Read a quote',
  getQuoteDocument: 'Read a quote as a document',
  createQuoteCode: 'Made a link to a quote',
  saveQuote: 'Saved a quote',
  copyQuote: 'Copied a quote',
  refreshQuote: 'Priced a quote anew',
  deleteQuote: 'Deleted a quote',
  emailQuote: 'Emailed a quote',
  emailCarePlan: 'Emailed a service plan',
  getPurchaseJourney: 'Read a purchase',
  getPurchaseRecord: 'Read what became of a purchase',
  getReceiptDocument: 'Read the receipt of a purchase as a document',
  updatePurchaseJourney: 'Changed a purchase',
  deletePurchaseJourney: 'Deleted a purchase',
  confirmPurchase: 'Confirmed a purchase',
  cancelPurchase: 'Cancelled a purchase',
  getPurchaseForStaff: 'Read a purchase with its payments and notes',
  addTradeInPhoto: 'Added a photo of a trade-in',
  addFinanceDocument: 'Send a document for a finance application',
  listPurchaseFiles: 'Looked at the list of photos and documents of a purchase',
  readPurchaseFile: 'Opened a photo or document of a purchase',
  removePurchaseFile: 'Removed a photo or document of a purchase',
  addPurchaseNote: 'Wrote a note on a purchase',
  answerTradeInOffer: 'Answered an offer for a trade-in',
  emailSigningLink: 'Emailed the customer a link to sign',
  recordCar: 'Recorded which car a purchase has',
  cancelForCustomer: 'Cancelled a purchase for a reason',
  readFinanceApplication: 'Read the finance application that the lender referred',
  advanceJourney: 'Moved a purchase on',
  listNearestCars: 'Read which cars in stock are like the ordered one',
  listHandOverTimes: 'Read the times for the hand-over',
  bookHandOver: 'Booked the hand-over',
  cancelHandOver: 'Cancelled the appointment for the hand-over',
  issueAgreement: 'Issued the sale agreement',
  getAgreement: 'Read the sale agreement',
  getAgreementDocument: 'Read the sale agreement as a document',
  acceptAgreement: 'Accept the sale agreement',
  recordDelivery: 'Recorded where the car is',
  offerForTradeIn: 'Made an offer for a trade-in',
  decideFinance: 'Recorded the lender’s answer',
  getFinanceDraft: 'Read the finance application',
  getFinanceApplicationDocument: 'Read the signed finance application as a document',
  submitFinanceApplication: 'Send the finance application',
  startStripePayment: 'Started a card payment',
  startPoliPayment: 'Started a payment by bank',
  getBankTransfer: 'Read the details of a transfer',
  announceBankTransfer: 'Asked to pay by bank transfer',
  recordReceipt: 'Recorded a payment',
  decideReview: 'Decided about a payment under review',
  settleDispute: 'Settled a lost dispute',
  explainMoneyDifference: 'Explained a difference of money',
  listServiceBookings: 'Read the service bookings',
  getServiceBooking: 'Read a service booking',
  bookService: 'Booked a service',
  changeServiceBooking: 'Changed a service booking',
  cancelServiceBooking: 'Cancelled a service booking',
  cancelBookingForCustomer: 'Cancelled a service booking for a reason',
  listAudit: 'Read this history',
  eraseCustomer: 'Deleted the account',
}

/** The label of an action, which may have been refused. */
export const actionLabel = ({ action, outcome }: Pick<AuditEntry, 'action' | 'outcome'>) =>
  `${ACTIONS[action] ?? propertyInWords(action)}${outcome === 'REFUSED' ? ' (refused)' : ''}`

/** Fields that only choose the page of a list. */
const PAGING_FIELDS = ['limit', 'cursor']

/** The labels of fields, each once: `First name, Home phone`. */
export const fieldLabels = (fields: readonly string[]): string =>
  [...new Set(fields.filter((field) => !PAGING_FIELDS.includes(field)).map(propertyInWords))].join(
    ', ',
  )
