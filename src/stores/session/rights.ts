import { computed } from 'nanostores'
import { hasRight } from '#lib/staff/staff-roles.ts'
import { $session } from './session.ts'

/** The parts of a customer's account that the user may open. */
export interface AccountAccess {
  /** Quotes, reservations and purchases. */
  sales: boolean
  /** Service bookings. */
  bookings: boolean
}

export const WHOLE_ACCOUNT: AccountAccess = { sales: true, bookings: true }

/** Everything for the customer; for staff what their roles allow (decision 59). The rest is hidden. */
export const $accountAccess = computed($session, ({ user }): AccountAccess => {
  if (user?.type !== 'STAFF') return WHOLE_ACCOUNT
  const roles = user.staff?.roles ?? []
  return { sales: hasRight(roles, 'sales'), bookings: hasRight(roles, 'bookings') }
})
