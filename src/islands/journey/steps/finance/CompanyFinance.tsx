import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { Notice } from '#ui/Notice.tsx'
import { OutletToCall } from '#islands/journey/notices/OutletToCall.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { LAST_PAGE } from './application.ts'

/** Whether a company buys. The lender's questions on this site are about a person. */
export const isCompany = ({ ownerDetails, customer }: PurchaseJourney): boolean =>
  (ownerDetails ?? customer).customerType === 'COMPANY'

/** The step for a company: whom to call, and the way on. */
export function CompanyFinance() {
  const { journey } = useJourneyPage()
  const name = journey.ownerDetails?.companyName || journey.customer.companyName
  return (
    <div className="stack">
      <StepHeading title="Finance pre-approval">
        Optional. You can go on and confirm without it.
      </StepHeading>
      <Notice title="Our business team takes company applications">
        <p>
          You don’t need to answer personal questions here. Call us when it suits you, and we’ll
          apply to the lender with you{name ? ` for ${name}` : ''}.
        </p>
        <OutletToCall lead="Call" />
        <p>
          Please have these handy: your NZBN, how long you’ve been trading, and a director’s name
          and phone number.
        </p>
      </Notice>
      <StepActions from={LAST_PAGE} />
    </div>
  )
}
