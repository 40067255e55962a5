import { useEffect, useState, type ReactNode } from 'react'
import { PERSISTENCE_TIMEOUT_MS } from '#lib/shared/constants.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $customer, $session } from '#stores/session/session.ts'
import { loadCurrentUser } from '#stores/sign-in/sign-in.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Lets a customer's screens through once it is known whose they are. */
export function AccountGate({ children }: { children: ReactNode }) {
  const { user } = useIslandStore($session, SIGNED_OUT)
  const customer = useIslandStore($customer, null)
  if (customer) return children
  if (user?.type === 'STAFF')
    return (
      <Notice title="No customer is selected">
        <p>Find a customer first; their account then opens here.</p>
        <p>
          <a href={paths.staffSearch}>Customer Search</a>
        </p>
      </Notice>
    )
  return <UserWanted />
}

/** A session without a user: the menu is fetching it. Nobody waits longer than five seconds. */
function UserWanted() {
  const [isLate, setIsLate] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PERSISTENCE_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return <Loading text="Opening your account" />
  return (
    <Notice kind="error" title="Your account could not be loaded">
      <p>You are still signed in. Please check your connection and try again.</p>
      <p>
        <Button
          kind="quiet"
          isBusy={isBusy}
          onClick={async () => {
            setIsBusy(true)
            await loadCurrentUser()
            setIsBusy(false)
          }}
        >
          Try again
        </Button>
      </p>
    </Notice>
  )
}
