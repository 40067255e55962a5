import { hasAllCalls } from '#lib/site/all-calls.ts'
import { listPurchaseJourneys } from '#lib/purchases/calls.ts'
import { carInALine } from '#lib/catalogue/car-labels.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { owesDeposit, payKind } from '#lib/payments/pay-options.ts'
import { siteCall } from '#stores/site/api.ts'
import { $customer, $isActing } from '#stores/session/session.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { usePages } from '#ui/hooks/use-pages.ts'
import { CarList } from './CarList.tsx'
import { CarThumb } from '#ui/purchase/CarThumb.tsx'
import { DeliveryLine } from '#ui/purchase/DeliveryLine.tsx'
import {
  LazyAgreement,
  LazyInvitation,
  LazySharedPurchase,
} from '#islands/account/lazy-screens.tsx'
import { canStartAgain, nextStepOf, type Purchase } from './purchase-card.ts'
import { PurchaseDetails } from './PurchaseDetails.tsx'
import { Receipt } from './Receipt.tsx'
import type { ScreenProps } from '#islands/account/screen-props.ts'
import { SharedPurchases } from '#islands/account/shared/SharedPurchases.tsx'
import { useToday } from '#ui/hooks/use-today.ts'
import { startPurchaseAgain } from '#stores/journey/start-again.ts'
import { PeopleDisclosure } from '#ui/people/PeopleDisclosure.tsx'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useStartAgain } from '#ui/hooks/use-start-again.ts'

/** How many purchases a page has. */
const PURCHASES = '20'

/** My Purchases: a card for each with its next step, or the agreement or receipt of one. */
export function Purchases({ query, seller }: ScreenProps) {
  const isActing = useIslandStore($isActing, false)
  const agreement = query.get('agreement')
  const receipt = query.get('receipt')
  if (!hasAllCalls()) return <List />
  if (agreement) return <LazyAgreement id={agreement} />
  const invitation = query.get('invitation')
  if (invitation) return <LazyInvitation linkKey={invitation} />
  const shared = query.get('shared')
  if (shared) return <LazySharedPurchase id={shared} />
  if (receipt) return <Receipt id={receipt} seller={seller} />
  return (
    <>
      <List />
      {/* They are the customer’s own: staff can’t open them. */}
      {!isActing && <SharedPurchases />}
    </>
  )
}

function List() {
  const id = useIslandStore($customer, null)?.id ?? 0
  const asked = usePages(`purchases ${id}`, async (cursor) => {
    const query = { limit: PURCHASES, cursor }
    const answer = await siteCall(listPurchaseJourneys, { params: { id }, query })
    if (!answer.ok) return answer
    const { purchaseJourneyList: items, nextCursor } = answer.value
    return { ok: true, value: { items, nextCursor } }
  })
  const onChanged = () => {
    if (asked.state === 'ready') asked.refetch()
  }
  return (
    <CarList
      asked={asked}
      name="your purchases"
      none="You haven’t started a purchase yet."
      keyOf={({ purchaseJourneyId }) => purchaseJourneyId}
    >
      {(purchase) => <PurchaseCard purchase={purchase} onChanged={onChanged} />}
    </CarList>
  )
}

function PurchaseCard({ purchase, onChanged }: { purchase: Purchase; onChanged: () => void }) {
  const { purchaseJourneyId, reference, quote, status, confirmedDate, openTradeIns } = purchase
  const { state, text, action, isAtRest } = nextStepOf(purchase, useToday())
  const isAgreement = action.step === 'agreement'
  const isActing = useIslandStore($isActing, false)
  const { variantName } = quote.vehicle
  const isComing =
    status.purchaseJourneyStatusCode === 'NOCARAVAIL' ||
    (['CONFIRMED', 'AGREEMENT'].includes(status.purchaseJourneyStatusCode) &&
      !owesDeposit(purchase.paymentMetadata))
  return (
    <article className="card account-card">
      <CarThumb quote={quote} />
      <div className="stack stack--s">
        <p className="kicker">{state}</p>
        <h2 className="account-card__title">{variantName}</h2>
        <p className="small quiet">
          {carInALine(quote)}, {payKind(quote.payOption)},{' '}
          <span className="money">{formatMoney(quote.totals.driveAwayCents)}</span> drive-away
          <DeliveryLine delivery={purchase.delivery} />
        </p>
        <p className="small quiet">
          Your reference: <span className="nowrap">{reference}</span>
        </p>
        <p>{text}</p>
        {purchase.approvalEndsFirst && <p>{purchase.approvalEndsFirst}</p>}
        {openTradeIns && <OpenTradeIns vehicles={openTradeIns} id={purchaseJourneyId} />}
        {canStartAgain(purchase) && <StartAgain purchase={purchase} />}
        {(!isAgreement || hasAllCalls()) && (
          <p className="account-card__actions">
            <a
              className={isAtRest ? 'button button--quiet' : 'button'}
              href={
                isAgreement
                  ? paths.agreement(purchaseJourneyId)
                  : paths.purchase(purchaseJourneyId, action.step)
              }
            >
              {action.label}
              <span className="visually-hidden">: {variantName}</span>
            </a>
          </p>
        )}
      </div>
      {confirmedDate && hasAllCalls() && (
        <PurchaseDetails purchase={purchase} isOpenAtFirst={isComing} onChanged={onChanged} />
      )}
      {hasAllCalls() && (
        <PeopleDisclosure
          className="purchase-details"
          about={variantName}
          id={purchaseJourneyId}
          call={siteCall}
          isActing={isActing}
        />
      )}
    </article>
  )
}

/** Trade-ins that are not accepted: with our offer, waiting for it, or left out. */
const OpenTradeIns = ({
  vehicles,
  id,
}: {
  vehicles: NonNullable<Purchase['openTradeIns']>
  id: string
}) => (
  <p>
    {vehicles.some(({ status }) => status === 'APPRAISAL_DONE')
      ? 'You have a trade-in offer to reply to. '
      : vehicles.some(({ status }) => status === 'APPRAISAL_REQUESTED')
        ? 'We’ll email you our offer for your trade-in. '
        : 'Your trade-in isn’t part of this purchase. You can still request a new offer. '}
    <a href={paths.purchase(id, 'payment')}>See your trade-in</a>
  </p>
)

/** Starts an expired purchase again with the same car. */
function StartAgain({ purchase }: { purchase: Purchase }) {
  const { isBusy, trouble, press } = useStartAgain(
    () => startPurchaseAgain(purchase.purchaseJourneyId),
    (id) => paths.purchase(id, 'quote'),
  )
  return (
    <div className="stack stack--s">
      <div>
        <Button isBusy={isBusy} onClick={press}>
          Start this purchase again
          <span className="visually-hidden">: {purchase.quote.vehicle.variantName}</span>
        </Button>
      </div>
      <StillWorking isBusy={isBusy} text="Starting your purchase again" />
      {trouble && (
        <Notice kind="error" title="We couldn’t start this purchase again">
          {trouble}
        </Notice>
      )}
    </div>
  )
}
