import { $config } from '#stores/config.ts'
import { signIn } from '#stores/sign-in.ts'
import { paths } from '#stores/site.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { SignInForm } from '#ui/SignInForm.tsx'
import { LinkSignIn } from './LinkSignIn.tsx'

/** Signing in; the area then goes on to what was wanted. */
export function SignIn({ query }: { query: URLSearchParams }) {
  const config = useIslandStore($config, null)
  const linkToken = query.get('token')
  return (
    <div className="stack stack--l">
      {linkToken && <LinkSignIn linkToken={linkToken} />}
      <SignInForm
        signIn={signIn}
        forgotHref={paths.customer('forgot')}
        initialEmail={query.get('email') ?? ''}
        codeNote={<DemoMailNote isDemo={config?.demo} href={paths.demoMail} />}
      />
      <section className="stack stack--s">
        <h2>Register</h2>
        <p>
          With an account you keep your quotes and follow your purchase to the day you drive away.
        </p>
        <p>
          <a href={paths.customer('create')}>Create an account</a>
        </p>
      </section>
    </div>
  )
}
