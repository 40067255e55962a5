import './account.css'
import { useEffect } from 'react'
import type { CustomerRoute } from '#lib/site-paths.ts'
import { $config, loadConfig } from '#stores/config.ts'
import { SIGNED_OUT } from '#stores/session-shape.ts'
import { $session } from '#stores/session.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Loading } from '#ui/Loading.tsx'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'
import { moveTo, useHash } from '#ui/use-hash.ts'
import { AccountGate } from './AccountGate.tsx'
import type { Seller } from './seller.ts'
import { HOME, parseHash, resolveRoute, SCREENS } from './routes.ts'

/** What a visitor wanted before signing in came between. */
let wanted: CustomerRoute | null = null

/** The customer area, mounted by its page: `<Account client:load {seller} />`. */
export function Account({ seller }: { seller: Seller }) {
  const isHydrated = useIsHydrated()
  return isHydrated ? (
    <Area seller={seller} />
  ) : (
    <div className="wrap section">
      <Loading text="Opening your account" />
    </div>
  )
}

function Area({ seller }: { seller: Seller }) {
  const { route, query } = parseHash(useHash())
  const { token } = useIslandStore($session, SIGNED_OUT)
  const config = useIslandStore($config, null)
  useEffect(() => {
    void loadConfig()
  }, [])

  const isSignedIn = token !== null
  const hasReservations = config?.flags.reservations ?? false
  // Whether the flag is on is not known yet; nobody is sent elsewhere for it.
  const isUndecided = route === 'reservations' && isSignedIn && config === null
  const resolved = isUndecided
    ? 'reservations'
    : resolveRoute({ route, isSignedIn, hasReservations })
  const shown = resolved === HOME && route === 'sign-in' ? (wanted ?? HOME) : resolved

  useEffect(() => {
    if (shown === route) return
    wanted = shown === 'sign-in' ? route : null
    moveTo(`#/${shown}`)
  }, [shown, route])

  const { title, isFor, Body } = SCREENS[shown]
  return (
    <div className="wrap section account">
      {isFor === 'customer' && <AreaNav current={shown} hasReservations={hasReservations} />}
      <div className="stack stack--l" key={`${shown} ${query.get('receipt') ?? ''}`}>
        <AreaHeading title={title} />
        {isUndecided ? (
          <Loading text="Opening your account" />
        ) : isFor === 'customer' ? (
          <AccountGate>
            <Body query={query} seller={seller} />
          </AccountGate>
        ) : (
          <Body query={query} seller={seller} />
        )}
      </div>
    </div>
  )
}

const AreaNav = ({
  current,
  hasReservations,
}: {
  current: CustomerRoute
  hasReservations: boolean
}) => (
  <nav className="tabs" aria-label="Customer area">
    {Object.entries(SCREENS)
      .filter(([, screen]) => screen.isFor === 'customer')
      .filter(([, screen]) => !screen.isFlagged || hasReservations)
      .map(([route, screen]) => (
        <a key={route} href={`#/${route}`} aria-current={route === current ? 'page' : undefined}>
          {screen.title}
        </a>
      ))}
  </nav>
)
