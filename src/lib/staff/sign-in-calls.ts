import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { SecondFactor, SignedInDevice } from '#lib/customers/account-shapes.ts'
import { newPassword } from '#lib/customers/forms.ts'
import { code } from '#lib/shared/input.ts'

/** Calls of our own: the second factor and the sessions of staff. */

const typed = z.string().check(z.minLength(1, 'is required'), z.maxLength(256, 'is too long'))

export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  summary: 'How the own second factor stands.',
  method: 'GET',
  path: '/staff/second-factor',
  who: 'staff for themselves',
  ok: 200,
  answer: SecondFactor,
})

export const startSecondFactor = endpoint({
  name: 'startSecondFactor',
  summary:
    'Makes a secret for an authenticator app; it counts once confirmed. Takes a code too where one is set up already.',
  method: 'POST',
  path: '/staff/second-factor',
  who: 'staff for themselves',
  body: z.strictObject({ currentPassword: typed, code: z.optional(typed) }),
  ok: 200,
  answer: z.object({
    /** Base32, to type into an app. */
    secret: z.string(),
    /** The same as an `otpauth://` address, for a QR code. */
    address: z.string(),
  }),
})

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  summary:
    'Has the authenticator app count, by a code of it, and answers the recovery codes, once. Other sessions end.',
  method: 'PUT',
  path: '/staff/second-factor',
  who: 'staff for themselves',
  body: z.strictObject({ code: typed }),
  ok: 200,
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: [409],
})

export const listStaffSessions = endpoint({
  name: 'listStaffSessions',
  summary: 'Where the member of staff is signed in, last used first.',
  method: 'GET',
  path: '/staff/sessions',
  who: 'staff for themselves',
  ok: 200,
  answer: z.object({ sessions: z.array(SignedInDevice) }),
})

export const endStaffSession = endpoint({
  name: 'endStaffSession',
  summary: 'Signs the member of staff out on one device; one that is signed out already stays so.',
  method: 'DELETE',
  path: '/staff/sessions/:sessionId',
  who: 'staff for themselves',
  params: z.object({ sessionId: code }),
  ok: 204,
  answer: null,
})

export const endStaffSessions = endpoint({
  name: 'endStaffSessions',
  summary: 'Signs the member of staff out on every device but this one.',
  method: 'DELETE',
  path: '/staff/sessions',
  who: 'staff for themselves',
  ok: 204,
  answer: null,
})

export const changeStaffPassword = endpoint({
  name: 'changeStaffPassword',
  summary: 'Changes the own password. Other sessions end, and the member of staff is told.',
  method: 'PUT',
  path: '/staff/password',
  who: 'staff for themselves',
  body: z.strictObject({ currentPassword: typed, newPassword }),
  ok: 204,
  answer: null,
  errors: [409],
  isIdempotent: true,
})
