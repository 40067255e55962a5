import { paths } from '#stores/site/paths.ts'

interface Role {
  /** The page is about a customer: the user's own self, or the one staff are acting for. */
  hasCustomer: boolean
  isStaff: boolean
  /** Staff may open a customer's quotes and purchases by their role; a customer may. */
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

/** Where a signed-in person can go, in order (specification §2, "User menu"; decisions 59 and 60). */
export const linksFor = (role: Role) => LINKS.filter(({ isFor }) => isFor(role))
