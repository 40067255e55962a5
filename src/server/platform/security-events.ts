import type { Deps } from '#server/deps.ts'
import { networkId } from './http/network.ts'

/** Events for security monitoring, by the name in the log (docs/operations.md). */
export const SECURITY_EVENTS = {
  sign_in: 'info',
  sign_in_failed: 'warn',
  second_factor_wrong: 'warn',
  passkey_cloned: 'error',
  refresh_token_reuse: 'warn',
  refused: 'warn',
  limited: 'warn',
  payment_needs_review: 'error',
  payment_duplicate: 'error',
  payment_disputed: 'error',
} as const

/** Ids only, no personal data and no secrets. */
type Facts = Partial<
  Record<
    | 'account'
    | 'action'
    | 'actor'
    | 'by'
    | 'limit'
    | 'passkeyId'
    | 'paymentId'
    | 'reason'
    | 'requestId'
    | 'sessionId',
    string
  >
> &
  Partial<Record<'failures' | 'staffId' | 'status', number>>

type SecurityEvent = keyof typeof SECURITY_EVENTS
/** The network of a request, logged by its pseudonym. Payment events come from providers and have none. */
type Origin<E extends SecurityEvent> = E extends `payment_${string}` ? object : { ip: string }

export function logSecurity<E extends SecurityEvent>(
  { log, keys, now }: Pick<Deps, 'log' | 'keys' | 'now'>,
  event: E,
  facts: Facts & Origin<E>,
): void {
  const { ip, ...others }: Facts & { ip?: string } = facts
  const network = ip === undefined ? {} : { network: networkId(keys, ip, now()) }
  log[SECURITY_EVENTS[event]]({ event, ...others, ...network })
}
