import { propertyInWords } from '#lib/shared/words.ts'
import type { Problem } from '#lib/problem.ts'

/** The failure of a call, as data. {@link failureMessage} makes the sentence. */
export type ApiFailure =
  /** The server answered with a problem body. */
  | { kind: 'problem'; status: number; problem: ReadableProblem; retryAfterS?: number }
  /** The server answered, but not in a way we can read. */
  | { kind: 'unreadable'; status: number }
  /** There is no session, or it could not be refreshed. */
  | { kind: 'signed-out' }
  /** The request got no answer. */
  | { kind: 'network'; reason: 'failed' | 'timed-out' | 'aborted' }
  /** The browser or the device did not do its part, and nothing was sent. */
  | { kind: 'device'; message: string }

/** The parts of a {@link Problem} that another brand's API may also have. */
export type ReadableProblem = Partial<
  Pick<Problem, 'code' | 'message' | 'newTotalCents' | 'current'>
> & {
  messages: Problem['messages']
  /** The error code of the `auth` pair (RFC 6749 §5.2). */
  error?: string
  error_description?: string
}

export type Result<T> = { ok: true; value: T } | { ok: false; failure: ApiFailure }

/** The sentence a person reads for a failure. Wording: specification §8. */
export function failureMessage(failure: ApiFailure): string {
  switch (failure.kind) {
    case 'problem': {
      const { messages, message } = failure.problem
      const lines = messages.map((line) =>
        line.property ? `${propertyInWords(line.property)} ${line.message}` : line.message,
      )
      return lines.join('\n') || message || 'Unknown error'
    }
    case 'unreadable':
      if (failure.status === 500) return 'There’s been a problem, please try again later.'
      if (failure.status === 503)
        return 'The system is currently unavailable, please try again in a couple of minutes.'
      return `Unexpected response from server (${failure.status})`
    case 'signed-out':
      return 'Not logged in'
    case 'network':
      return NETWORK_MESSAGES[failure.reason]
    case 'device':
      return failure.message
  }
}

const NETWORK_MESSAGES = {
  failed: 'We couldn’t reach the server. Please check your connection and try again.',
  'timed-out': 'The server took too long to answer. Please try again.',
  aborted: 'The request was cancelled. Please try again.',
} as const

/** The messages of a failure that belong to fields, by the property's path. */
export function fieldMessages(failure: ApiFailure): Record<string, string> {
  if (failure.kind !== 'problem') return {}
  return Object.fromEntries(
    failure.problem.messages.flatMap(({ property, message }) =>
      property ? [[property, message]] : [],
    ),
  )
}
