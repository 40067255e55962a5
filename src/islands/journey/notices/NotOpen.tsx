import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $session } from '#stores/session/session.ts'
import { signIn } from '#stores/sign-in/sign-in.ts'
import { loadPasskeys } from '#stores/sign-in/lazy-passkeys.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { SignInForm } from '#ui/sign-in/SignInForm.tsx'
import { StepHeading } from '#islands/journey/StepHeading.tsx'

/** Shown for a saved purchase to a signed-out visitor. Signing in opens the purchase at the same address. */
export function SignInFirst() {
  const { hasEnded } = useIslandStore($session, SIGNED_OUT)
  return (
    <div className="wrap section stack">
      <StepHeading title="Sign in to continue">
        This purchase is saved to an account. Sign in to carry on where you left off.
      </StepHeading>
      <SignInForm
        signIn={signIn}
        passkey={loadPasskeys}
        forgotHref={paths.customer('forgot')}
        hasEnded={hasEnded}
      />
    </div>
  )
}

/** Shown when a purchase could not be started from a car or quote; a toast shows why. */
export const CannotStart = ({ onRetry }: { onRetry: () => void }) => (
  <div className="wrap section stack">
    <StepHeading title="We couldn’t start this purchase">
      The car may no longer be available, the quote may belong to another account, or your
      connection may have dropped. Everything you saved is safe. Please try again.
    </StepHeading>
    <div className="cluster">
      <Button onClick={onRetry}>Try again</Button>
      <a className="button button--quiet" href={paths.buildAndQuote()}>
        Build and quote
      </a>
    </div>
  </div>
)

/** Shown for an address with a car that is not sold; a toast shows it too. */
export const NoSuchCar = () => (
  <div className="wrap section stack">
    <StepHeading title="That car isn’t in our range">
      The link may be out of date. Choose from the cars we sell today and see the full price as you
      go.
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

/** Shown when a purchase could not be loaded; a toast shows why. */
export const CannotOpen = ({ onRetry }: { onRetry: () => void }) => (
  <div className="wrap section stack">
    <StepHeading title="We couldn’t open this purchase">
      It may belong to another account, or your connection may have dropped. Everything you saved is
      safe. Please try again.
    </StepHeading>
    <div className="cluster">
      <Button onClick={onRetry}>Try again</Button>
      <a className="button button--quiet" href={paths.customer('agreements')}>
        My Purchases
      </a>
    </div>
  </div>
)

/** Shown for an address without a car, when this browser holds no unsaved purchase. */
export const NothingToBuy = () => (
  <div className="wrap section stack">
    <StepHeading title="Choose a car first">
      Build your car first. It takes a few minutes, and you’ll see the full price as you go.
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
