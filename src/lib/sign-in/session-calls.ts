import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { SignedInDevice } from '#lib/customers/account-shapes.ts'
import { code, customerNumber } from '#lib/shared/input.ts'

const params = z.object({ id: customerNumber })

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'Lists the devices the customer is signed in on, last used first.',
  method: 'GET',
  path: '/customer/:id/sessions',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params,
  ok: 200,
  answer: z.object({ sessions: z.array(SignedInDevice) }),
})

export const endOtherSession = endpoint({
  name: 'endOtherSession',
  summary: 'Signs out one device. Signing it out again changes nothing.',
  method: 'DELETE',
  path: '/customer/:id/sessions/:sessionId',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params: z.object({ id: customerNumber, sessionId: code }),
  ok: 204,
  answer: null,
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Signs out every other device.',
  method: 'DELETE',
  path: '/customer/:id/sessions',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params,
  ok: 204,
  answer: null,
})
