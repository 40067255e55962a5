import { useEffect, useRef } from 'react'
import { getPurchaseJourney, getPurchaseRecord } from '#lib/purchases/calls.ts'
import type { JourneyStatus } from '#lib/codes.ts'
import type { Address } from '#lib/customers/shapes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import { carInALine } from '#lib/catalogue/car-labels.ts'
import { creditTrouble } from '#lib/finance/credit.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { isToCome } from '#lib/payments/refund-states.ts'
import { siteCall } from '#stores/site/api.ts'
import { PriceLines } from '#ui/PriceLines.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { DocumentPage } from './DocumentPage.tsx'
import { ReceiptDocument } from './documents.tsx'
import { paymentLine } from '#lib/payments/labels.ts'
import { RefundLines } from './RefundLines.tsx'
import { PaymentSummary } from './PaymentSummary.tsx'
import type { Seller } from '#islands/account/screen-props.ts'
import { useToday } from '#ui/hooks/use-today.ts'
import { SummaryLine } from '#ui/SummaryLine.tsx'

/** The receipt for the payments of a purchase, to save and print. */
export function Receipt({ id, seller }: { id: string; seller: Seller }) {
  const asked = useQuery(`receipt ${id}`, async () => {
    const params = { id }
    const journey = await siteCall(getPurchaseJourney, { params })
    if (!journey.ok) return journey
    const record = await siteCall(getPurchaseRecord, { params })
    return record.ok
      ? { ok: true, value: { journey: journey.value, record: record.value } }
      : record
  })
  return (
    <DocumentPage asked={asked} name="the receipt">
      {(paid) => <Paper {...paid} seller={seller} />}
    </DocumentPage>
  )
}

const CONFIRMED_STATUSES: readonly JourneyStatus[] = ['CONFIRMED', 'AGREEMENT', 'COMPLETE']

const inOneLine = (address: Address) =>
  [address.line1, address.line2, address.suburb, `${address.city} ${address.postcode}`]
    .filter(Boolean)
    .join(', ')

function Paper({
  journey,
  record,
  seller,
}: {
  journey: PurchaseJourney
  record: PurchaseRecord
  seller: Seller
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const today = useToday()
  const { currentQuote: quote, ownerDetails, customer } = journey
  const paid = record.payments.filter(({ status }) => status === 'PAID')
  const paidCents = paid.reduce((cents, { amountCents }) => cents + amountCents, 0)
  const { purchaseJourneyStatusCode: status } = journey.status
  const lenderPaid = journey.paymentMetadata.lenderPaid === true
  const isRefused =
    creditTrouble(journey.creditDecision, quote, { status, lenderPaid, today }) !== null
  const buyer = ownerDetails ?? { ...customer, ...customer.name }
  return (
    <article className="card receipt">
      <div className="cluster cluster--between">
        <h2 ref={heading} tabIndex={-1}>
          Receipt
        </h2>
        {paid.length > 0 && (
          <span className="no-print">
            <ReceiptDocument id={journey.id} label="Save as PDF" />
          </span>
        )}
      </div>
      <dl className="receipt__facts">
        <div>
          <dt>From</dt>
          <dd>{seller.name}</dd>
          <dd className="small">{inOneLine(seller.address)}</dd>
          <dd className="small">
            {seller.phone}, {seller.email}
          </dd>
          <dd className="small">Motor vehicle trader {seller.traderNumber}</dd>
          <dd className="small">GST number {seller.gstNumber}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd>{buyer.companyName || `${buyer.firstName} ${buyer.lastName}`}</dd>
          {buyer.postalAddress && <dd className="small">{inOneLine(buyer.postalAddress)}</dd>}
        </div>
        <div>
          <dt>Date</dt>
          <dd>{formatDay(today)}</dd>
        </div>
        <div>
          <dt>Purchase</dt>
          <dd>
            {quote.vehicle.variantName}, {carInALine(quote)}
          </dd>
          <dd className="small nowrap">{journey.reference}</dd>
        </div>
      </dl>
      <section className="stack stack--s">
        <h3>Received</h3>
        {paid.length === 0 ? (
          <p>Nothing has been paid yet.</p>
        ) : (
          <dl className="summary">
            {paid.map((payment) => (
              <SummaryLine
                key={payment.paymentId}
                cents={payment.amountCents}
                {...paymentLine(payment, quote)}
              />
            ))}
            <SummaryLine label="Total received" cents={paidCents} isTotal />
            {/* A completed refund removed its payment from this list. */}
            <RefundLines refunds={record.refunds.filter(({ state }) => isToCome(state))} />
          </dl>
        )}
      </section>
      {/* Left out until a refusal is settled, as in the PDF and the email. */}
      {CONFIRMED_STATUSES.includes(status) && !isRefused && (
        <section className="stack stack--s">
          <h3>What you pay and when</h3>
          <PaymentSummary
            quote={quote}
            money={journey.paymentMetadata}
            status={status}
            isRefused={false}
          />
        </section>
      )}
      <section className="stack stack--s">
        <h3>For</h3>
        <PriceLines {...quote} />
      </section>
    </article>
  )
}
