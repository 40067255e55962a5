import type {
  DeliveryStatus,
  JourneyStatus,
  PayOption,
  TradeStatus,
} from '#lib/sign-in/code-shapes.ts'
import type { FileType } from '#lib/shared/files.ts'
import type { Generated, Insertable, Selectable, Updateable } from 'kysely'

export interface QuoteTable {
  quote_id: string
  customer_id: number | null
  /** SHA-256 of the browser id that may reopen an anonymous quote. */
  browser_id_hash: string | null
  source_quote_id: string | null
  customer_name: string
  customer_email: string
  pay_option: PayOption
  /** JSON of the QuoteRequest. */
  request: string
  /** JSON of vehicle, lines, totals and finance. */
  priced: string
  drive_away_cents: number
  catalogue_version: string
  created_at: string
  expires_at: string
  version: number
}
export type QuoteRow = Selectable<QuoteTable>
export type NewQuoteRow = Insertable<QuoteTable>

/** What a quote said when a code was given for it. It goes with its quote. */
export interface QuoteCodeTable {
  /** SHA-256 of the code: the codes themselves are in no database. */
  code_hash: string
  quote_id: string
  /** JSON of the QuoteFigures. */
  content: string
  created_at: string
}

export interface PurchaseJourneyTable {
  purchase_journey_id: string
  /** As `readReference` reads it. */
  reference: string
  customer_id: number
  original_quote_id: string
  current_quote_id: string
  status: JourneyStatus
  furthest_step: string
  /** OwnerDetails, encrypted. */
  owner_details: string | null
  owner_details_confirmed: number
  finance_applied: number
  /** The FinanceApplication so far, encrypted. */
  finance_application: string | null
  /** JSON of a CreditDecision. */
  credit_decision: string | null
  /** Since when the lender leaves the decision to a person; `null` where it does not. */
  referred_at: Generated<string | null>
  /** Who of our people, or which program, decided in the lender's place; `null` where nobody has. */
  decided_by: Generated<string | null>
  outlet_code: string | null
  confirmed_at: string | null
  accepted_total_cents: number | null
  terms_version: string | null
  signature_name: string | null
  /** Whose name that is: `customer:7`, or `staff:2` who confirmed on the customer's instruction. */
  signed_by: Generated<string | null>
  /** JSON of its PurchaseOffers as they were when it was confirmed; `null` until then. */
  promised_offers: Generated<string | null>
  delivery_status: DeliveryStatus | null
  /** The sale agreement that was issued last. */
  agreement_id: Generated<string | null>
  /** The fee of a reservation that this purchase took over; it counts towards the deposit. */
  credited_cents: Generated<number>
  /** Whose fee that was: a journey's id. */
  credited_from: string | null
  /** Until when its car is kept without the deposit; `null` where nothing runs out. */
  deposit_due_at: Generated<string | null>
  /** When its customer is reminded of that; `null` once it is done. */
  deposit_remind_at: Generated<string | null>
  /** When its customer first said that the deposit comes by bank transfer. */
  transfer_announced_at: Generated<string | null>
  created_at: string
  last_activity_at: string
  version: number
}
export type PurchaseJourneyRow = Selectable<PurchaseJourneyTable>
export type NewPurchaseJourneyRow = Insertable<PurchaseJourneyTable>
export type PurchaseJourneyPatch = Updateable<PurchaseJourneyTable>

/** Who signed a finance application, when and what: written once. The application itself has the signature. */
export interface FinanceSignatureTable {
  purchase_journey_id: string
  /** The figures that were shown. */
  quote_id: string
  quote_version: number
  method: 'TYPED' | 'DRAWN'
  document_version: string
  /** The text that was shown. */
  document: string
  document_sha256: string
  /** `customer:7` */
  signed_by: string
  signed_at: string
}
export type FinanceSignatureRow = Selectable<FinanceSignatureTable>

/** A sale agreement as it was issued: written once. The one that counts is named by its purchase. */
export interface SaleAgreementTable {
  agreement_id: string
  purchase_journey_id: string
  wording_version: string
  /** The text that is shown, encrypted: it names the buyer. */
  document: string
  /** Of the text itself. */
  document_sha256: string
  /** `staff:2` */
  issued_by: string
  issued_at: string
}
export type SaleAgreementRow = Selectable<SaleAgreementTable>

/** That the sale agreement of a purchase was accepted: written once. */
export interface AgreementAcceptanceTable {
  purchase_journey_id: string
  /** `null`: on paper, and none was issued here. */
  agreement_id: string | null
  method: 'TYPED' | 'PAPER'
  /** As it was typed, encrypted; `null` on paper. */
  name: string | null
  /** `customer:7`; `staff:2` for one on paper. */
  accepted_by: string
  accepted_at: string
}
export type AgreementAcceptanceRow = Selectable<AgreementAcceptanceTable>

/** Where a car was and since when, one row a stage. */
export interface DeliveryEventTable {
  id: Generated<number>
  purchase_journey_id: string
  delivery_status: DeliveryStatus
  /** `customer:7`, `staff:2` or `system`. */
  actor: string
  at: string
}

/** Between which days our people said a car should be ready, one row each time they said so. */
export interface DeliveryEstimateTable {
  id: Generated<number>
  purchase_journey_id: string
  /** `yyyy-mm-dd` */
  from_day: string
  to_day: string
  note: string | null
  /** `staff:2`; `system` for the days that were reckoned before. */
  actor: string
  at: string
}

/** A time of an outlet at which it hands a car over: the outlet and the time are the key, so that each is taken once. */
export interface HandOverTable {
  outlet_code: string
  starts_at: string
  purchase_journey_id: string
  /** Of its purchase when it was booked: it counts the changes. */
  sequence: number
  /** `customer:7`, `staff:2`. */
  booked_by: string
  booked_at: string
}
export type HandOverRow = Selectable<HandOverTable>

/** What happened to a journey, one row a status move. */
export interface JourneyEventTable {
  id: Generated<number>
  purchase_journey_id: string
  event: string
  from_status: string
  to_status: string
  /** `customer:7`, `staff:2` or `system`. */
  actor: string
  at: string
  /** The act of our people that it is of, so that a repetition is known; `null` for the other events. */
  effect_id: string | null
}

/** What our people wrote about a journey for one another. */
export interface PurchaseNoteTable {
  note_id: string
  purchase_journey_id: string
  text: string
  /** `staff:2`. */
  actor: string
  at: string
}

export interface TradeVehicleTable {
  trade_vehicle_id: string
  purchase_journey_id: string
  position: number
  registration: string
  vin: string | null
  make: string
  model: string
  year: number
  odometer_km: number
  condition: string | null
  owing_cents: number
  status: TradeStatus
  guide_low_cents: number | null
  guide_high_cents: number | null
  offer_cents: number | null
  offer_expires_at: string | null
  /** When the customer asked for an offer. */
  appraisal_requested_at: string | null
  confirmed_date: string | null
  /** JSON of the ids of its photos, in their order. */
  photos: Generated<string>
}
export type TradeVehicleRow = Selectable<TradeVehicleTable>

/** A photo or a document of a purchase; what is in it is kept outside the database, by the same id. */
export interface PurchaseFileTable {
  file_id: string
  purchase_journey_id: string
  kind: 'TRADE_IN_PHOTO' | 'FINANCE_DOCUMENT'
  /** Empty for a document. */
  trade_vehicle_id: string
  /** Encrypted: what a document was called. */
  name: string | null
  type: FileType
  size_bytes: number
  /** In hexadecimal digits. */
  sha256: string
  /** `customer:7` */
  uploaded_by: string
  created_at: string
  /** When our people first opened it. */
  read_at: string | null
  /** The id of the data key that the file is encrypted with. */
  content_key: string
}
export type PurchaseFileRow = Selectable<PurchaseFileTable>

/** Files that no row stands for, or not yet: they are removed when that is due. */
export interface FileRemovalTable {
  file_id: string
  /** Empty: at once. */
  due_at: string
}

/** Cars that stand somewhere, counted by option and colour. */
export interface StockTable {
  stock_id: string
  kdcd: string
  colour_code: string
  outlet_code: string | null
  quantity: number
  eta_weeks: number | null
}

/** A car by its numbers: of a line of the stock, or one that came for a purchase from the factory. */
export interface StockCarTable {
  stock_number: string
  vin: string
  /** `null` for one that was built to order. */
  stock_id: string | null
  /** The purchase that has it, also after the hand-over. */
  purchase_journey_id: string | null
}

/** How many cars of a model have been promised from a month's production. */
export interface BuildSlotTable {
  model_code: string
  /** `yyyy-mm` */
  month: string
  promised: number
}

/** The car or build slot held for a confirmed journey. */
export interface AllocationTable {
  purchase_journey_id: string
  /** STOCK or BUILD. */
  kind: string
  stock_id: string | null
  model_code: string | null
  month: string | null
  /** In how many weeks of `created_at` a car of the stock is here. */
  eta_weeks: number | null
  created_at: string
}
