import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import type { Step } from '#lib/purchases/journey-steps.ts'
import { countsTradeIn, isFinance } from '#lib/payments/pay-options.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { Notice } from '#ui/Notice.tsx'
import { useJourneyPage } from '#islands/journey/journey-page.ts'

/** The steps before signing that an open offer changes something about. */
const LATER_STEPS: readonly Step[] = ['owner-details', 'finance', 'confirm']

/** As `hasOpenOffer`, without the texts of the trade-in that come with it. */
const isOpenOffer = ({ status, offerExpires = '' }: TradeVehicle): boolean =>
  status === 'APPRAISAL_DONE' && Date.parse(offerExpires) > serverNowMs()

/** Our open offers for the old cars, on the steps after Trade-in: an offer arrives once the purchase is saved. */
export function OfferStrip() {
  const { journey, route, href } = useJourneyPage()
  const { payOption } = journey.currentQuote
  const isHere =
    journey.status.purchaseJourneyStatusCode === 'STARTED' &&
    LATER_STEPS.includes(route.step) &&
    countsTradeIn(payOption)
  const open = isHere ? journey.tradeInformation.vehicles.filter(isOpenOffer) : []
  const isBeforeApplying =
    route.step === 'finance' && isFinance(payOption) && !journey.hasAppliedForFinancePreApproval
  return (
    <div role="status">
      {open.length > 0 && (
        <Notice>
          {open.map(({ id, registration, offerCents = 0 }) => (
            <p key={id}>
              Our offer for <strong>{registration}</strong>:{' '}
              <strong>{formatMoney(offerCents)}</strong>.{' '}
              <a href={href('trade-in')}>
                See it<span className="visually-hidden"> for {registration}</span>
              </a>
            </p>
          ))}
          {isBeforeApplying && (
            <p>
              Accept it before you apply if you want to borrow less: you can apply only once for
              this purchase.
            </p>
          )}
        </Notice>
      )}
    </div>
  )
}
