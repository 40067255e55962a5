import { $config } from '#stores/site/config.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { passkeyWay } from '#stores/sign-in/passkey-way.ts'
import { $session } from '#stores/session/session.ts'
import { signIn } from '#stores/sign-in/sign-in.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { SignInForm } from '#ui/sign-in/SignInForm.tsx'
import { Benefits } from './Benefits.tsx'
import { LinkSignIn } from './LinkSignIn.tsx'

/** Signing in; the area then goes on to what was wanted. */
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
          passkey={passkeyWay}
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
