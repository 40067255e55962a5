/** Who makes a request, as its access token says. */
export type Actor =
  | { type: 'ANONYMOUS' }
  | { type: 'CUSTOMER'; customerId: number; sessionId: string }
  | { type: 'STAFF'; staffId: number; sessionId: string }

/** How events and limits name an actor. */
export const actorName = (actor: Actor): string =>
  actor.type === 'CUSTOMER'
    ? `customer:${actor.customerId}`
    : actor.type === 'STAFF'
      ? `staff:${actor.staffId}`
      : 'anonymous'
