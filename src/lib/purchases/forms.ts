import { code, text } from '#lib/shared/input.ts'
import { z } from '#lib/shared/zod.ts'

/** Bodies that a form checks before they are sent. Pages know of a call only how it is made (`endpoint.ts`). */

export const AgreementAnswer = z.strictObject({
  agreementId: code,
  isAccepted: z.literal(true, 'Please tick this box to continue'),
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
