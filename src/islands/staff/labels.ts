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
  referrals: { name: 'Finance referrals', act: 'Review the finance application' },
  documents: { name: 'Finance documents', act: 'Check the customer’s documents' },
  credit: { name: 'Finance declined or expired', act: 'Ask the lender again, or change to cash' },
  unpaid: { name: 'Confirmed and unpaid', act: 'Awaiting deposit' },
  'no-car': { name: 'No car available', act: 'Find a car' },
  agreements: { name: 'Agreements to issue', act: 'Issue the sale agreement' },
  acceptances: {
    name: 'Agreements awaiting acceptance',
    act: 'Waiting for the customer to accept',
  },
  'hand-overs': { name: 'Cars to hand over', act: 'Deliver and hand over' },
  'price-falls': {
    name: 'Price drops on signed finance',
    act: 'Agree on the price drop with the lender',
  },
  transfers: { name: 'Transfers to match', act: 'Check a payment' },
  refunds: { name: 'Refunds to send', act: 'Send a refund' },
  disputes: { name: 'Disputed payments', act: 'Settle a disputed payment' },
}

/** The labels of calls in a history. Calls that staff are always refused are worded as attempts. */
export const ACTIONS: Record<string, string> = {
  startActing: 'Started acting for the customer',
  endActing: 'Stopped acting for the customer',
  actingTimedOut: 'Acting ended: timed out',
  actingEndedWithSession: 'Acting ended: signed out',
  getCustomer: 'Viewed the record',
  listVehicles: 'Viewed the vehicles',
  addVehicle: 'Added a vehicle',
  removeVehicle: 'Removed a vehicle',
  getOwnerships: 'Viewed the record and vehicles',
  updateCustomer: 'Changed the record',
  changePassword: 'Change the password',
  changeWebAccountEmail: 'Change the email address',
  verifyWebAccountEmail: 'Verify the email address',
  createWebAccount: 'Created an account for the customer',
  getAccount: 'Viewed the account status',
  listSessions: 'Viewed the customer’s devices',
  listWatches: 'Viewed the cars the customer is watching',
  endOtherSession: 'Sign the customer out on a device',
  endOtherSessions: 'Sign the customer out on other devices',
  exportCustomer: 'Download the customer’s data',
  requestExport: 'Request a copy of the customer’s data',
  downloadExport: 'Download the customer’s data',
  requestDeletion: 'Request deletion of the account',
  withdrawDeletion: 'Keep the account',
  listQuotes: 'Viewed the quotes',
  listPurchaseJourneys: 'Viewed the purchases',
  listReservations: 'Viewed the reservations',
  createPurchaseJourney: 'Started a purchase',
  getQuote: 'Viewed a quote',
  getQuoteDocument: 'Viewed a quote PDF',
  createQuoteCode: 'Created a link to a quote',
  saveQuote: 'Saved a quote',
  copyQuote: 'Copied a quote',
  refreshQuote: 'Refreshed the price of a quote',
  deleteQuote: 'Deleted a quote',
  emailQuote: 'Emailed a quote',
  emailCarePlan: 'Emailed a care plan',
  getPurchaseJourney: 'Viewed a purchase',
  getPurchaseRecord: 'Viewed the progress of a purchase',
  getReceiptDocument: 'Viewed the receipt PDF of a purchase',
  updatePurchaseJourney: 'Changed a purchase',
  deletePurchaseJourney: 'Deleted a purchase',
  confirmPurchase: 'Confirmed a purchase',
  cancelPurchase: 'Cancelled a purchase',
  getPurchaseForStaff: 'Viewed a purchase with its payments and notes',
  addTradeInPhoto: 'Added a photo of a trade-in',
  addFinanceDocument: 'Send a document for a finance application',
  listPurchaseFiles: 'Viewed the list of photos and documents of a purchase',
  readPurchaseFile: 'Opened a photo or document of a purchase',
  removePurchaseFile: 'Removed a photo or document of a purchase',
  addPurchaseNote: 'Added a note to a purchase',
  answerTradeInOffer: 'Answered a trade-in offer',
  emailSigningLink: 'Emailed the customer a link to sign',
  recordCar: 'Recorded the car for a purchase',
  cancelForCustomer: 'Cancelled a purchase for a reason',
  readFinanceApplication: 'Viewed the finance application the lender referred',
  advanceJourney: 'Moved a purchase to its next stage',
  listNearestCars: 'Viewed similar cars in stock',
  listHandOverTimes: 'Viewed the hand-over times',
  bookHandOver: 'Booked the hand-over',
  cancelHandOver: 'Cancelled the hand-over appointment',
  issueAgreement: 'Issued the sale agreement',
  getAgreement: 'Viewed the sale agreement',
  getAgreementDocument: 'Viewed the sale agreement PDF',
  getPurchaseLinks: 'See the links to a purchase',
  makePurchaseLink: 'Create a link to a purchase',
  endPurchaseLink: 'End a link to a purchase',
  getPeople: 'Viewed the people in a purchase',
  invitePerson: 'Invite a person to a purchase',
  sendInvitationAgain: 'Send an invitation to a purchase again',
  removePerson: 'Removed a person from a purchase',
  addPurchaseComment: 'Comment on a purchase',
  listSharedPurchases: 'View the purchases shared with the customer',
  getSharedPurchase: 'View a purchase shared with the customer',
  leaveSharedPurchase: 'Leave a purchase shared with the customer',
  commentOnSharedPurchase: 'Comment on a purchase shared with the customer',
  answerSharedPurchase: 'Answer for an invited person',
  getSharedAgreement: 'View the agreement of a purchase shared with the customer',
  signSharedAgreement: 'Sign for an invited person',
  acceptAgreement: 'Accept the sale agreement',
  recordDelivery: 'Updated the delivery status',
  offerForTradeIn: 'Made a trade-in offer',
  decideFinance: 'Recorded the lender’s decision',
  getFinanceDraft: 'Viewed the finance application',
  getFinanceApplicationDocument: 'Viewed the signed finance application PDF',
  submitFinanceApplication: 'Send the finance application',
  startStripePayment: 'Started a card payment',
  startPoliPayment: 'Started an online banking payment',
  getBankTransfer: 'Viewed bank transfer details',
  announceBankTransfer: 'Asked to pay by bank transfer',
  recordReceipt: 'Recorded a receipt',
  decideReview: 'Resolved a payment under review',
  settleDispute: 'Settled a lost dispute',
  explainMoneyDifference: 'Explained a payment difference',
  listServiceBookings: 'Viewed the service bookings',
  getServiceBooking: 'Viewed a service booking',
  bookService: 'Booked a service',
  changeServiceBooking: 'Changed a service booking',
  cancelServiceBooking: 'Cancelled a service booking',
  cancelBookingForCustomer: 'Cancelled a service booking for a reason',
  listAudit: 'Viewed this history',
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
