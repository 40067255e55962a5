import { code, emailAddress, text } from '#lib/shared/input.ts'
import { z } from '#lib/shared/zod.ts'

/** Bodies that a form checks before they are sent. */

export const PersonRole = z.enum(['PARTNER', 'JOINT_BUYER', 'APPROVER'])
export type PersonRole = z.infer<typeof PersonRole>

export const NewPerson = z.strictObject({
  name: text(80),
  email: emailAddress,
  role: PersonRole,
})
export type NewPerson = z.infer<typeof NewPerson>

export const NewComment = z.strictObject({ text: text(1000) })

/** The mark is of the price that was read. A change is asked for in words. */
export const PersonAnswer = z.union([
  z.strictObject({ answer: z.literal('APPROVED'), priceMark: code }),
  z.strictObject({ answer: z.literal('CHANGE'), priceMark: code, text: text(1000) }),
])
export type PersonAnswer = z.infer<typeof PersonAnswer>
