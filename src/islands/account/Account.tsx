import './account.css'
import './documents.css'
import { useEffect, useState } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import type { CustomerRoute } from '#lib/shared/site-paths.ts'
import { $config, loadConfig } from '#stores/site/config.ts'
import { readPendingAction } from '#stores/sign-in/pending-action.ts'
import { $accountAccess, WHOLE_ACCOUNT } from '#stores/session/rights.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $customer, $isActing, $session, noteDroppedPassword } from '#stores/session/session.ts'
import { paths } from '#stores/site/paths.ts'
import { $isPasskeyOffered, offerPasskey } from '#stores/sign-in/passkey-offer.ts'
import { DuePasskeyOffer } from '#ui/sign-in/DuePasskeyOffer.tsx'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'
import { replaceRoute, useHash } from '#ui/hooks/use-hash.ts'
import { AccountGate } from './AccountGate.tsx'
import type { Seller } from './screen-props.ts'
import { homeRoute, isOffered, parseHash, resolveRoute, SCREENS } from './routes.ts'
import { Button } from '#ui/Button.tsx'

const loadOffer = async () => (await import('./sign-in/OfferedPasskey.tsx')).OfferedPasskey

/** Pages of My Purchases, by what the address says. */
const PAGES = ['receipt', 'agreement', 'invitation', 'shared']

/** The hash that a visitor opened before having to sign in. */
let wanted: string | null = null

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
  const hash = useHash()
  const { route, query } = parseHash(hash)
  const { token } = useIslandStore($session, SIGNED_OUT)
  const config = useIslandStore($config, null)
  useEffect(() => {
    void loadConfig()
  }, [])

  const isActing = useIslandStore($isActing, false)
  const customer = useIslandStore($customer, null)
  const [pending] = useState(() => (customer ? null : readPendingAction()))
  useEffect(() => {
    if (customer && pending) location.replace(paths.buildAndQuote() + pending.query)
  }, [customer, pending])

  const isSignedIn = token !== null
  const mayTrade = useIslandStore($accountAccess, WHOLE_ACCOUNT).sales
  const hasReservations = config?.flags.reservations ?? false
  // Stay until the flag is known.
  const isUndecided = route === 'reservations' && isSignedIn && config === null
  const resolved = isUndecided
    ? 'reservations'
    : resolveRoute({ route, isSignedIn, hasReservations, mayTrade })
  const home = homeRoute({ mayTrade })
  const isBack = resolved === home && (route === 'sign-in' || route === 'create') && wanted !== null
  const shown = isBack ? (parseHash(wanted!).route ?? home) : resolved

  useEffect(() => {
    if (shown === route) return
    const from = location.hash
    // In a task of its own, once the screen has asked for its data: naming the route renders the screen again.
    const timer = setTimeout(() => {
      // The visitor has gone on meanwhile.
      if (location.hash !== from) return
      const goal = isBack ? wanted : null
      wanted = shown === 'sign-in' && route !== null ? hash : null
      replaceRoute(goal ?? `#/${shown}`)
    })
    return () => clearTimeout(timer)
  }, [shown, route, isBack, hash])

  const { title, isFor, Body } = SCREENS[shown]
  return (
    <div className="wrap section account">
      {isFor === 'customer' && <AreaNav current={shown} offered={{ hasReservations, mayTrade }} />}
      <div
        className="stack stack--l"
        key={`${shown} ${PAGES.map((page) => query.get(page) ?? '').join(' ')}`}
      >
        <AreaHeading title={title} />
        {!isSignedIn && wanted?.includes('?invitation=') && (
          <Notice title="You’re invited to a purchase">
            {shown === 'create' ? (
              <p>
                Create your account with the email address that the invitation was sent to. Then
                we’ll bring you back to the invitation.
              </p>
            ) : (
              <>
                <p>
                  Sign in with the email address that the invitation was sent to. If it has no
                  account yet, create one, and we’ll bring you back to the invitation.
                </p>
                <p>
                  <a className="button button--quiet" href={paths.customer('create')}>
                    Create an account
                  </a>
                </p>
              </>
            )}
          </Notice>
        )}
        {pending && !isSignedIn && (
          <Notice title="Your quote is waiting">
            {`Sign in and we’ll take you back to your quote and ${ACTION_TEXTS[pending.act]}. We’ve kept your choices.`}
          </Notice>
        )}
        {pending && customer ? (
          <Loading text="Taking you back to your quote" />
        ) : isUndecided ? (
          <Loading text="Opening your account" />
        ) : isFor === 'customer' ? (
          <AccountGate>
            <DroppedPassword isProfile={shown === 'profile'} />
            {shown !== 'profile' && hasAllCalls() && (
              <DuePasskeyOffer
                $isOffered={$isPasskeyOffered}
                offer={offerPasskey}
                load={loadOffer}
                isDue={!isActing}
              />
            )}
            <Body query={query} seller={seller} />
          </AccountGate>
        ) : (
          <Body query={query} seller={seller} />
        )}
      </div>
    </div>
  )
}

const ACTION_TEXTS = { save: 'save it', email: 'email you a copy' }

const AreaNav = ({
  current,
  offered,
}: {
  current: CustomerRoute
  offered: Parameters<typeof isOffered>[1]
}) => (
  <nav className="tabs" aria-label="Customer area">
    {Object.entries(SCREENS)
      .filter(([, screen]) => screen.isFor === 'customer')
      .filter(([, screen]) => isOffered(screen, offered))
      .map(([route, screen]) => (
        <a key={route} href={`#/${route}`} aria-current={route === current ? 'page' : undefined}>
          {screen.title}
        </a>
      ))}
  </nav>
)

/** Says that a password chosen at registration was dropped by signing in with a code, and offers to set one (decision 58). */
function DroppedPassword({ isProfile }: { isProfile: boolean }) {
  const { hasDroppedPassword } = useIslandStore($session, SIGNED_OUT)
  if (!hasDroppedPassword) return null
  return (
    <Notice kind="warning" title="Your password wasn’t confirmed">
      <p>
        You signed in with a code, so the password you chose when you registered doesn’t work.{' '}
        {isProfile ? 'You can set one below, under Password' : 'You can set one now'}, or keep
        signing in with a code.
      </p>
      <div className="cluster">
        {!isProfile && <a href={paths.customer('profile')}>Set a password</a>}
        <Button kind="quiet" isSmall onClick={() => noteDroppedPassword(false)}>
          Not now
        </Button>
      </div>
    </Notice>
  )
}
