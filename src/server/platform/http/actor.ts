import type { Scope } from '#lib/api/who.ts'

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

/** The name of an actor in events, limits and the audit. */
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

/** Whether an actor may see what belongs to a customer: customers their own, staff and machine clients anyone's. */
export const canAccess = (actor: Actor, customerId: number | null): boolean =>
  actor.type === 'STAFF' ||
  actor.type === 'APICLIENT' ||
  (actor.type === 'CUSTOMER' && actor.customerId === customerId)
