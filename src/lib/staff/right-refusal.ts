import { rolesWith, type StaffRight, type StaffRole } from './staff-roles.ts'

const ROLE_LABELS: Record<StaffRole, string> = {
  sales: 'sales staff',
  service: 'service staff',
  manager: 'a manager',
  admin: 'an admin',
}

/** The refusal that names the roles with a right: `Only a manager or an admin can do this.` */
export const rightRefusal = (right: StaffRight): string => {
  const words = rolesWith(right).map((role) => ROLE_LABELS[role])
  const last = words.pop()!
  const listed = words.length > 0 ? `${words.join(', ')} or ${last}` : last
  return `Only ${listed} can do this.`
}
