import { z } from '#lib/shared/zod.ts'
import { emailAddress, nzbn, textOrEmpty } from '#lib/shared/input.ts'
import { Address, Name } from './shapes.ts'

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
