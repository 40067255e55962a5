import { listSharedPurchases } from '#lib/people/calls.ts'
import { PERSON_ROLES } from '#lib/people/rules.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { siteCall } from '#stores/site/api.ts'
import { $customer } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { useQuery } from '#ui/hooks/use-query.ts'
import { Notice } from '#ui/Notice.tsx'
import { CarThumb } from '#ui/purchase/CarThumb.tsx'
import { answerNeeded } from './shared-texts.ts'

/** The purchases that others share with the customer; nothing where there are none. */
export function SharedPurchases() {
  const id = useIslandStore($customer, null)?.id ?? 0
  const asked = useQuery(`shared purchases ${id}`, () =>
    siteCall(listSharedPurchases, { params: { id } }),
  )
  if (asked.state === 'loading') return null
  if (asked.state === 'failed')
    return (
      <Notice
        kind="error"
        title="We couldn’t load the purchases shared with you"
        tryAgain={asked.refetch}
      >
        {asked.message}
      </Notice>
    )
  const { sharedPurchases } = asked.value
  if (sharedPurchases.length === 0) return null
  return (
    <section className="stack" aria-labelledby="shared-with-you">
      <h2 id="shared-with-you">Shared with you</h2>
      <ul className="stack account__list">
        {sharedPurchases.map((line) => (
          <li key={line.sharedPurchaseId}>
            <article className="card account-card">
              <CarThumb
                quote={{
                  vehicle: line.vehicle,
                  request: {
                    kdcd: line.vehicle.kdcd,
                    colourCode: line.colourCode,
                    payOption: 'CASH',
                  },
                }}
              />
              <div className="stack stack--s">
                <p className="kicker">{PERSON_ROLES[line.role].label}</p>
                <h3 className="account-card__title">{line.vehicle.variantName}</h3>
                <p className="small quiet">
                  {line.buyerName}’s purchase,{' '}
                  <span className="money">{formatMoney(line.driveAwayCents)}</span> drive-away
                </p>
                <p>{answerNeeded(line)}</p>
                <p className="account-card__actions">
                  <a
                    className="button"
                    href={`#/agreements?shared=${encodeURIComponent(line.sharedPurchaseId)}`}
                  >
                    Open the purchase
                    <span className="visually-hidden">: {line.vehicle.variantName}</span>
                  </a>
                </p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}
