import { z } from '#lib/shared/zod.ts'
import { Address, Name, WishedTime } from '#lib/customers/shapes.ts'
import { code, day, emailAddress, nzbn, text, textOrEmpty } from '#lib/shared/input.ts'
import { QuoteRequest } from './shapes.ts'

/** Bodies that a form checks before they are sent. Pages know of a call only how it is made (`endpoint.ts`). */

const phone = z.nullable(textOrEmpty(30))
export const newPassword = z
  .string()
  .check(z.minLength(1, 'is required'), z.maxLength(256, 'is too long'))

export const NewCustomer = z.strictObject({
  customerType: z.enum(['INDIVIDUAL', 'COMPANY']),
  name: Name,
  email: emailAddress,
  mobilePhone: z.optional(phone),
  homePhone: z.optional(phone),
  workPhone: z.optional(phone),
  companyName: z.optional(textOrEmpty(100)),
  nzbn: z.optional(nzbn),
  postalAddress: z.optional(z.nullable(Address)),
  password: z.optional(newPassword),
  marketingConsent: z.optional(z.boolean()),
})

export const CustomerChange = z.partial(
  z.strictObject({
    name: Name,
    mobilePhone: phone,
    homePhone: phone,
    workPhone: phone,
    postalAddress: z.nullable(Address),
    companyName: textOrEmpty(100),
    nzbn,
    marketingConsent: z.boolean(),
  }),
)

export const NewMessage = z.strictObject({
  name: text(120),
  email: emailAddress,
  message: text(4000),
})

export const NewEnquiry = z.strictObject({
  kind: z.enum(['ENQUIRY', 'TESTDRIVE']),
  name: text(120),
  email: emailAddress,
  phone: z.optional(textOrEmpty(40)),
  modelCode: z.optional(code),
  outletCode: z.optional(code),
  /** When a test drive is wished for: a day that the dealer is open. */
  day: z.optional(day),
  time: z.optional(WishedTime),
  message: z.optional(textOrEmpty(4000)),
})

const { kdcd, colourCode, interiorCode, accessoryCodes, servicePlanCode } = QuoteRequest.shape

export const NewWatch = z.strictObject({
  email: emailAddress,
  kdcd,
  colourCode,
  interiorCode,
  accessoryCodes,
  servicePlanCode,
})

export const AgreementAnswer = z.strictObject({
  agreementId: code,
  isAccepted: z.literal(true, 'must be accepted'),
  name: text(121),
})

/** The numbers of a car, as staff type them. */
export const CarNumbers = z.strictObject({
  stockNumber: text(20),
  vin: z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.regex(/^[A-HJ-NPR-Z0-9]{17}$/, 'must be 17 letters and digits, without I, O and Q'),
    ),
})
