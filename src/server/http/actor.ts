/** What a machine client may be allowed to do, each with what it is for. */
export const SCOPES = {
  'customers:read': 'find customers and read their records',
  'customers:write': 'change customers’ records and give them accounts',
  'quotes:read': 'read quotes',
  'purchases:read': 'read purchases, the work list and what was sent with them',
  'purchases:write':
    'offer for trade-ins, hold cars, note agreements, deliveries and hand-overs, cancel',
  'finance:decide': 'record what was decided of a finance application',
  'payments:write': 'record money that came, look at payments, send refunds',
  'bookings:read': 'read service bookings',
  'bookings:write': 'make, change and cancel service bookings',
} as const
export type Scope = keyof typeof SCOPES

/** Who makes a request, as its access token says. */
export type Actor =
  | { type: 'ANONYMOUS' }
  | { type: 'CUSTOMER'; customerId: number; sessionId: string }
  | {
      type: 'STAFF'
      staffId: number
      roles: readonly string[]
      /** They have to set up an authenticator app or a passkey before they may do anything else. */
      lacksSecondFactor: boolean
      sessionId: string
      actingFor: number | null
    }
  | { type: 'APICLIENT'; clientId: string; scopes: readonly Scope[] }

/** How events, limits and the audit name an actor. */
export function actorName(actor: Actor): string {
  switch (actor.type) {
    case 'ANONYMOUS':
      return 'anonymous'
    case 'CUSTOMER':
      return `customer:${actor.customerId}`
    case 'STAFF':
      return `staff:${actor.staffId}`
    case 'APICLIENT':
      return `client:${actor.clientId}`
  }
}
