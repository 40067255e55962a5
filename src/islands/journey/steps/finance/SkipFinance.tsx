import { nextStep, stepFacts, stepPath } from '#lib/purchases/journey-steps.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { LAST_PAGE } from './application.ts'

/** Skips all pages of the application. */
export function SkipFinance() {
  const { journey, href } = useJourneyPage()
  const next = nextStep(stepFacts(journey), LAST_PAGE)
  return next && <a href={href(stepPath(next))}>Continue without pre-approval</a>
}
