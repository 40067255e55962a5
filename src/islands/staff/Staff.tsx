import { useEffect } from 'react'
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
import { moveTo, useHash } from '#ui/use-hash.ts'
import { CustomerSearch } from './CustomerSearch.tsx'

/** The staff area, mounted by its page: `<Staff client:load />`. It has one screen, `#/search`. */
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
  const hash = useHash()
  const { token, user } = useIslandStore($session, SIGNED_OUT)
  useEffect(() => {
    if (hash !== '#/search') moveTo('#/search')
  }, [hash])

  return (
    <div className="wrap section">
      {token === null ? (
        <div className="stack">
          <AreaHeading title="Sign in" />
          <p>This area is for staff. Staff sign in with their password.</p>
          <SignInForm signIn={signIn} forgotHref={paths.customer('forgot')} />
        </div>
      ) : user === null ? (
        <Loading text="Opening the staff area" />
      ) : user.type === 'STAFF' ? (
        <CustomerSearch />
      ) : (
        <div className="stack">
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
