import { useEffect } from 'react'
import { fetchPart } from '#lib/api/part.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { withPatch } from '#lib/purchases/journey-patch.ts'
import {
  furthestStep,
  nextStep,
  parseJourneyHash,
  stepFacts,
  stepPath,
  stepsFor,
  type JourneyAddress,
  type Step,
} from '#lib/purchases/journey-steps.ts'
import { $journey } from '#stores/journey/journey-updates.ts'
import { isPriced, noteFurthestStep, priceJourney, updateJourney } from '#stores/journey/journey.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { LazyComponent } from '#ui/LazyComponent.tsx'
import { ActingElsewhere } from './notices/ActingElsewhere.tsx'
import { DealAside, DealFold, useIsWide } from './deal/DealSummary.tsx'
import { $estimate, atEstimate } from './deal/estimate.ts'
import { JourneyPageContext, type JourneyPage } from './journey-page.ts'
import { OtherDevice } from './notices/OtherDevice.tsx'
import { journeyHash, land } from './route.ts'
import { SaveNotice } from './notices/SaveNotice.tsx'
import { SCREENS } from './screens.ts'
import { StepBoundary, StepFailed } from './StepBoundary.tsx'
import { StepsNav } from './StepsNav.tsx'
import { useAwaitedOffer } from './use-awaited-offer.ts'
import { goTo, replaceRoute } from '#ui/hooks/use-hash.ts'

interface JourneyStepsProps {
  journey: PurchaseJourney
  address: JourneyAddress
  payOptionNames: Readonly<Record<string, string>>
}

/** An open journey: its steps, its deal, and the step that the address leads to. */
export function JourneySteps({ journey: saved, address, payOptionNames }: JourneyStepsProps) {
  const journey = atEstimate(saved, useIslandStore($estimate, null))
  const facts = stepFacts(journey)
  // Whatever its status, some step of a journey is open.
  const { route, hash, isElsewhere } = land(address, facts)!
  const steps = stepsFor(facts)
  const { step } = route
  const isWide = useIsWide()

  useEffect(() => {
    if (isElsewhere) replaceRoute(hash)
  }, [isElsewhere, hash])
  useFurthestStep(journey, step)
  useAwaitedOffer(saved)
  useNextScreen(
    steps.map((shown) => shown.step),
    step,
  )

  const href = (place: string) => journeyHash(journey.id, place)
  const goOn: JourneyPage['goOn'] = async (changes = {}, from = route, onTaken = () => {}) => {
    // What is refused is said where it was chosen.
    if (!(await priceJourney())) return false
    const next = nextStep(stepFacts(withPatch($journey.get() ?? journey, changes)), from)
    const furthest = next && furthestStep(facts.furthestStep, next.step)
    const isFurther = facts.status === 'STARTED' && furthest && furthest !== facts.furthestStep
    if (Object.keys(changes).length > 0) {
      const patch = isFurther ? { ...changes, metadata: { furthestStep: furthest } } : changes
      const isTaken = updateJourney(patch)
      void isTaken.then((is) => is && onTaken())
      // An update may have to wait for the one before it: the pages of a step do not, what follows the step does.
      if (next?.step !== from.step && !(await isTaken)) return false
    }
    const id = $journey.get()?.id
    // Somebody who went elsewhere meanwhile stays there.
    if (next && id && parseJourneyHash(location.hash).step === step)
      goTo(journeyHash(id, stepPath(next)))
    return true
  }
  const goWhenPriced = async (to: Step) => {
    // Somebody who went elsewhere meanwhile stays there.
    if ((await priceJourney()) && parseJourneyHash(location.hash).step === step) goTo(href(to))
  }
  const page: JourneyPage = { journey, route, query: address.query, href, payOptionNames, goOn }

  return (
    <JourneyPageContext value={page}>
      <div className="wrap journey">
        <StepsNav
          steps={steps}
          current={step}
          isUnderWay={facts.status === 'STARTED' || facts.status === 'CONFIRMED'}
          href={href}
          goWhenPriced={isPriced(saved) ? null : goWhenPriced}
        />
        {!isWide && <DealFold journey={journey} />}
        <div className="split">
          <div className="journey__step">
            <ActingElsewhere journey={journey} />
            <SaveNotice />
            <StepBoundary key={stepPath(route)}>
              <LazyComponent
                load={SCREENS[step]}
                text="Opening the step"
                props={{}}
                failed={(tryAgain) => <StepFailed onTryAgain={tryAgain} />}
              />
            </StepBoundary>
            <OtherDevice />
          </div>
          {isWide && <DealAside journey={journey} />}
        </div>
      </div>
    </JourneyPageContext>
  )
}

/** Remembers the furthest step, also of somebody who came by a link. */
function useFurthestStep(journey: PurchaseJourney, step: Step) {
  const isStarted = journey.status.purchaseJourneyStatusCode === 'STARTED'
  const stored = journey.metadata.furthestStep
  useEffect(() => {
    const furthest = furthestStep(stored, step)
    if (isStarted && furthest !== stored) noteFurthestStep(furthest)
  }, [journey.id, isStarted, stored, step])
}

/** Fetches the screen after this one while the customer is busy with this one. */
function useNextScreen(shown: readonly Step[], step: Step) {
  const next = shown[shown.indexOf(step) + 1]
  useEffect(() => {
    if (!next) return
    const timer = setTimeout(() => void fetchPart(SCREENS[next]), 1_000)
    return () => clearTimeout(timer)
  }, [next])
}
