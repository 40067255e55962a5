import { z } from './shared/zod.ts'
import { PurchaseJourney } from './purchases/shapes.ts'

export const MessageType = z.enum(['INFO', 'WARNING', 'ERROR'])
export type MessageType = z.infer<typeof MessageType>

const PROBLEM_CODES = [
  'Validation',
  'ServerError',
  'InvalidQuoteInfo',
  'InvalidToken',
  'InvalidRecallInfo',
  'InvalidEmailQuoteInfo',
  'NotFound',
  'NotPermitted',
  'NotLoggedIn',
  'Conflict',
  'TooManyRequests',
  'TooLarge',
  'Unavailable',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** RFC 9457 members and ours. `messages` name the fields with errors. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(PROBLEM_CODES),
  message: z.string(),
  messages: z.array(
    z.object({ type: MessageType, property: z.optional(z.string()), message: z.string() }),
  ),
  requestId: z.string(),
  /** On a 409 of confirm-purchase: the new total. */
  newTotalCents: z.optional(z.int()),
  /** On a 412: the current purchase. */
  current: z.optional(PurchaseJourney),
})
export type Problem = z.infer<typeof Problem>
