import type { Generated, Insertable, Selectable, Updateable } from 'kysely'
import type {
  DeliveryStatus,
  JourneyStatus,
  PaymentMethod,
  PaymentSource,
  PaymentStatus,
  PaymentType,
  PayOption,
  TradeStatus,
} from '#lib/contract/shapes.ts'

/**
 * The tables. Only types which SQLite and PostgreSQL bind and return alike: text, integer, null.
 * Instants are ISO 8601 UTC text, flags 0 or 1, money integer cents, documents JSON text.
 */
export interface Database {
  key_check: KeyCheckTable
  customer: CustomerTable
  staff: StaffTable
  ownership: OwnershipTable
  session: SessionTable
  login_code: LoginCodeTable
  rate: RateTable
  captcha_used: CaptchaUsedTable
  outbox: OutboxTable
  quote: QuoteTable
  purchase_journey: PurchaseJourneyTable
  journey_event: JourneyEventTable
  trade_vehicle: TradeVehicleTable
  stock: StockTable
  build_slot: BuildSlotTable
  allocation: AllocationTable
  payment: PaymentTable
  provider_event: ProviderEventTable
  receipt: ReceiptTable
  transfer_reference: TransferReferenceTable
  refund: RefundTable
  idempotency: IdempotencyTable
  recall: RecallTable
  recall_vehicle: RecallVehicleTable
  register_answer: RegisterAnswerTable
  address_import: AddressImportTable
  address_road: AddressRoadTable
  address_point: AddressPointTable
  audit: AuditTable
  audit_head: AuditHeadTable
  acting: ActingTable
  api_client: ApiClientTable
  api_token: ApiTokenTable
  link_token: LinkTokenTable
  email_change: EmailChangeTable
  account_deletion: AccountDeletionTable
  delivery_event: DeliveryEventTable
  message: MessageTable
  service_hold: ServiceHoldTable
  service_slot: ServiceSlotTable
  service_booking: ServiceBookingTable
}

/** What the keys look like that this database was written with; it gives none of them away. */
export interface KeyCheckTable {
  name: string
  fingerprint: string
}

export interface CustomerTable {
  id: Generated<number>
  customer_type: string
  first_name: string
  last_name: string
  company_name: string | null
  nzbn: string | null
  email: string
  /** Lower case; unique. */
  email_key: string
  /** Phones in E.164. */
  mobile_phone: string | null
  home_phone: string | null
  work_phone: string | null
  /** JSON of an Address. */
  postal_address: string | null
  web_account_status: string
  marketing_consent: number
  marketing_consent_at: string | null
  /** Where it was given or taken back: a ConsentSource. */
  marketing_consent_source: string | null
  /** PHC string; null for an account that signs in by codes only. */
  password_hash: string | null
  /** Names in lower case without macrons, for search. */
  search_name: string
  created_at: string
  updated_at: string
}
export type CustomerRow = Selectable<CustomerTable>
export type NewCustomerRow = Insertable<CustomerTable>
export type CustomerPatch = Updateable<CustomerTable>

export interface StaffTable {
  id: Generated<number>
  first_name: string
  last_name: string
  email: string
  email_key: string
  password_hash: string
  /** JSON array. */
  roles: string
  created_at: string
}
export type StaffRow = Selectable<StaffTable>

export interface OwnershipTable {
  id: Generated<number>
  customer_id: number
  registration: string
  vin: string | null
  make: string
  model: string
  year: number
}

/** One row per sign-in; the tokens themselves are derived from it and stored nowhere. */
export interface SessionTable {
  session_id: string
  customer_id: number | null
  staff_id: number | null
  /** Counts refreshes; the tokens of a generation die with the next one. */
  generation: number
  rotated_at: string
  /** How often the immediate predecessor was presented within the grace. */
  replays: number
  created_at: string
  revoked_at: string | null
  revoke_reason: string | null
  user_agent_hash: string
  /** Browser and system in words, as they were at the sign-in. */
  device: Generated<string>
}
export type SessionRow = Selectable<SessionTable>

/** A 6-digit code that was asked for. The code is derived from the id, so that the table holds none. */
export interface LoginCodeTable {
  login_code_id: string
  /** Keyed hash of the address it was asked for. */
  subject: string
  /** `null` for an address that has no account: asking looks and costs the same, and nothing is mailed. */
  customer_id: number | null
  /** SIGN_IN or RESET. */
  purpose: string
  created_at: string
  expires_at: string
  sends: number
  /** When it was last sent. */
  sent_at: string
  tries: number
  used_at: string | null
}
export type LoginCodeRow = Selectable<LoginCodeTable>

/** Counters of limits that must survive a restart. */
export interface RateTable {
  key: string
  window_start: string
  points: number
}

export interface CaptchaUsedTable {
  nonce: string
  expires_at: string
}

/** E-mail, written in the transaction that causes it and sent by a worker. */
export interface OutboxTable {
  outbox_id: string
  kind: string
  recipient: string
  subject: string
  text_body: string
  html_body: string
  /** A PDF that goes with it, and what it is called. */
  attachment_name: string | null
  attachment_base64: string | null
  /** Lower goes first: 0 for codes. */
  priority: number
  attempts: number
  queued_at: string
  next_attempt_at: string
  /** Not tried any more after this: a day, or the life of a code. */
  give_up_at: string
  leased_until: string | null
  sent_at: string | null
  failed_at: string | null
  last_error: string | null
}
export type OutboxRow = Selectable<OutboxTable>

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

export interface PurchaseJourneyTable {
  purchase_journey_id: string
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
  outlet_code: string | null
  confirmed_at: string | null
  accepted_total_cents: number | null
  terms_version: string | null
  signature_name: string | null
  delivery_status: DeliveryStatus | null
  /** The fee of a reservation that this purchase took over; it counts towards the deposit. */
  credited_cents: Generated<number>
  /** Whose fee that was: a journey's id. */
  credited_from: string | null
  created_at: string
  last_activity_at: string
  version: number
}
export type PurchaseJourneyRow = Selectable<PurchaseJourneyTable>
export type NewPurchaseJourneyRow = Insertable<PurchaseJourneyTable>
export type PurchaseJourneyPatch = Updateable<PurchaseJourneyTable>

/** Where a car was and since when, one row a stage. */
export interface DeliveryEventTable {
  id: Generated<number>
  purchase_journey_id: string
  delivery_status: DeliveryStatus
  /** `customer:7`, `staff:2` or `system`. */
  actor: string
  at: string
}

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
  confirmed_date: string | null
}
export type TradeVehicleRow = Selectable<TradeVehicleTable>

/** Cars that stand somewhere, counted by option and colour. */
export interface StockTable {
  stock_id: string
  kdcd: string
  colour_code: string
  outlet_code: string | null
  quantity: number
  eta_weeks: number | null
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
  created_at: string
}

export interface PaymentTable {
  payment_id: string
  purchase_journey_id: string
  type: PaymentType
  method: PaymentMethod | null
  source: PaymentSource
  amount_cents: number
  currency: string
  provider_reference: string | null
  provider_url: string | null
  /** The provider's name for the money itself, once paid: what a refund needs. */
  provider_payment: string | null
  status: PaymentStatus
  /** 1: a second success of the same type, to be refunded; it never counts. */
  duplicate: number
  review_reason: string | null
  expires_at: string | null
  created_at: string
  updated_at: string
  /** When the sweeper asks the provider next. */
  next_check_at: string | null
  checks: number
  /** Until then somebody is opening the provider's page for it. */
  leased_until: string | null
  /** What has come so far of a payment that comes in parts; null for one that comes whole. */
  received_cents: Generated<number | null>
}
export type PaymentRow = Selectable<PaymentTable>

/** Notices of providers already taken in, by the provider's event id. */
export interface ProviderEventTable {
  event_id: string
  provider: string
  type: string
  received_at: string
}

/** Money that came to our account, as staff recorded it. */
export interface ReceiptTable {
  receipt_id: string
  purchase_journey_id: string
  source: PaymentSource
  amount_cents: number
  /** The bank's or the lender's own; unique with journey and source, so that none is recorded twice. */
  reference: string
  /** `staff:2` */
  recorded_by: string
  recorded_at: string
}

/** What a customer writes on a bank transfer. */
export interface TransferReferenceTable {
  reference: string
  purchase_journey_id: string
}

/** Money that goes back: the whole of one payment. */
export interface RefundTable {
  refund_id: string
  payment_id: string
  amount_cents: number
  reason: 'DUPLICATE' | 'CANCELLED' | 'RELEASED' | 'REVIEWED'
  /** DUE: the job asks the provider. BY_HAND: a person sends it. */
  status: 'DUE' | 'BY_HAND' | 'DONE'
  /** The provider's or the bank's name for it. */
  reference: string | null
  /** Why the provider did not do it. */
  failure: string | null
  created_at: string
  done_at: string | null
  /** `staff:2` or `system` */
  done_by: string | null
  attempts: number
  next_attempt_at: string | null
}
export type RefundRow = Selectable<RefundTable>

/** Answers kept for `Idempotency-Key`. */
export interface IdempotencyTable {
  subject: string
  operation: string
  key: string
  fingerprint: string
  status: number | null
  body: string | null
  created_at: string
}

export interface RecallTable {
  recall_number: string
  title: string
  description: string
  remedy: string
  /** COMPULSORY or SAFETY. */
  severity: string
  /** `yyyy-mm-dd` */
  published: string
  /** Who published it. */
  source: string
  updated_at: string
}
export type RecallRow = Selectable<RecallTable>

/** A vehicle that a recall concerns. */
export interface RecallVehicleTable {
  recall_number: string
  vin: string
  registration: string | null
  model: string
  year: number
  status: 'OUTSTANDING' | 'COMPLETED'
}
export type RecallVehicleRow = Selectable<RecallVehicleTable>

/** What a vehicle register answered, kept for a day. */
export interface RegisterAnswerTable {
  provider: string
  /** A registration or a VIN. */
  asked: string
  /** JSON of a RegisterVehicle; null for one that the register does not know. */
  vehicle: string | null
  answered_at: string
}

/**
 * An import of addresses. Its roads have ids from `import_id` times a million on, so that what an import
 * has written is seen by nobody until it becomes the active one.
 */
export interface AddressImportTable {
  import_id: Generated<number>
  source: string
  /** 1 or null: unique, so that there is one at a time. */
  is_running: number | null
  /** 1 or null: unique, the one that is searched. */
  is_active: number | null
  addresses: number
  roads: number
  started_at: string
  /** A running import that has not been touched for long has died. */
  touched_at: string
  finished_at: string | null
}

export interface AddressRoadTable {
  /** Place by size: the road with most addresses first. */
  place: number
  road_id: number
  name: string
  suburb: string
  city: string
  /** Of name, suburb and city: folded, one space between. */
  words: string
}

export interface AddressPointTable {
  road_id: number
  /** The street number itself: 12 of `2/12A`. */
  number: number
  address_id: number
  /** As it is written: `2/12A`. */
  number_text: string
  postcode: string | null
}

/** What staff and machine clients did with customers' records. Rows are added and never changed. */
export interface AuditTable {
  /** 1, 2, 3, … without a gap. */
  seq: number
  at: string
  /** `staff:2`, `client:…` or `system`. */
  actor: string
  customer_id: number | null
  /** The call's name, or what came to an end. */
  action: string
  /** 1: while acting for this very customer. */
  is_acting: number
  outcome: 'ALLOWED' | 'REFUSED'
  /** JSON array of the names of the fields that came along; never their values. */
  fields: string
  request_id: string
  /** SHA-256 of the row before's hash and this row. */
  hash: string
}
export type AuditRow = Selectable<AuditTable>

/** The last row of the audit. One row: whoever adds to the audit locks it. */
export interface AuditHeadTable {
  id: number
  seq: number
  hash: string
}

/** For whom a member of staff's session acts. */
export interface ActingTable {
  session_id: string
  staff_id: number
  customer_id: number
  started_at: string
  last_active_at: string
}
export type ActingRow = Selectable<ActingTable>

/** A program that may call the API on its own behalf. */
export interface ApiClientTable {
  client_id: string
  name: string
  /** SHA-256 of a secret of 256 random bits. */
  secret_hash: string
  /** JSON array. */
  scopes: string
  created_at: string
  revoked_at: string | null
}
export type ApiClientRow = Selectable<ApiClientTable>

/** One row per access token of a machine client; the token itself is derived from it. */
export interface ApiTokenTable {
  token_id: string
  client_id: string
  /** JSON array: as many of the client's as were asked for. */
  scopes: string
  created_at: string
  revoked_at: string | null
}
export type ApiTokenRow = Selectable<ApiTokenTable>

/** A link that signs a customer in, once. */
export interface LinkTokenTable {
  /** SHA-256 of what the link carries. */
  token_hash: string
  customer_id: number
  created_at: string
  used_at: string | null
}
export type LinkTokenRow = Selectable<LinkTokenTable>

/** The address an account is to have once it is proven. */
export interface EmailChangeTable {
  customer_id: number
  email: string
  created_at: string
}
export type EmailChangeRow = Selectable<EmailChangeTable>

/** A customer's wish to have the account deleted. */
export interface AccountDeletionTable {
  customer_id: number
  requested_at: string
  /** From then on it is carried out. */
  due_at: string
  done_at: string | null
}
export type AccountDeletionRow = Selectable<AccountDeletionTable>

/** What a visitor wrote to us. */
export interface MessageTable {
  message_id: string
  name: string
  email: string
  /** Lower case, to find the account that has the address. */
  email_key: string
  message: string
  created_at: string
  done_at: string | null
  /** Number of the member of staff. */
  done_by: number | null
}
export type MessageRow = Selectable<MessageTable>

/** A time that somebody may book: its units are in `service_slot` for as long as it is held. */
export interface ServiceHoldTable {
  hold_id: string
  outlet_code: string
  service_code: string
  starts_at: string
  /** HMAC of the visitor's address. */
  network: string
  created_at: string
  held_until: string
}
export type ServiceHoldRow = Selectable<ServiceHoldTable>

/** Half an hour of a bay that is taken; its key decides who has it. */
export interface ServiceSlotTable {
  outlet_code: string
  starts_at: string
  bay: number
  /** A booking's id, or a hold's. */
  owner_id: string
  /** `null` for a booking. */
  held_until: string | null
}

export interface ServiceBookingTable {
  booking_id: string
  /** What it was made from: unique, so that a repeated request makes no second one. */
  hold_id: string
  customer_id: number | null
  registration: string
  outlet_code: string
  service_code: string
  /** As they were when it was booked: what was promised. */
  service_name: string
  price_cents: number
  ev_price_cents: number
  starts_at: string
  ends_at: string
  /** JSON of contact and note, encrypted. */
  details: string
  status: 'BOOKED' | 'CANCELLED'
  version: number
  created_at: string
  updated_at: string
}
export type ServiceBookingRow = Selectable<ServiceBookingTable>
export type NewServiceBookingRow = Insertable<ServiceBookingTable>
export type ServiceBookingPatch = Updateable<ServiceBookingTable>
