import { paths } from '#stores/site/paths.ts'

interface Role {
  /** The session has a customer: the user, or the customer staff act for. */
  hasCustomer: boolean
  isStaff: boolean
  /** May open quotes and purchases: customers may, staff by their role. */
  mayTrade: boolean
  hasReservations: boolean
}

const mayBuy = ({ hasCustomer, mayTrade }: Role) => hasCustomer && mayTrade

const LINKS: { label: string; href: string; isFor: (role: Role) => boolean }[] = [
  { label: 'My Profile', href: paths.customer('profile'), isFor: (role) => role.hasCustomer },
  { label: 'My Quotes', href: paths.customer('quotes'), isFor: mayBuy },
  {
    label: 'My Reservations',
    href: paths.customer('reservations'),
    isFor: (role) => mayBuy(role) && role.hasReservations,
  },
  { label: 'My Purchases', href: paths.customer('agreements'), isFor: mayBuy },
  { label: 'Customer Search', href: paths.staffSearch, isFor: (role) => role.isStaff },
]

/** The menu links of a signed-in person, in order (specification §2, "User menu"; decisions 59 and 60). */
export const linksFor = (role: Role) => LINKS.filter(({ isFor }) => isFor(role))
