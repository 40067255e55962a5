import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { SecondFactor, SignedInDevice } from '#lib/customers/account-shapes.ts'
import { newPassword } from '#lib/customers/forms.ts'
import { code } from '#lib/shared/input.ts'

/** Calls of our own: the second factor and the sessions of staff. */

const typed = z.string().check(z.minLength(1, 'is required'), z.maxLength(256, 'is too long'))

export const getSecondFactor = endpoint({
  name: 'getSecondFactor',
  summary: 'Returns the state of the staff member’s second factor.',
  method: 'GET',
  path: '/staff/second-factor',
  who: 'staff for themselves',
  ok: 200,
  answer: SecondFactor,
})

export const startSecondFactor = endpoint({
  name: 'startSecondFactor',
  summary:
    'Creates a secret for an authenticator app, which applies once confirmed. Also requires a code if an app is already set up.',
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
    'Confirms the authenticator app with one of its codes and returns the recovery codes, once. Ends other sessions.',
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
  summary: 'Lists the devices the staff member is signed in on, last used first.',
  method: 'GET',
  path: '/staff/sessions',
  who: 'staff for themselves',
  ok: 200,
  answer: z.object({ sessions: z.array(SignedInDevice) }),
})

export const endStaffSession = endpoint({
  name: 'endStaffSession',
  summary: 'Signs the staff member out on one device. Signing it out again changes nothing.',
  method: 'DELETE',
  path: '/staff/sessions/:sessionId',
  who: 'staff for themselves',
  params: z.object({ sessionId: code }),
  ok: 204,
  answer: null,
})

export const endStaffSessions = endpoint({
  name: 'endStaffSessions',
  summary: 'Signs the staff member out on every other device.',
  method: 'DELETE',
  path: '/staff/sessions',
  who: 'staff for themselves',
  ok: 204,
  answer: null,
})

export const changeStaffPassword = endpoint({
  name: 'changeStaffPassword',
  summary: 'Changes the staff member’s password. Ends other sessions and emails the staff member.',
  method: 'PUT',
  path: '/staff/password',
  who: 'staff for themselves',
  body: z.strictObject({ currentPassword: typed, newPassword }),
  ok: 204,
  answer: null,
  errors: [409],
  isIdempotent: true,
})
