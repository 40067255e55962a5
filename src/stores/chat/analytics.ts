import type { Session } from '#stores/session/session-shape.ts'
import { $session } from '#stores/session/session.ts'

/**
 * Pushes the user's id to the data layer on sign-in, and takes it back on sign-out (specification §4). It is for a
 * tag manager that the brand adds. While staff act for a customer there is none (decision 12).
 *
 * @returns Stops it.
 */
export function keepDataLayer(): () => void {
  let pushed: string | null = null
  let wasSignedIn: boolean | null = null
  return $session.subscribe((session) => {
    const isSignedIn = session.token !== null && session.user !== null
    const userId = isSignedIn ? userIdOf(session) : null
    if (userId !== pushed) {
      const layer = ((window as { dataLayer?: unknown[] }).dataLayer ??= [])
      // Opening a page signed in, and starting or ending to act for a customer, are no sign-ins.
      const hasChanged = wasSignedIn !== null && wasSignedIn !== isSignedIn
      layer.push({ ...(hasChanged && { event: isSignedIn ? 'login' : 'logout' }), userId })
      pushed = userId
    }
    wasSignedIn = isSignedIn
  })
}

/** A number of ours and no name or address. Customers and staff are numbered apart. */
function userIdOf({ user, actingFor }: Session): string | null {
  if (user?.type === 'CUSTOMER' && user.customer) return String(user.customer.id)
  return user?.type === 'STAFF' && user.staff && !actingFor ? `staff-${user.staff.id}` : null
}
