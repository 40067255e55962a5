import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { customerNumber, emailAddress } from '#lib/shared/input.ts'
import { newPassword } from '#lib/customers/forms.ts'

const resetCode = z.string().check(z.maxLength(200, 'is too long'))

export const changePassword = endpoint({
  name: 'changePassword',
  summary: 'Changes the password, or sets the first one.',
  method: 'PUT',
  path: '/customer/:id/password',
  who: { owner: 'customer', refusal: 'Only the customer can change the password.' },
  params: z.object({ id: customerNumber }),
  body: z.strictObject({
    type: z.enum(['CHANGE_PASSWORD', 'NEW_ACCOUNT']),
    currentPassword: z.optional(z.string().check(z.maxLength(256))),
    newPassword,
  }),
  ok: 204,
  answer: null,
  errors: [409],
  isIdempotent: true,
})

export const startPasswordReset = endpoint({
  name: 'startPasswordReset',
  summary: 'Emails a reset code. The response is the same for every address.',
  method: 'POST',
  path: '/customers/resetpassword/start',
  who: 'anyone',
  body: z.strictObject({ email: emailAddress }),
  ok: 204,
  answer: null,
  needsCaptcha: true,
})

export const checkPasswordReset = endpoint({
  name: 'checkPasswordReset',
  summary: 'Checks whether a reset code is valid, without using it.',
  method: 'POST',
  path: '/customers/resetpassword/check',
  who: 'anyone',
  body: z.strictObject({ email: emailAddress, code: resetCode }),
  ok: 200,
  answer: z.object({ valid: z.boolean(), type: z.enum(['CHANGE_PASSWORD', 'NEW_ACCOUNT']) }),
})

export const completePasswordReset = endpoint({
  name: 'completePasswordReset',
  summary: 'Sets a new password with a reset code. Ends every session.',
  method: 'POST',
  path: '/customers/resetpassword/complete',
  who: 'anyone',
  body: z.strictObject({ email: emailAddress, code: resetCode, newPassword }),
  ok: 204,
  answer: null,
  isIdempotent: true,
})
