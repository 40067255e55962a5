import type { OpenPayment } from '#lib/contract/shapes/journey.ts'
import { formatDeadline } from '#lib/domain/instants.ts'
import { formatMoney } from '#lib/domain/money.ts'

/** What a buyer needs to know of a payment that staff are checking. */
export function Review({ payment, reference }: { payment: OpenPayment; reference: string }) {
  const { review, receivedCents, amountCents } = payment
  if (!review) return null
  const { phone, phoneHours, answerBy } = review
  return (
    <section className="stack stack--s" aria-labelledby="review-heading">
      <h2 id="review-heading" className="step-part">
        About this payment
      </h2>
      <dl className="summary">
        <div className="summary__line">
          <dt>Amount</dt>
          <dd className="money">{formatMoney(receivedCents ?? amountCents)}</dd>
        </div>
        <div className="summary__line">
          <dt>Reference</dt>
          <dd className="nowrap">{reference}</dd>
          <dd className="summary__reason">Give us this when you call</dd>
        </div>
        <div className="summary__line">
          <dt>We’ll email you by</dt>
          <dd>{formatDeadline(answerBy)}</dd>
        </div>
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
