import type { ComponentType } from 'react'
import type { CustomerRoute } from '#lib/shared/site-paths.ts'
import { LazyCreateAccount, LazyForgottenPassword, LazyProfile } from './lazy-screens.tsx'
import { Purchases } from './purchases/Purchases.tsx'
import { Quotes } from './purchases/Quotes.tsx'
import { Reservations } from './purchases/Reservations.tsx'
import type { ScreenProps } from './screen-props.ts'
import { SignIn } from './sign-in/SignIn.tsx'

interface Screen {
  /** The heading, and the page's name. */
  title: string
  /** Who sees it: a customer, a visitor who has not signed in, or both. */
  isFor: 'customer' | 'visitor' | 'both'
  Body: ComponentType<ScreenProps>
  /** Offered only while reservations are on. */
  isFlagged?: boolean
  /** Staff acting for the customer need the right to sell (decision 59). */
  isTrade?: boolean
}

/** The customer area's hash routes (specification §2), in the order of its navigation. */
export const SCREENS: Record<CustomerRoute, Screen> = {
  agreements: { title: 'My Purchases', isFor: 'customer', isTrade: true, Body: Purchases },
  quotes: { title: 'My Quotes', isFor: 'customer', isTrade: true, Body: Quotes },
  reservations: {
    title: 'My Reservations',
    isFor: 'customer',
    Body: Reservations,
    isFlagged: true,
    isTrade: true,
  },
  profile: { title: 'My Profile', isFor: 'customer', Body: LazyProfile },
  'sign-in': { title: 'Sign in', isFor: 'visitor', Body: SignIn },
  create: { title: 'Create an account', isFor: 'visitor', Body: LazyCreateAccount },
  forgot: { title: 'Forgotten password', isFor: 'both', Body: LazyForgottenPassword },
}

/** Parses a hash such as `#/forgot?email=…`; the route is `null` when it is unknown. */
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
  mayTrade: boolean
}

/** Whether a screen is offered at all. */
export const isOffered = (
  { isFlagged, isTrade }: Screen,
  { hasReservations, mayTrade }: Omit<Visit, 'route' | 'isSignedIn'>,
): boolean => (!isFlagged || hasReservations) && (!isTrade || mayTrade)

/** The route after signing in. */
export const homeRoute = ({ mayTrade }: { mayTrade: boolean }): CustomerRoute =>
  mayTrade ? 'agreements' : 'profile'

/** The route shown for a visit: visitors sign in first, customers skip that, and screens not offered are replaced. */
export function resolveRoute({ route, isSignedIn, ...offered }: Visit): CustomerRoute {
  const home = homeRoute(offered)
  const wanted = route === null || !isOffered(SCREENS[route], offered) ? home : route
  const { isFor } = SCREENS[wanted]
  if (isFor === 'customer' && !isSignedIn) return 'sign-in'
  if (isFor === 'visitor' && isSignedIn) return home
  return wanted
}
