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

/** Shows a customer's screens once the customer is known. */
export function AccountGate({ children }: { children: ReactNode }) {
  const { user } = useIslandStore($session, SIGNED_OUT)
  const customer = useIslandStore($customer, null)
  if (customer) return children
  if (user?.type === 'STAFF')
    return (
      <Notice title="No customer is selected">
        <p>Find a customer first. Their account will open here.</p>
        <p>
          <a href={paths.staffSearch}>Customer Search</a>
        </p>
      </Notice>
    )
  return <LoadingUser />
}

/** A session whose user the menu is loading. After five seconds it offers another try. */
function LoadingUser() {
  const [isOverdue, setIsOverdue] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOverdue(true), PERSISTENCE_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isOverdue) return <Loading text="Opening your account" />
  return (
    <Notice kind="error" title="We couldn’t load your account">
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
