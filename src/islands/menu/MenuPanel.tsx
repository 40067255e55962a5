import { useEffect, useRef } from 'react'
import { $config, loadConfig } from '#stores/site/config.ts'
import { $accountAccess, WHOLE_ACCOUNT } from '#stores/session/rights.ts'
import { $isActing, $session, actFor } from '#stores/session/session.ts'
import { $signInPrompt } from '#stores/sign-in/sign-in-prompt.ts'
import { signIn, signOut } from '#stores/sign-in/sign-in.ts'
import { loadPasskeys } from '#stores/sign-in/lazy-passkeys.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { SignInForm } from '#ui/sign-in/SignInForm.tsx'
import { linksFor } from './links.ts'
import { useRoomForToasts } from './use-room-for-toasts.ts'

/** The content of the menu: sign-in and registration, or links for a signed-in person. */
export function MenuPanel({ onDone }: { onDone: () => void }) {
  const { token } = useIslandStore($session, $session.get())
  const root = useRoomForToasts()
  return (
    <div ref={root}>{token ? <SignedIn onDone={onDone} /> : <SignedOut onDone={onDone} />}</div>
  )
}

function SignedOut({ onDone }: { onDone: () => void }) {
  const reason = useIslandStore($signInPrompt, null)
  const config = useIslandStore($config, null)
  const { hasEnded } = useIslandStore($session, $session.get())
  const root = useRef<HTMLDivElement>(null)
  // The request may come from further down the page: move the focus to the form.
  useEffect(() => {
    if (reason) root.current?.querySelector('input')?.focus()
  }, [reason])

  return (
    <div className="stack" ref={root}>
      <section className="stack">
        <h2 className="menu__title">Login</h2>
        {reason && <p className="menu__note">{reason}</p>}
        <SignInForm
          signIn={signIn}
          passkey={loadPasskeys}
          onSignedIn={onDone}
          hasEnded={hasEnded}
          forgotHref={paths.customer('forgot')}
          codeNote={<DemoMailNote isDemo={config?.demo} href={paths.demoMail} />}
        />
      </section>
      <hr />
      <section className="stack stack--s">
        <h2 className="menu__title">Register</h2>
        <p className="small quiet">
          With an account, you can keep your quotes and follow your purchase until you drive away.
        </p>
        <div>
          <Button kind="quiet" onClick={() => location.assign(paths.customer('create'))}>
            Create an account
          </Button>
        </div>
      </section>
    </div>
  )
}

function SignedIn({ onDone }: { onDone: () => void }) {
  const { user } = useIslandStore($session, $session.get())
  const isActing = useIslandStore($isActing, false)
  const access = useIslandStore($accountAccess, WHOLE_ACCOUNT)
  const config = useIslandStore($config, null)
  useEffect(() => {
    void loadConfig()
  }, [])
  const links = linksFor({
    hasCustomer: Boolean(user?.customer),
    isStaff: user?.type === 'STAFF',
    mayTrade: access.sales,
    hasReservations: config?.flags.reservations ?? false,
  })
  return (
    <div className="stack stack--s">
      {isActing && (
        <p className="menu__note">
          You are currently signed in to a customer account.{' '}
          <a href={paths.staffSearch} onClick={() => actFor(null)}>
            Sign out
          </a>
        </p>
      )}
      <ul className="menu__list">
        {links.map(({ label, href }) => (
          <li key={label}>
            <a className="menu__link" href={href} onClick={onDone}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <button
            type="button"
            className="menu__link"
            onClick={() => {
              onDone()
              void signOut()
            }}
          >
            Log out
          </button>
        </li>
      </ul>
    </div>
  )
}
