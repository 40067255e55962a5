import { WishedTime } from '#lib/customers/shapes.ts'
import { code, day, emailAddress, text, textOrEmpty } from '#lib/shared/input.ts'
import { z } from '#lib/shared/zod.ts'

/** Bodies that a form checks before they are sent. Pages know of a call only how it is made (`endpoint.ts`). */

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
