import { useState } from 'react'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { $isActing } from '#stores/session/session.ts'
import { sendSigningLink } from '#stores/journey/signing-link.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { $financeAnswers, openFinanceAnswers } from './answers.ts'
import { LAST_PAGE } from './application.ts'
import { CompanyFinance, isCompany } from './CompanyFinance.tsx'
import { Decision } from './Decision.tsx'
import { QuestionPage } from './QuestionPage.tsx'
import { isFinancePage } from '#lib/finance/finance-questions.ts'
import { Signature } from './Signature.tsx'

/** The optional application for finance. */
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
        {isSaved ? (
          <Notice title="Only the customer can apply">
            <p>
              The customer fills in and signs the finance application in their own account. You can
              email them a link. It’s optional: the purchase can continue without it.
            </p>
            <SigningLink id={id} />
          </Notice>
        ) : (
          <Notice>
            Tell us who you are first, so we can keep your application safe in your account.
          </Notice>
        )}
        <StepActions from={LAST_PAGE} />
      </div>
    )
  return isCompany(journey) ? <CompanyFinance /> : <Application />
}

/** The form, once the earlier answers have loaded: an empty one would be filled in twice. */
function Application() {
  const { journey, route } = useJourneyPage()
  const sheet = useIslandStore($financeAnswers, null)
  // Once for each journey: changes made elsewhere must not overwrite the form while it is filled in.
  const asked = useQuery(`answers ${journey.id}`, () => openFinanceAnswers(journey))
  if (sheet?.journeyId !== journey.id)
    return asked.state === 'failed' ? (
      <div className="stack">
        <StepHeading title="Finance pre-approval" />
        <Notice kind="error" title="We couldn’t load your answers" tryAgain={asked.refetch}>
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

/** For staff acting for the customer: sends the customer the link to sign. */
function SigningLink({ id }: { id: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const send = async () => {
    setIsBusy(true)
    await sendSigningLink(id, 'FINANCE')
    setIsBusy(false)
  }
  return (
    <div>
      <Button kind="quiet" isSmall isBusy={isBusy} onClick={() => void send()}>
        Email the customer a link to sign
      </Button>
    </div>
  )
}
