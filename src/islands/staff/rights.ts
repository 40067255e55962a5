import { createContext, useContext } from 'react'
import { hasRight, WORK_RIGHTS, type StaffRight } from '#lib/staff/staff-roles.ts'
import type { StaffRoute } from './routes.ts'

/** The roles of the member of staff who is signed in. */
export const Roles = createContext<readonly string[]>([])

/** Whether the member of staff may do something. What they may not is not offered. */
export function useMay(): (right: StaffRight) => boolean {
  const roles = useContext(Roles)
  return (right) => hasRight(roles, right)
}

/** `null`: it is everybody's. */
const SCREEN_RIGHTS: Record<StaffRoute['screen'], StaffRight | null> = {
  search: 'customers',
  customer: 'customers',
  messages: 'messages',
  work: 'sales',
  purchase: 'sales',
  bookings: 'bookings',
  deletions: 'deletions',
  money: 'money',
  'sign-in': null,
}

/** The right that an address takes: somebody may have been sent one, or lost a role. */
export function rightOf(route: StaffRoute): StaffRight | null {
  if (route.screen === 'customer' && route.view === 'history') return 'audit'
  if (route.screen === 'work' && route.kind) return WORK_RIGHTS[route.kind]
  return SCREEN_RIGHTS[route.screen]
}
