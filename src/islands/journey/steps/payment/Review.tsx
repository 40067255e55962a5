import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { formatMoney } from '#lib/shared/money.ts'

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
        <div className="summary__line">
          <dt>Amount</dt>
          <dd className="money">{formatMoney(amountOf({ openPayment, missingPayment }))}</dd>
        </div>
        <div className="summary__line">
          <dt>Reference</dt>
          <dd className="nowrap">{reference}</dd>
          <dd className="summary__reason">Give us this when you call</dd>
        </div>
        {review && !review.isOverdue && (
          <div className="summary__line">
            <dt>We’ll email you by</dt>
            <dd>{formatDeadline(review.answerBy)}</dd>
          </div>
        )}
        <div className="summary__line">
          <dt>Call us</dt>
          <dd>
            <a className="nowrap" href={`tel:${phone.replaceAll(' ', '')}`}>
              {phone}
            </a>
          </dd>
          <dd className="summary__reason">{phoneHours}</dd>
        </div>
      </dl>
    </section>
  )
}

const amountOf = ({ openPayment, missingPayment }: Omit<Facts, 'reference'>): number =>
  openPayment
    ? (openPayment.receivedCents ?? openPayment.amountCents)
    : (missingPayment?.amountCents ?? 0)
