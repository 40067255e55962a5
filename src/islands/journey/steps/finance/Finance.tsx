import { NEW_JOURNEY_ID } from '#lib/constants.ts'
import { $isActing } from '#stores/session.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { $sheet, openSheet } from './answers.ts'
import { LAST_PAGE } from './application.ts'
import { Decision } from './Decision.tsx'
import { QuestionPage } from './QuestionPage.tsx'
import { isFinancePage } from '#lib/domain/finance-questions.ts'
import { Signature } from './Signature.tsx'

/** An application for finance, which a purchase can do without. */
export function Finance() {
  const { journey } = useJourneyPage()
  const isActing = useIslandStore($isActing, false)
  const { id, hasAppliedForFinancePreApproval: hasApplied, creditDecision } = journey
  const isSaved = id !== NEW_JOURNEY_ID
  const canApply = isSaved && !hasApplied && !isActing

  if (hasApplied)
    return (
      <div className="stack">
        <StepHeading title="Finance pre-approval" />
        {creditDecision ? <Decision decision={creditDecision} /> : <StepActions />}
      </div>
    )
  if (!canApply)
    return (
      <div className="stack">
        <StepHeading title="Finance pre-approval" />
        <Notice>
          {isSaved
            ? 'Only the customer can fill in and sign a finance application. It is optional: the purchase can go on without it.'
            : 'Tell us who you are first. Then your application can be kept safely in your account.'}
        </Notice>
        <StepActions from={LAST_PAGE} />
      </div>
    )
  return <Application />
}

/** The form, once what was answered before is here: an empty one would be filled in twice. */
function Application() {
  const { journey, route } = useJourneyPage()
  const sheet = useIslandStore($sheet, null)
  // Once for a journey: what changes of it while the form is filled in is no news to the form.
  const asked = useAnswer(`answers ${journey.id}`, () => openSheet(journey))
  if (sheet?.journeyId !== journey.id)
    return asked.state === 'failed' ? (
      <div className="stack">
        <StepHeading title="Finance pre-approval" />
        <Notice
          kind="error"
          title="We could not load what you have answered so far"
          tryAgain={asked.askAgain}
        >
          {asked.message}
        </Notice>
      </div>
    ) : (
      <Loading text="Opening your application" />
    )
  return isFinancePage(route.subStep) ? (
    <QuestionPage key={route.subStep} page={route.subStep} answers={sheet.answers} />
  ) : (
    <Signature answers={sheet.answers} />
  )
}
