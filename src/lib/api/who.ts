import type { StaffRight } from '#lib/staff/staff-roles.ts'

/** The scopes of machine clients, each with its purpose. */
export const SCOPES = {
  'customers:read': 'find customers and read their records',
  'customers:write': 'change customers’ records and create accounts for them',
  'quotes:read': 'read quotes',
  'purchases:read': 'read purchases, the work list and uploaded files',
  'purchases:write':
    'make trade-in offers, reserve cars, record agreements, deliveries and hand-overs, cancel',
  'finance:decide': 'record the decision on a finance application',
  'payments:write': 'record receipts, check payments, send refunds',
  'bookings:read': 'read service bookings',
  'bookings:write': 'make, change and cancel service bookings',
} as const
export type Scope = keyof typeof SCOPES

/** A machine client sees documents of a finance application, their names included, only with this scope as well. */
export const DOCUMENT_SCOPE: Scope = 'finance:decide'

/** The subject of a call: the `id` in its path, or the field of its body that names it. */
export type Thing =
  | 'customer'
  | 'quote'
  | 'purchase'
  | 'file of the purchase'
  /** Its person who was invited, and has accepted. */
  | 'shared purchase'
  | 'booking'
  | 'customer in the body'
  | 'quote in the body'
  | 'quote in the body, if any'
  | 'purchase in the body'

/** The right that a value of the query (`kind`) or the body (`event`) needs. */
export interface RightByField {
  by: 'kind' | 'event'
  rights: Readonly<Partial<Record<string, StaffRight>>>
  otherwise: StaffRight
}

/** Who may make a call that is not for everyone. Those who are not named may not. */
export interface Grant {
  /** The customer whose it is; of several things, of each. With an empty list any customer. */
  owner?: Thing | readonly Thing[]
  /** What it is about where the owner may not. */
  about?: Thing
  /** Staff whose role gives this right. */
  staff?: StaffRight | RightByField
  /** Machine clients with this scope. */
  machine?: Scope
  /** A visitor without a token: where it is about a booking, with the booking's key. */
  visitor?: true
  /**
   * The browser that made an anonymous quote: without a token (decision 15), or the only one that may beside a token,
   * staff included (contract, POST /quote/{id}/copy).
   */
  browser?: 'without a token' | 'with a token'
  /** A field of the body that only the owner may send. */
  ownersField?: string
  /** How staff are refused what only the owner may do. */
  refusal?: string
  /**
   * Staff and machine clients leave a row in the audit wherever a customer is named. `each call` does so without one
   * (a search, a list of people); `by its service` writes it together with the change.
   */
  audit?: 'each call' | 'by its service'
}

/** Who may make a call, said once: the server enforces it, and the documents put it into words. */
export type Who =
  | 'anyone'
  /** The call checks this itself. */
  | {
      anyone:
        | `with the ${'code' | 'id' | 'key' | 'key of the email' | 'token'}`
        | `with the session id${'' | ' or payment id'}`
        | `with the ${'lender' | 'card provider'}’s signature`
        | 'in demo mode'
    }
  | 'signed in'
  /** Regardless of role, and before they have a second factor: calls for signing in. */
  | 'staff for themselves'
  | Grant

/** The grant of a call. Those without one are granted to no role, scope or owner. */
export const grantOf = (who: Who): Grant => (typeof who === 'string' || 'anyone' in who ? {} : who)
