import type { Logger } from 'pino'

/** What whoever watches over the storefront may want to be told of, by the name it is logged under (docs/operations.md). */
export const SECURITY_EVENTS = {
  sign_in: 'info',
  sign_in_failed: 'warn',
  second_factor_wrong: 'warn',
  refresh_token_reuse: 'warn',
  refused: 'warn',
  limited: 'warn',
  payment_needs_review: 'error',
  payment_duplicate: 'error',
} as const

/** Ids alone: of a person nothing that says who it is, of a secret nothing at all. */
type Facts = Partial<
  Record<
    | 'account'
    | 'action'
    | 'actor'
    | 'by'
    | 'limit'
    | 'paymentId'
    | 'reason'
    | 'requestId'
    | 'sessionId',
    string
  >
> &
  Partial<Record<'failures' | 'staffId' | 'status', number>>

export const logSecurity = (
  { log }: { log: Logger },
  event: keyof typeof SECURITY_EVENTS,
  facts: Facts,
): void => log[SECURITY_EVENTS[event]]({ event, ...facts })
