import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { $config } from '#stores/site/config.ts'
import { $ownerDraft } from '#stores/journey/new-journey.ts'
import { askForCode, signIn } from '#stores/sign-in/sign-in.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { VerifyCodeForm } from '#ui/sign-in/VerifyCodeForm.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'

const TITLE = 'Check your email'

/** The one screen for a code, whether the address was known before or not (decision 27). */
export function EmailVerification() {
  const { journey, href } = useJourneyPage()
  const email = useIslandStore($ownerDraft, null)?.email

  if (journey.id !== NEW_JOURNEY_ID)
    return (
      <div className="stack">
        <StepHeading title={TITLE}>
          Your email address <strong>{journey.customer.email}</strong> is verified.
        </StepHeading>
        <StepActions />
      </div>
    )
  if (!email)
    return (
      <div className="stack">
        <StepHeading title={TITLE}>
          Enter your email address first, and we’ll send you a code.
        </StepHeading>
        <div>
          <a className="button" href={href('owner-details/contact-details')}>
            Contact details
          </a>
        </div>
      </div>
    )
  return <CodeForm email={email} />
}

function CodeForm({ email }: { email: string }) {
  const { href } = useJourneyPage()
  const isDemo = useIslandStore($config, null)?.demo
  return (
    <VerifyCodeForm
      // Once signed in, the purchase is saved instead of this screen.
      verify={(code) => signIn(email, code)}
      sendAgain={() => askForCode(email)}
      codeNote={<DemoMailNote isDemo={isDemo} href={paths.demoMail} />}
      beside={<a href={href('owner-details/sign-in')}>I have a password</a>}
      below={<a href={href('owner-details/contact-details')}>Use another email address</a>}
    >
      <StepHeading title={TITLE}>
        We’ve sent a 6-digit code to <strong>{email}</strong>. It works for 10 minutes.
      </StepHeading>
    </VerifyCodeForm>
  )
}
