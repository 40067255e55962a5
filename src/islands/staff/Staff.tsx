import './staff.css'
import { useCallback, useEffect } from 'react'
import { SIGNED_OUT } from '#stores/session-shape.ts'
import { $session } from '#stores/session.ts'
import { signIn } from '#stores/sign-in.ts'
import { paths } from '#stores/site.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SignInForm } from '#ui/SignInForm.tsx'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'
import { goTo, moveTo, useHash } from '#ui/use-hash.ts'
import { Bookings } from './Bookings.tsx'
import { CustomerRecord } from './CustomerRecord.tsx'
import { CustomerSearch } from './CustomerSearch.tsx'
import { Deletions } from './Deletions.tsx'
import { Messages } from './Messages.tsx'
import { Purchase } from './purchase/Purchase.tsx'
import { messagesHash, parseRoute, SEARCH, workHash, type StaffRoute } from './routes.ts'
import { useSearchShortcut } from './ShortcutHint.tsx'
import { WorkList } from './WorkList.tsx'

/** The staff area, mounted by its page: `<Staff client:load />`. */
export function Staff() {
  const isHydrated = useIsHydrated()
  return isHydrated ? (
    <Area />
  ) : (
    <div className="wrap section">
      <Loading text="Opening the staff area" />
    </div>
  )
}

function Area() {
  const route = parseRoute(useHash())
  const { token, user } = useIslandStore($session, SIGNED_OUT)
  useEffect(() => {
    if (route === null) moveTo(SEARCH)
  }, [route])

  return (
    <div className="wrap staff">
      {token === null ? (
        <div className="stack staff__door">
          <AreaHeading title="Sign in" />
          <p>This area is for staff. Staff sign in with their password.</p>
          <SignInForm signIn={signIn} forgotHref={paths.customer('forgot')} />
        </div>
      ) : user === null || route === null ? (
        <Loading text="Opening the staff area" />
      ) : user.type === 'STAFF' ? (
        <Screens route={route} />
      ) : (
        <div className="stack staff__door">
          <AreaHeading title="Customer Search" />
          <Notice kind="warning" title="This area is for staff">
            <p>You are signed in as a customer.</p>
            <p>
              <a href={paths.customer('agreements')}>My Purchases</a>
            </p>
          </Notice>
        </div>
      )}
    </div>
  )
}

/** The tabs of the area: the screen each leads to, and those that belong to it. */
const TABS: { name: string; href: string; screens: StaffRoute['screen'][] }[] = [
  { name: 'Customer Search', href: SEARCH, screens: ['search'] },
  { name: 'Work list', href: workHash(), screens: ['work', 'purchase', 'bookings', 'deletions'] },
  { name: 'Messages', href: messagesHash(), screens: ['messages'] },
]

function Screens({ route }: { route: StaffRoute }) {
  const { screen } = route
  useSearchShortcut(
    useCallback(() => {
      const field = document.querySelector<HTMLInputElement>('.staff-search input')
      if (!field) return goTo(SEARCH)
      field.focus()
      field.select()
    }, []),
  )
  return (
    <>
      <nav className="tabs" aria-label="Staff area">
        {TABS.map(({ name, href, screens }) => (
          <a
            key={href}
            href={href}
            aria-current={
              screens[0] === screen ? 'page' : screens.includes(screen) ? 'location' : undefined
            }
          >
            {name}
          </a>
        ))}
      </nav>
      {screen === 'search' && <CustomerSearch where={route.where} search={route.search} />}
      {screen === 'customer' && <CustomerRecord key={route.id} id={route.id} view={route.view} />}
      {screen === 'work' && <WorkList kind={route.kind} />}
      {screen === 'purchase' && <Purchase key={route.id} id={route.id} />}
      {screen === 'bookings' && <Bookings />}
      {screen === 'deletions' && <Deletions />}
      {screen === 'messages' && <Messages show={route.show} />}
    </>
  )
}
