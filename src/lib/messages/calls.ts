import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { Message } from '#lib/customers/shapes.ts'
import { NewEnquiry, NewMessage } from '#lib/messages/forms.ts'
import { code, cursor, limit, nextCursor } from '#lib/shared/input.ts'

export const leaveMessage = endpoint({
  name: 'leaveMessage',
  summary:
    'Leaves a message for the brand. It is emailed to the brand and added to the staff list.',
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
    'Sends an enquiry or a test drive request. It is emailed to the dealer, or to the brand if none is named, and added to the staff list.',
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
  summary: 'Lists messages from visitors, either open or answered, newest first.',
  method: 'GET',
  path: '/staff/messages',
  who: { staff: 'messages', audit: 'each call' },
  query: z.strictObject({ show: z.enum(['todo', 'done']), limit, cursor }),
  ok: 200,
  answer: z.object({ messages: z.array(Message), nextCursor }),
})

export const updateMessage = endpoint({
  name: 'updateMessage',
  summary: 'Marks a message as answered, or as open again.',
  method: 'PATCH',
  path: '/staff/messages/:id',
  who: { staff: 'messages', audit: 'each call' },
  params: z.object({ id: code }),
  body: z.strictObject({ isDone: z.boolean() }),
  ok: 200,
  answer: Message,
  errors: [404],
})
