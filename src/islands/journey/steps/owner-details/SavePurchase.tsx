import { useEffect, useState } from 'react'
import { updateJourney } from '#stores/journey/journey.ts'
import { takeOverNewJourney } from '#stores/journey/new-journey.ts'
import { $user } from '#stores/session/session.ts'
import { loadCurrentUser } from '#stores/sign-in/sign-in.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { Loading } from '#ui/Loading.tsx'
import { StepHeading } from '../../StepHeading.tsx'

/** Saves the purchase for the signed-in customer; the page then moves on to it. */
export function SavePurchase() {
  const user = useIslandStore($user, null)
  const [tries, setTries] = useState(1)
  /** The attempt that failed; a toast has said why. */
  const [failed, setFailed] = useState(0)

  useEffect(() => {
    let isCurrent = true
    const save = async () => {
      if (!user) await loadCurrentUser()
      const saved = await takeOverNewJourney()
      if (!saved && isCurrent) setFailed(tries)
    }
    void save()
    return () => {
      isCurrent = false
    }
  }, [user, tries])

  if (user?.type === 'STAFF' && !user.customer)
    return (
      <div className="stack">
        <StepHeading title="Choose the customer first">
          You’re signed in as staff. Select the customer who’s buying this car to continue in their
          account.
        </StepHeading>
        <div>
          <a className="button" href={paths.staffSearch}>
            Customer Search
          </a>
        </div>
      </div>
    )
  const tryAgain = () => {
    // Keeps what is shown: another tab may have dropped it as a day old.
    void updateJourney({})
    setTries(tries + 1)
  }
  if (failed < tries) return <Loading text="Saving your purchase" />
  return (
    <div className="stack">
      <StepHeading title="Your purchase isn’t saved yet">
        You’re signed in, and we’ve kept everything you chose. Please try again in a moment.
      </StepHeading>
      <div>
        <Button onClick={tryAgain}>Try again</Button>
      </div>
    </div>
  )
}
