import { z } from '#lib/shared/zod.ts'
import { CurrentUserType, CustomerType, WebAccountStatus } from '#lib/codes.ts'
import { text, textOrEmpty } from '#lib/shared/input.ts'

export const Address = z.strictObject({
  line1: text(100),
  line2: z.optional(textOrEmpty(100)),
  suburb: textOrEmpty(60),
  city: text(60),
  postcode: z.string().check(z.regex(/^\d{4}$/, 'must be four digits')),
  country: z.literal('NZ'),
  addressId: z.optional(z.string().check(z.maxLength(64))),
})
export type Address = z.infer<typeof Address>

export const Name = z.strictObject({ firstName: text(60), lastName: text(60) })
export type Name = z.infer<typeof Name>

export const Customer = z.object({
  id: z.int(),
  customerType: CustomerType,
  name: z.object({ firstName: z.string(), lastName: z.string() }),
  companyName: z.optional(z.string()),
  nzbn: z.optional(z.string()),
  email: z.string(),
  mobilePhone: z.nullable(z.string()),
  homePhone: z.nullable(z.string()),
  workPhone: z.nullable(z.string()),
  postalAddress: z.nullable(Address),
  webAccountStatus: WebAccountStatus,
  marketingConsent: z.boolean(),
})
export type Customer = z.infer<typeof Customer>

export const Staff = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(z.string()),
})
export type Staff = z.infer<typeof Staff>

export const CurrentUser = z.object({
  type: CurrentUserType,
  staff: z.nullable(Staff),
  customer: z.nullable(Customer),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** The customer a member of staff acts for. Ends at `endsAt`, which each call delays, and after 4 hours at most. */
export const Acting = z.object({
  customerId: z.int(),
  startedAt: z.string(),
  endsAt: z.string(),
})
export type Acting = z.infer<typeof Acting>

/** A row of the audit, as staff read it. */
export const AuditEntry = z.object({
  /** Its number in the whole audit. */
  number: z.int(),
  at: z.string(),
  actor: z.object({ type: z.enum(['STAFF', 'APICLIENT', 'SYSTEM']), name: z.string() }),
  /** The name of the call, or of the state that ended. */
  action: z.string(),
  /** While acting for this customer. */
  isActing: z.boolean(),
  outcome: z.enum(['ALLOWED', 'REFUSED']),
  /** The names of the fields searched or changed; never their values. */
  fields: z.array(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The part of a day preferred for a test drive. */
export const WishedTime = z.enum(['MORNING', 'AFTERNOON', 'ANY'])

/** A message from a visitor. */
export const Message = z.object({
  messageId: z.string(),
  kind: z.enum(['MESSAGE', 'ENQUIRY', 'TESTDRIVE']),
  name: z.string(),
  email: z.string(),
  /** E.164. */
  phone: z.nullable(z.string()),
  /** Empty for a test drive request without a message. */
  message: z.string(),
  model: z.nullable(z.object({ code: z.string(), name: z.string() })),
  dealer: z.nullable(z.object({ outletCode: z.string(), name: z.string() })),
  wished: z.nullable(z.object({ day: z.string(), time: WishedTime })),
  /** The customer whose account has this address; the sender is not verified. */
  customerId: z.nullable(z.int()),
  created: z.string(),
  /** When it was marked as done, and by whom. */
  done: z.nullable(z.object({ at: z.string(), by: z.string() })),
})
export type Message = z.infer<typeof Message>
