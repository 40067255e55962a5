import { Comparison } from '#ui/configuration/Comparison.tsx'
import '#ui/configuration/configuration.css'
import type { BuilderProps } from '#ui/configuration/builder-data.ts'
import { FinanceFields } from '#ui/purchase/FinanceFields.tsx'
import { PayChoice } from '#ui/configuration/PayChoice.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ChangeNotices } from '#islands/journey/notices/ChangeNotices.tsx'
import { useJourneyPage } from '#islands/journey/journey-page.ts'
import { useDeal } from '#islands/journey/deal/use-deal.ts'
import { WithRange } from '#islands/journey/deal/WithRange.tsx'

interface PayChangeProps {
  /** Called with whether the typed deposit is valid. */
  onDepositValidity: (isValid: boolean) => void
}

/** All pay options for the car, to compare and to choose from. */
export const PayChange = (props: PayChangeProps) => (
  <WithRange>{(range) => <PayFields range={range} {...props} />}</WithRange>
)

function PayFields({ range, onDepositValidity }: PayChangeProps & { range: BuilderProps }) {
  const { catalogue, request, change, isSold, notices } = useDeal(range.catalogue)
  const { href } = useJourneyPage()
  if (!isSold)
    return (
      <Notice kind="warning">
        <p>
          Your car is no longer in our range. <a href={href('configure')}>Choose another one</a>.
        </p>
      </Notice>
    )
  return (
    <div className="builder__part">
      <PayChoice catalogue={catalogue} chosen={request.payOption} change={change} />
      <FinanceFields
        catalogue={catalogue}
        request={request}
        change={change}
        onDepositValidity={onDepositValidity}
      />
      <ChangeNotices notices={notices} />
      <Comparison catalogue={catalogue} request={request} />
    </div>
  )
}
