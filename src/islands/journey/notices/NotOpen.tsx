import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $session } from '#stores/session/session.ts'
import { signIn } from '#stores/sign-in/sign-in.ts'
import { passkeyWay } from '#stores/sign-in/passkey-way.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { SignInForm } from '#ui/sign-in/SignInForm.tsx'
import { StepHeading } from '#islands/journey/StepHeading.tsx'

/** A saved purchase, and nobody is signed in. Its address stays, so signing in leads to it. */
export function SignInFirst() {
  const { hasEnded } = useIslandStore($session, SIGNED_OUT)
  return (
    <div className="wrap section stack">
      <StepHeading title="Sign in to go on">
        This purchase is kept in an account. Sign in, and it opens where you left it.
      </StepHeading>
      <SignInForm
        signIn={signIn}
        passkey={passkeyWay}
        forgotHref={paths.customer('forgot')}
        hasEnded={hasEnded}
      />
    </div>
  )
}

/** A car or a quote that no purchase could be started from; a toast has said why. */
export const CannotStart = ({ onRetry }: { onRetry: () => void }) => (
  <div className="wrap section stack">
    <StepHeading title="We could not start this purchase">
      Its car or quote may have gone, or belong to another account, or we could not be reached just
      now. Nothing you saved is lost.
    </StepHeading>
    <div className="cluster">
      <Button onClick={onRetry}>Try again</Button>
      <a className="button button--quiet" href={paths.buildAndQuote()}>
        Build and quote
      </a>
    </div>
  </div>
)

/** An address that names a car we do not sell, or no longer; a toast has said so. */
export const NoSuchCar = () => (
  <div className="wrap section stack">
    <StepHeading title="That car is not in our range">
      The address you followed may be old. Choose from the cars we sell today, and you see the whole
      price as you go.
    </StepHeading>
    <div className="cluster">
      <a className="button" href={paths.buildAndQuote()}>
        Build and quote
      </a>
      <a className="button button--quiet" href={paths.models}>
        All models
      </a>
    </div>
  </div>
)

/** A purchase that could not be fetched; a toast has said why. */
export const CannotOpen = ({ onRetry }: { onRetry: () => void }) => (
  <div className="wrap section stack">
    <StepHeading title="We could not open this purchase">
      It may belong to another account, or we could not be reached just now. Nothing you saved is
      lost.
    </StepHeading>
    <div className="cluster">
      <Button onClick={onRetry}>Try again</Button>
      <a className="button button--quiet" href={paths.customer('agreements')}>
        My Purchases
      </a>
    </div>
  </div>
)

/** An address without a car, and nothing was left unsaved in this browser. */
export const NothingToBuy = () => (
  <div className="wrap section stack">
    <StepHeading title="Choose a car first">
      A purchase starts from a car you have built. It takes a few minutes, and you see the whole
      price as you go.
    </StepHeading>
    <div className="cluster">
      <a className="button" href={paths.buildAndQuote()}>
        Build and quote
      </a>
      <a className="button button--quiet" href={paths.customer('agreements')}>
        My Purchases
      </a>
    </div>
  </div>
)
