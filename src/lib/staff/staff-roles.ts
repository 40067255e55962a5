/** The roles of staff. An account may have several. */
export const STAFF_ROLES = ['sales', 'service', 'manager', 'admin'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** The rights of staff, each with the roles that have it. An admin has every right. */
const RIGHTS = {
  /** Find customers, see and change their records, and act for them. */
  customers: ['sales', 'service', 'manager'],
  /** Answer messages of visitors. */
  messages: ['sales', 'service', 'manager'],
  /** Make, change and cancel service bookings. */
  bookings: ['service', 'manager'],
  /** Quotes and purchases: the work list, notes, offers for trade-ins, agreements, deliveries, referred applications. */
  sales: ['sales', 'manager'],
  /** Hold a car for a purchase that has none. */
  allocation: ['manager'],
  /** Decide on a finance application. */
  credit: ['manager'],
  /** Record money that came, look at payments, and send refunds. */
  money: ['manager'],
  /** Cancel a purchase. */
  cancellation: ['manager'],
  /** See which accounts are to be deleted. */
  deletions: ['manager'],
  /** Read the audit of a customer’s record. */
  audit: [],
} satisfies Record<string, readonly Exclude<StaffRole, 'admin'>[]>
export type StaffRight = keyof typeof RIGHTS

/** The roles that have a right, the admin last. */
export const rolesWith = (right: StaffRight): StaffRole[] => [...RIGHTS[right], 'admin']

/** Whether one of the roles gives a right. An unknown role gives none. */
export const hasRight = (roles: readonly string[], right: StaffRight): boolean =>
  rolesWith(right).some((role) => roles.includes(role))
