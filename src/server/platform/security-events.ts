import type { Deps } from '#server/deps.ts'
import { networkId } from './http/network.ts'

/** What whoever watches over the storefront may want to be told of, by the name it is logged under (docs/operations.md). */
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

/** Ids alone: of a person nothing that says who it is, of a secret nothing at all. */
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
/** Where a request came from; the log has its keyed id. What providers say of payments comes from nobody's network. */
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
