import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { Message } from '#lib/customers/shapes.ts'
import { NewEnquiry, NewMessage } from '#lib/messages/forms.ts'
import { code, cursor, limit, nextCursor } from '#lib/shared/input.ts'

export const leaveMessage = endpoint({
  name: 'leaveMessage',
  summary: 'Leaves a message for the brand: it is mailed to it, and on the list of its staff.',
  method: 'POST',
  path: '/messages',
  who: 'anyone',
  body: NewMessage,
  ok: 201,
  answer: null,
  isIdempotent: true,
  needsCaptcha: 'puzzle',
})

export const sendEnquiry = endpoint({
  name: 'sendEnquiry',
  summary:
    'Sends an enquiry or a wish for a test drive: mailed to the dealer, or to the brand when none is named, and on the list of staff.',
  method: 'POST',
  path: '/enquiries',
  who: 'anyone',
  body: NewEnquiry,
  ok: 201,
  answer: null,
  isIdempotent: true,
  needsCaptcha: true,
})

export const listMessages = endpoint({
  name: 'listMessages',
  summary: 'What visitors wrote: what is still to do, or what is done; newest first.',
  method: 'GET',
  path: '/staff/messages',
  who: { staff: 'messages', audit: 'each call' },
  query: z.strictObject({ show: z.enum(['todo', 'done']), limit, cursor }),
  ok: 200,
  answer: z.object({ messages: z.array(Message), nextCursor }),
})

export const updateMessage = endpoint({
  name: 'updateMessage',
  summary: 'Notes that a message is done with, or that it is not after all.',
  method: 'PATCH',
  path: '/staff/messages/:id',
  who: { staff: 'messages', audit: 'each call' },
  params: z.object({ id: code }),
  body: z.strictObject({ isDone: z.boolean() }),
  ok: 200,
  answer: Message,
  errors: [404],
})
