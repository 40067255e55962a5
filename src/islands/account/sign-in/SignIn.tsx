import { $config } from '#stores/site/config.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { loadPasskeys } from '#stores/sign-in/lazy-passkeys.ts'
import { $session } from '#stores/session/session.ts'
import { signIn, signInByLink } from '#stores/sign-in/sign-in.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { SignInForm } from '#ui/sign-in/SignInForm.tsx'
import { Benefits } from './Benefits.tsx'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** The sign-in screen. The area then opens the screen first wanted. */
export function SignIn({ query }: { query: URLSearchParams }) {
  const config = useIslandStore($config, null)
  const { hasEnded } = useIslandStore($session, SIGNED_OUT)
  const linkToken = query.get('token')
  return (
    <div className="account__doors">
      <div className="stack stack--l">
        {linkToken && <LinkSignIn linkToken={linkToken} />}
        <SignInForm
          signIn={signIn}
          passkey={loadPasskeys}
          forgotHref={paths.customer('forgot')}
          hasEnded={hasEnded}
          initialEmail={query.get('email') ?? ''}
          codeNote={<DemoMailNote isDemo={config?.demo} href={paths.demoMail} />}
        />
      </div>
      <Benefits title="Register">
        <a className="button button--quiet" href={paths.customer('create')}>
          Create an account
        </a>
      </Benefits>
    </div>
  )
}

/**
 * Signs in with the link of an email after a press, as mail programs open links and would use it up.
 */
function LinkSignIn({ linkToken }: { linkToken: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState<'none' | 'used' | 'other'>('none')
  const open = async () => {
    setIsBusy(true)
    const answer = await signInByLink(linkToken)
    setIsBusy(false)
    if (!answer.ok)
      setTrouble('status' in answer.failure && answer.failure.status === 400 ? 'used' : 'other')
  }
  if (trouble === 'used')
    return (
      <Notice kind="error" title="This link no longer works">
        Each link works once, within 15 minutes. Enter your email address below and we’ll email you
        a code.
      </Notice>
    )
  return (
    <div className="stack stack--s">
      {trouble === 'other' && (
        <Notice kind="error">We couldn’t reach our server. Please try again.</Notice>
      )}
      <p>Your link is ready to use.</p>
      <p>
        <Button isBusy={isBusy} onClick={() => void open()}>
          Open my account
        </Button>
      </p>
    </div>
  )
}
