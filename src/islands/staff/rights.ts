import { createContext, useContext } from 'react'
import { WORK_RIGHTS } from '#lib/staff/staff-lists.ts'
import { hasRight, type StaffRight } from '#lib/staff/staff-roles.ts'
import type { StaffRoute } from './routes.ts'

/** The roles of the member of staff who is signed in. */
export const Roles = createContext<readonly string[]>([])

/** Whether the member of staff has a right. Screens offer only what the rights allow. */
export function useMay(): (right: StaffRight) => boolean {
  const roles = useContext(Roles)
  return (right) => hasRight(roles, right)
}

/** The right each screen needs; `null` when all staff may open it. */
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

/** The right that a route needs. An address may come from a colleague, or from before a role was lost. */
export function routeRight(route: StaffRoute): StaffRight | null {
  if (route.screen === 'customer' && route.view === 'history') return 'audit'
  if (route.screen === 'work' && route.kind) return WORK_RIGHTS[route.kind]
  return SCREEN_RIGHTS[route.screen]
}
