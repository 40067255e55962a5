import type { Kysely, Transaction } from 'kysely'
import type {
  AccountDeletionTable,
  CustomerTable,
  CustomerTermTable,
  DataExportPartTable,
  DataExportTable,
  EmailChangeTable,
} from './customers/tables.ts'
import type {
  WatchTable,
  AllocationTable,
  BuildSlotTable,
  StockCarTable,
  StockTable,
} from './stock/tables.ts'
import type { MessageTable } from './messages/tables.ts'
import type {
  OwnershipTable,
  RecallNoticeTable,
  RecallTable,
  RecallVehicleTable,
  RegisterAnswerTable,
} from './vehicles/tables.ts'
import type { AddressImportTable, AddressPointTable, AddressRoadTable } from './addresses/tables.ts'
import type {
  PaymentReviewTable,
  DisputeTable,
  MoneyDifferenceTable,
  PaymentTable,
  PayoutTable,
  ProviderCheckTable,
  ProviderEventTable,
  ReceiptTable,
  ReconciliationTable,
  RefundTable,
} from './payments/tables.ts'
import type { FileRemovalTable, PurchaseFileTable } from './purchase-files/tables.ts'
import type { TradeVehicleTable } from './trade-in/tables.ts'
import type { DeliveryEstimateTable, DeliveryEventTable, HandOverTable } from './delivery/tables.ts'
import type { AgreementAcceptanceTable, SaleAgreementTable } from './agreements/tables.ts'
import type { FinanceSignatureTable } from './finance/tables.ts'
import type {
  JourneyEventTable,
  PurchaseJourneyTable,
  PurchaseNoteTable,
} from './journeys/tables.ts'
import type {
  AgreementSignatureTable,
  PurchasePersonEventTable,
  PurchasePersonTable,
} from './people/tables.ts'
import type { PriceCreditTable, PurchaseLinkTable } from './purchases/tables.ts'
import type { QuoteCodeTable, QuoteTable } from './quotes/tables.ts'
import type {
  PasskeyChallengeTable,
  PasskeyOwnerTable,
  PasskeyTable,
} from './sign-in/passkeys/tables.ts'
import type { ServiceBookingTable, ServiceHoldTable, ServiceSlotTable } from './service/tables.ts'
import type {
  CaptchaUsedTable,
  LinkTokenTable,
  LoginCodeTable,
  SessionTable,
} from './sign-in/tables.ts'
import type { ApiClientTable, ApiTokenTable } from './api-clients/tables.ts'
import type {
  ActingTable,
  AuditHeadTable,
  AuditTable,
  StaffRecoveryCodeTable,
  StaffTable,
} from './staff/tables.ts'
import type {
  WebhookAttemptTable,
  WebhookDeliveryTable,
  WebhookEndpointTable,
} from './webhooks/tables.ts'
import type {
  DataKeyTable,
  IdempotencyTable,
  KeyCheckTable,
  OutboxTable,
  NetworkMarkTable,
  RateTable,
} from './platform/database/tables.ts'

/**
 * The tables. Only types which SQLite and PostgreSQL bind and return alike: text, integer, null.
 * Instants are ISO 8601 UTC text, flags 0 or 1, money integer cents, documents JSON text.
 */
export interface Database {
  key_check: KeyCheckTable
  customer: CustomerTable
  customer_term: CustomerTermTable
  staff: StaffTable
  staff_recovery_code: StaffRecoveryCodeTable
  ownership: OwnershipTable
  session: SessionTable
  passkey_owner: PasskeyOwnerTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  login_code: LoginCodeTable
  rate: RateTable
  network_mark: NetworkMarkTable
  captcha_used: CaptchaUsedTable
  outbox: OutboxTable
  webhook_endpoint: WebhookEndpointTable
  webhook_delivery: WebhookDeliveryTable
  webhook_attempt: WebhookAttemptTable
  quote: QuoteTable
  quote_code: QuoteCodeTable
  purchase_journey: PurchaseJourneyTable
  finance_signature: FinanceSignatureTable
  sale_agreement: SaleAgreementTable
  agreement_acceptance: AgreementAcceptanceTable
  journey_event: JourneyEventTable
  purchase_link: PurchaseLinkTable
  purchase_person: PurchasePersonTable
  purchase_person_event: PurchasePersonEventTable
  agreement_signature: AgreementSignatureTable
  price_credit: PriceCreditTable
  purchase_note: PurchaseNoteTable
  purchase_file: PurchaseFileTable
  file_removal: FileRemovalTable
  trade_vehicle: TradeVehicleTable
  stock: StockTable
  stock_car: StockCarTable
  build_slot: BuildSlotTable
  allocation: AllocationTable
  payment: PaymentTable
  payment_review: PaymentReviewTable
  provider_event: ProviderEventTable
  provider_check: ProviderCheckTable
  receipt: ReceiptTable
  refund: RefundTable
  dispute: DisputeTable
  payout: PayoutTable
  reconciliation: ReconciliationTable
  money_difference: MoneyDifferenceTable
  idempotency: IdempotencyTable
  data_key: DataKeyTable
  recall: RecallTable
  recall_notice: RecallNoticeTable
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
  data_export: DataExportTable
  data_export_part: DataExportPartTable
  account_deletion: AccountDeletionTable
  delivery_event: DeliveryEventTable
  delivery_estimate: DeliveryEstimateTable
  hand_over: HandOverTable
  message: MessageTable
  watch: WatchTable
  service_hold: ServiceHoldTable
  service_slot: ServiceSlotTable
  service_booking: ServiceBookingTable
}

/** The database, or a transaction on it. */
export type Db = Kysely<Database>
export type Trx = Transaction<Database>
