import { $ownerDraft } from '#stores/journey/new-journey.ts'
import { signIn } from '#stores/sign-in/sign-in.ts'
import { loadPasskeys } from '#stores/sign-in/lazy-passkeys.ts'
import { paths } from '#stores/site/paths.ts'
import { SignInForm } from '#ui/sign-in/SignInForm.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { StepHeading } from '../../StepHeading.tsx'

/** Signs in customers with a password. */
export function SignIn() {
  const { href } = useJourneyPage()
  return (
    <div className="stack">
      <StepHeading title="Sign in">We’ll keep your car and everything you’ve entered.</StepHeading>
      <SignInForm
        signIn={signIn}
        passkey={loadPasskeys}
        initialEmail={$ownerDraft.get()?.email}
        forgotHref={paths.customer('forgot')}
      />
      <p>
        <a href={href('owner-details/contact-details')}>I’m new here</a>
      </p>
    </div>
  )
}
