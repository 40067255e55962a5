import { listPurchaseJourneys } from '#lib/contract/customers.ts'
import { deliveryTrack } from '#lib/domain/delivery.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { siteCall } from '#stores/api.ts'
import { $customer } from '#stores/session.ts'
import { paths } from '#stores/site.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { CarThumb } from './CarThumb.tsx'
import { Listing } from './Listing.tsx'
import { nextStepOf, type Purchase } from './purchase-card.ts'
import { payWords } from './pay-words.ts'
import { useAnswer } from '#ui/use-answer.ts'
import { useToday } from './use-today.ts'

/** My Purchases: a card for each, that answers what happens next. */
export function Purchases() {
  const id = useIslandStore($customer, null)?.id ?? 0
  const asked = useAnswer(`purchases ${id}`, async () => {
    const answer = await siteCall(listPurchaseJourneys, { params: { id }, query: { limit: '200' } })
    return answer.ok ? { ok: true, value: answer.value.purchaseJourneyList } : answer
  })
  return (
    <Listing
      asked={asked}
      name="your purchases"
      empty={
        <>
          <p>You have not started a purchase yet.</p>
          <a className="button" href={paths.buildAndQuote()}>
            Build and quote
          </a>
        </>
      }
    >
      {(purchases) => (
        <ul className="stack account__list">
          {purchases.map((purchase) => (
            <li key={purchase.purchaseJourneyId}>
              <PurchaseCard purchase={purchase} />
            </li>
          ))}
        </ul>
      )}
    </Listing>
  )
}

function PurchaseCard({ purchase }: { purchase: Purchase }) {
  const { purchaseJourneyId, quote, metadata, status } = purchase
  const { state, text, action } = nextStepOf(purchase, useToday())
  const { depositCents, depositPaid } = purchase.paymentMetadata
  const isComing =
    ['CONFIRMED', 'AGREEMENT'].includes(status.purchaseJourneyStatusCode) &&
    (depositPaid || depositCents === 0)
  return (
    <article className="card account-card">
      <CarThumb quote={quote} />
      <div className="stack stack--s">
        <p className="kicker">{state}</p>
        <h2 className="account-card__title">{quote.vehicle.variantName}</h2>
        <p className="small quiet">
          {quote.vehicle.colourName}, {payWords(quote.payOption)},{' '}
          <span className="money">{formatMoney(quote.totals.driveAwayCents)}</span> drive-away
        </p>
        <p>{text}</p>
        {isComing && metadata.deliveryStatus && (
          <ol className="track" aria-label="Delivery">
            {deliveryTrack(metadata.deliveryStatus).map((stage) => (
              <li
                key={stage.label}
                data-state={stage.state}
                aria-current={stage.state === 'current' ? 'step' : undefined}
              >
                {stage.label}
              </li>
            ))}
          </ol>
        )}
        <p>
          <a className="button" href={paths.purchase(purchaseJourneyId, action.step)}>
            {action.label}
            <span className="visually-hidden">: {quote.vehicle.variantName}</span>
          </a>
        </p>
      </div>
    </article>
  )
}
