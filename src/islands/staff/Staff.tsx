import './staff.css'
import './staff-table.css'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { getSecondFactor } from '#lib/staff/sign-in-calls.ts'
import { SAMPLE_PASSWORD, SAMPLE_STAFF_ACCOUNTS } from '#lib/demo/sample-accounts.ts'
import type { Result } from '#lib/api/failure.ts'
import type { StaffRight } from '#lib/staff/staff-roles.ts'
import { rightRefusal } from '#lib/staff/right-refusal.ts'
import { siteCall } from '#stores/site/api.ts'
import { $config, loadConfig } from '#stores/site/config.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $session } from '#stores/session/session.ts'
import { signIn } from '#stores/sign-in/sign-in.ts'
import { loadPasskeys } from '#stores/sign-in/lazy-passkeys.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { $isPasskeyOffered, offerPasskey } from '#stores/sign-in/passkey-offer.ts'
import { DuePasskeyOffer } from '#ui/sign-in/DuePasskeyOffer.tsx'
import { SignInForm } from '#ui/sign-in/SignInForm.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'
import { goTo, replaceRoute, useHash } from '#ui/hooks/use-hash.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { Bookings } from './Bookings.tsx'
import { CustomerRecord } from './customers/CustomerRecord.tsx'
import { CustomerSearch } from './customers/CustomerSearch.tsx'
import { Deletions } from './work-list/Deletions.tsx'
import { Messages } from './Messages.tsx'
import { routeRight, Roles, useMay } from './rights.ts'
import {
  BOOKINGS,
  messagesHash,
  parseRoute,
  SEARCH,
  SIGN_IN,
  workHash,
  type StaffRoute,
} from './routes.ts'
import { useSearchShortcut } from './customers/ShortcutHint.tsx'
import { WorkList } from './work-list/WorkList.tsx'

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
  const asked = parseRoute(useHash())
  const route = asked && isThere(asked) ? asked : null
  const { token, user, hasEnded } = useIslandStore($session, SIGNED_OUT)
  useEffect(() => {
    if (route === null) replaceRoute(SEARCH)
  }, [route])

  return (
    <div className="wrap staff">
      {token === null ? (
        <div className="stack staff__door">
          <AreaHeading title="Sign in" />
          <p>This area is for staff. Sign in with your password or a passkey.</p>
          <SignInForm
            signIn={signIn}
            passkey={loadPasskeys}
            forgotHref={paths.customer('forgot')}
            hasEnded={hasEnded}
            isForStaff
          />
          <SampleStaff />
        </div>
      ) : user === null || route === null ? (
        <Loading text="Opening the staff area" />
      ) : user.type === 'STAFF' ? (
        <WithRoles key={user.staff?.id} route={route} />
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

/** With the specification's calls alone, the area is for finding customers. */
const isThere = (route: StaffRoute): boolean =>
  hasAllCalls() ||
  route.screen === 'search' ||
  (route.screen === 'customer' && route.view === 'record')

/** The sample accounts of a demonstration. Shown nowhere else. */
function SampleStaff() {
  const isDemo = useIslandStore($config, null)?.demo
  useEffect(() => void loadConfig(), [])
  return isDemo ? (
    <div className="small stack stack--s">
      <p>
        This is a demo. Here are the sample staff, all with the password{' '}
        <strong>{SAMPLE_PASSWORD}</strong>:
      </p>
      <ul className="bullets">
        {SAMPLE_STAFF_ACCOUNTS.map(({ email, what }) => (
          <li key={email}>
            {email}: {what}
          </li>
        ))}
      </ul>
    </div>
  ) : null
}

// The purchase screen is larger than all others together, so it is loaded when one is opened.
const loadPurchase = async () => (await import('./purchase/Purchase.tsx')).Purchase
const loadMoney = async () => (await import('./work-list/MoneyDifferences.tsx')).MoneyDifferences
const loadOffer = async () => (await import('./OfferedPasskey.tsx')).OfferedPasskey
const loadSignIn = async () => (await import('./own-sign-in/OwnSignIn.tsx')).OwnSignIn

/** Reads the roles of the member of staff, and whether a second factor has to be set up first. */
async function readRights(): Promise<Result<{ roles: string[]; lacksSecondFactor: boolean }>> {
  const [user, factor] = await Promise.all([
    siteCall(getCurrentUser),
    hasAllCalls() ? siteCall(getSecondFactor) : null,
  ])
  if (!user.ok) return user
  // An API of the brand's own has its own second factor, or none.
  if (!factor)
    return { ok: true, value: { roles: user.value.staff?.roles ?? [], lacksSecondFactor: false } }
  if (!factor.ok) return factor
  const { isRequired, since, passkeys } = factor.value
  const roles = user.value.staff?.roles ?? []
  const lacksSecondFactor = isRequired && since === null && passkeys === 0
  return { ok: true, value: { roles, lacksSecondFactor } }
}

/** The screens, once the roles are known: only the server keeps them. */
function WithRoles({ route }: { route: StaffRoute }) {
  const asked = useQuery('me', readRights)
  return (
    <WhenLoaded asked={asked} name="your roles">
      {({ roles, lacksSecondFactor }) => {
        const onSetUp = () => asked.state === 'ready' && lacksSecondFactor && asked.refetch()
        const ownSignIn = (
          <LazyComponent load={loadSignIn} text="Opening your sign-in" props={{ onSetUp }} />
        )
        return lacksSecondFactor ? (
          ownSignIn
        ) : (
          <Roles value={roles}>
            <Screens route={route} ownSignIn={ownSignIn} />
          </Roles>
        )
      }}
    </WhenLoaded>
  )
}

/** The tabs of the area: the screen each opens, the screens that belong to it, and the right it needs, if any. */
const TABS: {
  name: string
  href: string
  screens: StaffRoute['screen'][]
  right: StaffRight | null
}[] = [
  { name: 'Customer Search', href: SEARCH, screens: ['search'], right: 'customers' },
  {
    name: 'Work list',
    href: workHash(),
    screens: ['work', 'purchase', 'deletions', 'money'],
    right: 'sales',
  },
  { name: 'Service bookings', href: BOOKINGS, screens: ['bookings'], right: 'bookings' },
  { name: 'Messages', href: messagesHash(), screens: ['messages'], right: 'messages' },
  { name: 'Your sign-in', href: SIGN_IN, screens: ['sign-in'], right: null },
]

function Screens({ route, ownSignIn }: { route: StaffRoute; ownSignIn: ReactNode }) {
  const { screen } = route
  const right = routeRight(route)
  const may = useMay()
  const tabs = TABS.filter(
    ({ right, screens }) =>
      (right === null || may(right)) && (hasAllCalls() || screens.includes('search')),
  )
  const hasWork = tabs.some(({ right }) => right !== null)
  useSearchShortcut(
    useCallback(() => {
      const field = document.querySelector<HTMLInputElement>('.staff-search input')
      if (!field) return goTo(SEARCH)
      field.focus()
      field.select()
    }, []),
  )
  const nav = useRef<HTMLElement>(null)
  // On a phone the tabs scroll sideways: bring the chosen one into view.
  useEffect(() => {
    const [chosen, row] = [nav.current?.querySelector<HTMLElement>('[aria-current]'), nav.current]
    if (chosen && row)
      row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
  }, [screen])
  if (!hasWork && screen !== 'sign-in')
    return (
      <div className="stack">
        <AreaHeading title="Staff area" />
        <Notice kind="warning" title="Your account has no role">
          <p>Ask an admin to give you one. Until then, you can only change your sign-in.</p>
          <p>
            <a href={SIGN_IN}>Your sign-in</a>
          </p>
        </Notice>
      </div>
    )
  return (
    <>
      <nav className="tabs staff-tabs" aria-label="Staff area" ref={nav}>
        {tabs.map(({ name, href, screens }) => (
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
      {screen !== 'sign-in' && hasAllCalls() && (
        <DuePasskeyOffer $isOffered={$isPasskeyOffered} offer={offerPasskey} load={loadOffer} />
      )}
      {right === null || may(right) ? (
        <Screen route={route} ownSignIn={ownSignIn} />
      ) : (
        <div className="stack">
          <AreaHeading title="You can’t see this page" />
          <Notice kind="info" title={rightRefusal(right)}>
            <p>If you need access, ask an admin to give you the role.</p>
          </Notice>
        </div>
      )}
    </>
  )
}

function Screen({ route, ownSignIn }: { route: StaffRoute; ownSignIn: ReactNode }) {
  const { screen } = route
  return (
    <>
      {screen === 'search' && <CustomerSearch where={route.where} search={route.search} />}
      {screen === 'customer' && <CustomerRecord key={route.id} id={route.id} view={route.view} />}
      {screen === 'work' && <WorkList kind={route.kind} />}
      {screen === 'purchase' && (
        <LazyComponent
          key={route.id}
          load={loadPurchase}
          text="Loading the purchase"
          props={{ id: route.id }}
        />
      )}
      {screen === 'bookings' && <Bookings />}
      {screen === 'deletions' && <Deletions />}
      {screen === 'money' && (
        <LazyComponent load={loadMoney} text="Loading the differences" props={{}} />
      )}
      {screen === 'sign-in' && ownSignIn}
      {screen === 'messages' && <Messages show={route.show} />}
    </>
  )
}
