import { z } from '#lib/zod.ts'
import { endpoint } from './endpoint.ts'
import { Message, WishedTime } from './shapes/customer.ts'
import {
  code,
  cursor,
  day,
  emailAddress,
  limit,
  nextCursor,
  text,
  textOrEmpty,
} from './shapes/input.ts'

export const leaveMessage = endpoint({
  name: 'leaveMessage',
  summary: 'Leaves a message for the brand: it is mailed to it, and on the list of its staff.',
  method: 'POST',
  path: '/messages',
  auth: 'none',
  who: 'anyone',
  body: z.strictObject({ name: text(120), email: emailAddress, message: text(4000) }),
  ok: 201,
  answer: null,
  errors: [],
  isIdempotent: true,
  needsCaptcha: 'puzzle',
})

export const sendEnquiry = endpoint({
  name: 'sendEnquiry',
  summary:
    'Sends an enquiry or a wish for a test drive: mailed to the dealer, or to the brand when none is named, and on the list of staff.',
  method: 'POST',
  path: '/enquiries',
  auth: 'none',
  who: 'anyone',
  body: z.strictObject({
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
  }),
  ok: 201,
  answer: null,
  errors: [],
  isIdempotent: true,
  needsCaptcha: true,
})

export const listMessages = endpoint({
  name: 'listMessages',
  summary: 'What visitors wrote: what is still to do, or what is done; newest first.',
  method: 'GET',
  path: '/staff/messages',
  auth: 'bearer',
  who: 'staff only',
  query: z.strictObject({ show: z.enum(['todo', 'done']), limit, cursor }),
  ok: 200,
  answer: z.object({ messages: z.array(Message), nextCursor }),
  errors: [401, 403],
})

export const updateMessage = endpoint({
  name: 'updateMessage',
  summary: 'Notes that a message is done with, or that it is not after all.',
  method: 'PATCH',
  path: '/staff/messages/:id',
  auth: 'bearer',
  who: 'staff only',
  params: z.object({ id: code }),
  body: z.strictObject({ isDone: z.boolean() }),
  ok: 200,
  answer: Message,
  errors: [401, 403, 404],
})
