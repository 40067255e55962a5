import type { ComponentType } from 'react'
import type { CustomerRoute } from '#lib/site-paths.ts'
import { ForgottenPassword } from './ForgottenPassword.tsx'
import { LateCreateAccount, LateProfile } from './late-screens.tsx'
import { Purchases } from './Purchases.tsx'
import { Quotes } from './Quotes.tsx'
import { Reservations } from './Reservations.tsx'
import type { Seller } from './seller.ts'
import { SignIn } from './SignIn.tsx'

export interface ScreenProps {
  query: URLSearchParams
  seller: Seller
}

interface Screen {
  /** The heading, and the page's name. */
  title: string
  /** Whose it is: a customer's; that of a visitor who has not signed in; or anybody's. */
  isFor: 'customer' | 'visitor' | 'anybody'
  Body: ComponentType<ScreenProps>
  /** Where `isFor: 'customer'`, its place in the area's navigation. */
  isFlagged?: boolean
}

/** The customer area's hash routes (specification §2), in the order of its navigation. */
export const SCREENS: Record<CustomerRoute, Screen> = {
  agreements: { title: 'My Purchases', isFor: 'customer', Body: Purchases },
  quotes: { title: 'My Quotes', isFor: 'customer', Body: Quotes },
  reservations: {
    title: 'My Reservations',
    isFor: 'customer',
    Body: Reservations,
    isFlagged: true,
  },
  profile: { title: 'My Profile', isFor: 'customer', Body: LateProfile },
  'sign-in': { title: 'Sign in', isFor: 'visitor', Body: SignIn },
  create: { title: 'Create an account', isFor: 'visitor', Body: LateCreateAccount },
  forgot: { title: 'Forgotten password', isFor: 'anybody', Body: ForgottenPassword },
}

export const HOME: CustomerRoute = 'agreements'

/** A hash as the area reads it, `#/forgot?email=…`. An unknown route is none. */
export function parseHash(hash: string): { route: CustomerRoute | null; query: URLSearchParams } {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return {
    route: Object.hasOwn(SCREENS, path) ? (path as CustomerRoute) : null,
    query: new URLSearchParams(query),
  }
}

interface Visit {
  route: CustomerRoute | null
  isSignedIn: boolean
  hasReservations: boolean
}

/** Where a visit really leads: visitors to signing in, signed-in people past it, nobody to what is switched off. */
export function resolveRoute({ route, isSignedIn, hasReservations }: Visit): CustomerRoute {
  const wanted = route === null || (SCREENS[route].isFlagged && !hasReservations) ? HOME : route
  const { isFor } = SCREENS[wanted]
  if (isFor === 'customer' && !isSignedIn) return 'sign-in'
  if (isFor === 'visitor' && isSignedIn) return HOME
  return wanted
}
