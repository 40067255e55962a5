import { nextStep, stepFacts, stepPath } from '#lib/purchases/journey-steps.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { LAST_PAGE } from './application.ts'

/** The way on without an application: past its last page. */
export function SkipFinance() {
  const { journey, href } = useJourneyPage()
  const next = nextStep(stepFacts(journey), LAST_PAGE)
  return next && <a href={href(stepPath(next))}>Continue without pre-approval</a>
}
