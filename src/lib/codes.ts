import { CUSTOMER_SEARCH_FIELDS } from '#lib/staff/staff-lists.ts'
import { z } from '#lib/shared/zod.ts'

/** The enumerations of the specification (§3), and our own. */

export const PAY_OPTIONS = [
  'CASH',
  'FINANCE',
  'LEASE',
  'LEASELC',
  'LEASETC',
  'LEASEUC',
  'LOANCLASIC',
  'LOANFLEXI',
  'RESERVATION',
] as const
export const PayOption = z.enum(PAY_OPTIONS)
export type PayOption = z.infer<typeof PayOption>

export const PaymentMethod = z.enum(['POLI', 'STRIPE'])
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const PaymentSource = z.enum(['BANKTRF', 'CREDITCARD', 'MTF'])
export type PaymentSource = z.infer<typeof PaymentSource>

export const PaymentType = z.enum(['DEPOSIT', 'BALANCE'])
export type PaymentType = z.infer<typeof PaymentType>

export const PaymentStatus = z.enum([
  'CREATED',
  'PENDING',
  'PAID',
  'FAILED',
  'CANCELLED',
  'EXPIRED',
  'NEEDS_REVIEW',
  'REFUNDED',
  'CHARGED_BACK',
])
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const Frequency = z.enum(['Weekly', 'Fortnightly', 'Monthly'])
export type Frequency = z.infer<typeof Frequency>

export const Gender = z.enum(['MALE', 'FEMALE', 'UNKNOWN'])
export type Gender = z.infer<typeof Gender>

export const DriverLicenceType = z.enum(['FULL', 'RSTRD', 'LEARN'])
export type DriverLicenceType = z.infer<typeof DriverLicenceType>

export const CreditDecisionCode = z.enum(['AUTOAPPR', 'CONDITIONL', 'DECLINE', 'MANUWRITE'])
export type CreditDecisionCode = z.infer<typeof CreditDecisionCode>

export const DeliveryStatus = z.enum(['ONORDER', 'SHIPPED', 'LANDED', 'DISPATCHED', 'AVAIL4PKUP'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const TradeStatus = z.enum([
  'TRADE_ADDED',
  'APPRAISAL_REQUESTED',
  'APPRAISAL_DONE',
  'APPRAISAL_ACCEPTED',
])
export type TradeStatus = z.infer<typeof TradeStatus>

export const WebAccountStatus = z.enum(['ACTIVE', 'VERIFYPEND', 'PROBLEM', 'DEACTIVE'])
export type WebAccountStatus = z.infer<typeof WebAccountStatus>

export const StockLevel = z.enum(['In stock', 'On order', 'Unavailable'])
export type StockLevel = z.infer<typeof StockLevel>

export const CustomerType = z.enum(['INDIVIDUAL', 'COMPANY', 'STAFF'])
export type CustomerType = z.infer<typeof CustomerType>

export const CurrentUserType = z.enum(['CUSTOMER', 'STAFF', 'APICLIENT'])
export type CurrentUserType = z.infer<typeof CurrentUserType>

export const CustomerSearchField = z.enum(CUSTOMER_SEARCH_FIELDS)
export type CustomerSearchField = z.infer<typeof CustomerSearchField>

export const JOURNEY_STATUSES = [
  'STARTED',
  'CONFIRMED',
  'AGREEMENT',
  'NOCARAVAIL',
  'COMPLETE',
  'CANCELLED',
  'EXPIRED',
] as const
export const JourneyStatus = z.enum(JOURNEY_STATUSES)
export type JourneyStatus = z.infer<typeof JourneyStatus>

export const NewUsed = z.enum(['NEW', 'USED'])
export type NewUsed = z.infer<typeof NewUsed>
