import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { SummaryLine } from '#ui/SummaryLine.tsx'
import { phoneLink } from '#lib/shared/phone.ts'

type Facts = Pick<PurchaseJourney, 'openPayment' | 'missingPayment' | 'reference'>

/** How a buyer asks about a payment that staff are checking, or have checked and not found. */
export function Review({ openPayment, missingPayment, reference }: Facts) {
  const review = openPayment?.review
  const contact = review ?? missingPayment
  if (!contact) return null
  const { phone, phoneHours } = contact
  return (
    <section className="stack stack--s" aria-labelledby="review-heading">
      <h2 id="review-heading" className="step-part">
        About this payment
      </h2>
      <dl className="summary">
        <SummaryLine label="Amount" cents={amountOf({ openPayment, missingPayment })} />
        <SummaryLine
          label="Reference"
          value={reference}
          note="Give us this when you call"
          kind="nowrap"
        />
        {review && !review.isOverdue && (
          <SummaryLine label="We’ll email you by" value={formatDeadline(review.answerBy)} />
        )}
        <SummaryLine
          label="Call us"
          value={
            <a className="nowrap" href={phoneLink(phone)}>
              {phone}
            </a>
          }
          note={phoneHours}
        />
      </dl>
    </section>
  )
}

const amountOf = ({ openPayment, missingPayment }: Omit<Facts, 'reference'>): number =>
  openPayment
    ? (openPayment.receivedCents ?? openPayment.amountCents)
    : (missingPayment?.amountCents ?? 0)
