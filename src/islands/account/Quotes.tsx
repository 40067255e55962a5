import { listPurchaseJourneys, listQuotes } from '#lib/contract/customers.ts'
import { aucklandDay, formatDay } from '#lib/domain/dates.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { siteCall } from '#stores/api.ts'
import { $customer } from '#stores/session.ts'
import { paths } from '#stores/site.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { Listing } from './Listing.tsx'
import { nextStepOf } from './purchase-card.ts'
import { payWords } from './pay-words.ts'
import { useAnswer } from '#ui/use-answer.ts'
import { useToday } from './use-today.ts'

/** My Quotes: each can be opened again, and bought by; one that is bought by already leads to its purchase. */
export function Quotes() {
  const today = useToday()
  const id = useIslandStore($customer, null)?.id ?? 0
  const asked = useAnswer(`quotes ${id}`, async () => {
    const [answer, purchases] = await Promise.all([
      siteCall(listQuotes, { params: { id } }),
      siteCall(listPurchaseJourneys, { params: { id } }),
    ])
    if (!answer.ok) return answer
    // Without the purchases the quotes are still worth showing: starting one again finds its purchase.
    const started = purchases.ok ? purchases.value.purchaseJourneyList : []
    const value = answer.value.quotes.map((quote) => ({
      quote,
      purchase: started.find((purchase) => purchase.quote.quoteId === quote.quoteId),
    }))
    return { ok: true, value }
  })
  return (
    <Listing
      asked={asked}
      name="your quotes"
      empty={
        <>
          <p>You have no saved quotes. Build a car and save its price to find it here.</p>
          <a className="button" href={paths.buildAndQuote()}>
            Build and quote
          </a>
        </>
      }
    >
      {(quotes) => (
        <ul className="account__list divided">
          {quotes.map(({ quote, purchase }) => {
            const expires = aucklandDay(quote.expires)
            const isHeld = expires >= today
            const { variantName, colourName, interiorName } = quote.vehicle
            return (
              <li className="account-row" key={quote.quoteId}>
                <div>
                  <h2 className="account-card__title">{variantName}</h2>
                  <p className="small quiet">
                    {colourName}, {interiorName}, {payWords(quote.payOption)}
                  </p>
                  <p className="small">
                    <strong className="money">{formatMoney(quote.totals.driveAwayCents)}</strong>{' '}
                    drive-away.{' '}
                    {isHeld
                      ? `Price held until ${formatDay(expires)}.`
                      : `The price was held until ${formatDay(expires)}.`}
                  </p>
                </div>
                <div className="cluster">
                  <a
                    className="button button--quiet button--small"
                    href={paths.buildAndQuote({ quoteId: quote.quoteId })}
                  >
                    Open
                    <span className="visually-hidden"> {variantName}</span>
                  </a>
                  {purchase ? (
                    <a
                      className="button button--small"
                      href={paths.purchase(
                        purchase.purchaseJourneyId,
                        nextStepOf(purchase, today).action.step,
                      )}
                    >
                      Go to the purchase
                      <span className="visually-hidden"> of {variantName}</span>
                    </a>
                  ) : (
                    isHeld && (
                      <a
                        className="button button--small"
                        href={paths.startPurchase(quote.request.kdcd, quote.quoteId)}
                      >
                        Start purchase
                        <span className="visually-hidden"> of {variantName}</span>
                      </a>
                    )
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Listing>
  )
}
