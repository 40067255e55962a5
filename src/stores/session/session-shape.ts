import type { CurrentUser } from '#lib/customers/shapes.ts'
import {
  hasFields,
  isListOf,
  isNumber,
  isOneOf,
  isText,
  isTrueOrFalse,
  isWhole,
  orMissing,
  orNull,
  type Check,
} from '#stores/site/stored-checks.ts'

export interface TokenRecord {
  access_token: string
  refresh_token?: string
  /** Seconds. */
  expires_in: number
  /** Milliseconds since the Unix epoch, computed here. */
  refreshAt: number
}

/** The fields of a customer that the browser stores (decision 11). */
export interface SessionCustomer {
  id: number
  name: { firstName: string; lastName?: string }
  email?: string
}

/** The customer staff are acting for; the times are milliseconds since the Unix epoch. */
type ActingFor = SessionCustomer & { startedAtMs: number; lastActiveAtMs: number }

export interface Session {
  token: TokenRecord | null
  user: {
    type: CurrentUser['type']
    /** `roles` only decide which links are offered; the server decides on every call. */
    staff: { id: number; firstName: string; roles?: string[] } | null
    customer: SessionCustomer | null
  } | null
  actingFor: ActingFor | null
  /** Acting for a customer timed out, and the member of staff has not dismissed the notice yet. */
  hasActingEnded?: boolean
  /** The sign-in dropped a password that was chosen at registration and never confirmed; until that is read. */
  hasDroppedPassword?: boolean
  /** The session expired or was ended elsewhere. Until the next sign-in or sign-out. */
  hasEnded?: boolean
}

export const SIGNED_OUT: Session = { token: null, user: null, actingFor: null }

/** Storage outlives our code: anything that is not a valid session reads as signed out. */
export function decodeSession(stored: string): Session {
  try {
    const value: unknown = JSON.parse(stored)
    return isSession(value) ? value : SIGNED_OUT
  } catch {
    return SIGNED_OUT
  }
}

const CUSTOMER = {
  id: isWhole,
  name: hasFields({ firstName: isText, lastName: orMissing(isText) }),
  email: orMissing(isText),
} satisfies Record<string, Check>

const SESSION = hasFields({
  token: orNull(
    hasFields({
      access_token: isText,
      refresh_token: orMissing(isText),
      expires_in: isNumber,
      refreshAt: isNumber,
    }),
  ),
  user: orNull(
    hasFields({
      type: isOneOf<CurrentUser['type']>('CUSTOMER', 'STAFF', 'APICLIENT'),
      staff: orNull(
        hasFields({ id: isWhole, firstName: isText, roles: orMissing(isListOf(isText)) }),
      ),
      customer: orNull(hasFields(CUSTOMER)),
    }),
  ),
  actingFor: orNull(hasFields({ ...CUSTOMER, startedAtMs: isNumber, lastActiveAtMs: isNumber })),
  hasActingEnded: orMissing(isTrueOrFalse),
  hasDroppedPassword: orMissing(isTrueOrFalse),
  hasEnded: orMissing(isTrueOrFalse),
})

const isSession = (value: unknown): value is Session => SESSION(value)
