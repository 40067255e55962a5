import { serverNowMs } from '#lib/shared/server-clock.ts'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { decisionInWords } from '#lib/finance/credit-labels.ts'
import { creditTrouble, type CreditMoment } from '#lib/finance/credit.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import { Section } from '../Section.tsx'
import { Documents } from './Files.tsx'
import { FinanceApplication } from './FinanceApplication.tsx'

export const creditMoment = ({
  status,
  paymentMetadata,
}: StaffPurchase['journey']): CreditMoment => ({
  status: status.purchaseJourneyStatusCode,
  lenderPaid: paymentMetadata.lenderPaid === true,
  today: aucklandDay(serverNowMs()),
})

export const creditTroubleToday = ({ journey }: StaffPurchase) =>
  creditTrouble(journey.creditDecision, journey.currentQuote, creditMoment(journey))

/** The lender's decision, with the documents and the application that staff need for it. */
export function Finance({ purchase }: { purchase: StaffPurchase }) {
  const { creditDecision, id } = purchase.journey
  if (!creditDecision) return null
  const trouble = creditTroubleToday(purchase)
  return (
    <Section title="Finance">
      <p>{decisionInWords(creditDecision)}</p>
      {trouble && <Notice kind="warning">{trouble.sentence}</Notice>}
      {creditDecision.conditions.length > 0 && (
        <ul className="bullets">
          {creditDecision.conditions.map((condition) => (
            <li key={condition}>{condition}</li>
          ))}
        </ul>
      )}
      {creditDecision.code === 'CONDITIONL' && <Documents id={id} />}
      {purchase.isReferred && <FinanceApplication id={id} />}
    </Section>
  )
}
