import { useEffect } from 'react'
import { loadModule } from '#lib/api/load-module.ts'
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
  type StepFacts,
  type StepRoute,
} from '#lib/purchases/journey-steps.ts'
import { $journey, $saveState } from '#stores/journey/journey-updates.ts'
import { isPriced, noteFurthestStep, priceJourney, updateJourney } from '#stores/journey/journey.ts'
import { hasMyCar } from '#lib/trade-in/my-car-key.ts'
import { $isActing } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { ActingElsewhere } from './notices/ActingElsewhere.tsx'
import { DealAside, DealFold, useIsWide } from './deal/DealSummary.tsx'
import { $estimate, withEstimate } from './deal/estimate.ts'
import { JourneyPageContext, type JourneyPage } from './journey-page.ts'
import { OfferStrip } from './notices/OfferStrip.tsx'
import { OtherDevice } from './notices/OtherDevice.tsx'
import { isMomentOf } from './moment/is-moment.ts'
import { journeyHash, resolveAddress } from './route.ts'
import { Notice } from '#ui/Notice.tsx'
import { SCREENS } from './screens.ts'
import { StepBack } from './StepBack.tsx'
import { StepBoundary, StepFailed } from './StepBoundary.tsx'
import { StepsNav } from './StepsNav.tsx'
import { useAwaitedOffer } from './use-awaited-offer.ts'
import { useFreshJourney } from './use-fresh-journey.ts'
import { goTo, replaceRoute } from '#ui/hooks/use-hash.ts'

interface JourneyStepsProps extends Pick<
  JourneyPage,
  'payOptionNames' | 'scenes' | 'lender' | 'desk'
> {
  journey: PurchaseJourney
  address: JourneyAddress
}

/** An open journey: its steps, its deal, and the current step. */
export function JourneySteps({ journey: saved, address, ...ofPage }: JourneyStepsProps) {
  const journey = withEstimate(saved, useIslandStore($estimate, null))
  const facts = stepFacts(journey)
  // A journey of any status has an open step.
  const { route, hash, isElsewhere } = resolveAddress(address, facts)!
  const steps = stepsFor(facts)
  const { step } = route
  const isWide = useIsWide()
  // The whole width is the car's.
  const isMoment = isMomentOf(journey, step)
  const deal = { journey, hasPicture: step !== 'configure' }

  useEffect(() => {
    if (isElsewhere) replaceRoute(hash)
  }, [isElsewhere, hash])
  useFurthestStep(journey, step)
  useAwaitedOffer(saved)
  useFreshJourney(saved)
  // The step after this one may only be enabled by what is entered here.
  const following = steps[steps.findIndex((shown) => shown.step === step) + 1]
  useNextScreen(nextStep(facts, route)?.step ?? following?.step)

  const href = (place: string) => journeyHash(journey.id, place)
  const goOn: JourneyPage['goOn'] = async (changes = {}, from = route, onTaken = () => {}) => {
    // A refused choice shows its error where it was made.
    if (!(await priceJourney())) return false
    const now = stepFacts(withPatch($journey.get() ?? journey, changes))
    const next = carToOffer(now, from) ?? nextStep(now, from)
    const furthest = next && furthestStep(facts.furthestStep, next.step)
    const isFurther = facts.status === 'STARTED' && furthest && furthest !== facts.furthestStep
    if (Object.keys(changes).length > 0) {
      const patch = isFurther ? { ...changes, metadata: { furthestStep: furthest } } : changes
      const isTaken = updateJourney(patch)
      void isTaken.then((is) => is && onTaken())
      // Only leaving the step waits for the update; moving between pages of a step does not.
      if (next?.step !== from.step && !(await isTaken)) return false
    }
    const id = $journey.get()?.id
    // Do not pull back a customer who has moved elsewhere.
    if (next && id && parseJourneyHash(location.hash).step === step)
      goTo(journeyHash(id, stepPath(next)))
    return true
  }
  const goWhenPriced = async (to: Step) => {
    // Do not pull back a customer who has moved elsewhere.
    if ((await priceJourney()) && parseJourneyHash(location.hash).step === step) goTo(href(to))
  }
  const page: JourneyPage = { journey, route, query: address.query, href, goOn, ...ofPage }

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
        {!isWide && !isMoment && <DealFold {...deal} />}
        <div className={isMoment ? undefined : 'split'}>
          <div className="journey__step">
            {!isMoment && (
              <StepBack
                steps={steps}
                current={step}
                goTo={(to) => (isPriced(saved) ? goTo(href(to)) : void goWhenPriced(to))}
              />
            )}
            <ActingElsewhere journey={journey} />
            <SaveNotice />
            <OfferStrip />
            <StepBoundary key={stepPath(route)}>
              <LazyComponent
                load={SCREENS[step]}
                text="Loading this step"
                props={{}}
                failed={(tryAgain) => <StepFailed onTryAgain={tryAgain} />}
              />
            </StepBoundary>
            <OtherDevice />
          </div>
          {isWide && !isMoment && <DealAside {...deal} />}
        </div>
      </div>
    </JourneyPageContext>
  )
}

/** Trade-in, once, for a visitor who told the home page what they drive; `null` for anyone else. */
const carToOffer = (facts: StepFacts, from: StepRoute): StepRoute | null =>
  from.step === 'configure' &&
  !facts.hasTradeVehicles &&
  furthestStep(facts.furthestStep, 'trade-in') === 'trade-in' &&
  hasMyCar() &&
  !$isActing.get() &&
  stepsFor(facts).some(({ step, isEnabled }) => step === 'trade-in' && isEnabled)
    ? { step: 'trade-in', subStep: '' }
    : null

/** Saves the furthest step, also for a customer who arrived by a link. */
function useFurthestStep(journey: PurchaseJourney, step: Step) {
  const isStarted = journey.status.purchaseJourneyStatusCode === 'STARTED'
  const stored = journey.metadata.furthestStep
  useEffect(() => {
    const furthest = furthestStep(stored, step)
    if (isStarted && furthest !== stored) noteFurthestStep(furthest)
  }, [journey.id, isStarted, stored, step])
}

/** Preloads the screen that `Continue` leads to. The mark lets `npm run bench:pages` count it apart. */
function useNextScreen(next: Step | undefined) {
  useEffect(() => {
    if (!next) return
    const timer = setTimeout(() => {
      performance.mark('next step')
      void loadModule(SCREENS[next])
    }, 1_000)
    return () => clearTimeout(timer)
  }, [next])
}

/** A warning while the last change has not reached the server. */
function SaveNotice() {
  const state = useIslandStore($saveState, 'saved')
  return (
    <div role="status">
      {state === 'unsent' && (
        <Notice kind="warning" title="Not saved yet">
          Your last change isn’t saved yet. We’ve kept it in this browser and will keep trying.
        </Notice>
      )}
    </div>
  )
}
