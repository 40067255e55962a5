import { createContext, useContext } from 'react'
import { hasRight, type StaffRight } from '#lib/domain/staff-roles.ts'

/** The roles of the member of staff who is signed in. */
export const Roles = createContext<readonly string[]>([])

/** Whether the member of staff may do something. What they may not is not offered. */
export function useMay(): (right: StaffRight) => boolean {
  const roles = useContext(Roles)
  return (right) => hasRight(roles, right)
}
