import { useSyncExternalStore } from 'react'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { carInALine } from '#lib/catalogue/car-labels.ts'
import { paymentInWords } from '#lib/finance/labels.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { DeliveryLine } from '#ui/purchase/DeliveryLine.tsx'
import { FinanceFigures } from '#ui/FinanceFigures.tsx'
import { CarInColour, CarPicture } from './CarPicture.tsx'
import { PayPlanLines } from './PayPlanLines.tsx'

/** The payments of a leased car, whose price the customer never pays. */
const rentOf = ({ currentQuote: { payOption, finance } }: PurchaseJourney) =>
  isLease(payOption) ? finance : null

interface DealProps {
  journey: PurchaseJourney
  /** Not where the step itself shows the car, larger. */
  hasPicture: boolean
}

/** The deal beside the step, on a wide screen. */
export const DealAside = (props: DealProps) => (
  <aside className="deal card" aria-label="Your deal">
    <Deal {...props} />
  </aside>
)

/** The deal above the step, collapsed to one line, on a narrow screen. */
export function DealFold({ journey, hasPicture }: DealProps) {
  const { vehicle, totals } = journey.currentQuote
  const rent = rentOf(journey)
  return (
    <details className="deal disclosure">
      <summary>
        {hasPicture && (
          <CarInColour quote={journey.currentQuote} className="deal__thumb" alt="" sizes="72px" />
        )}
        <span className="deal__words">
          <span className="deal__name">{vehicle.variantName}</span>
          {rent ? (
            <span>
              <strong className="nowrap">{paymentInWords(rent)}</strong>, {rent.termMonths} months
            </span>
          ) : (
            <span>
              <span className="visually-hidden">Drive-away price</span>{' '}
              <strong className="money">{formatMoney(totals.driveAwayCents)}</strong>
            </span>
          )}
          <DeliveryLine delivery={journey.delivery} />
        </span>
      </summary>
      <Deal {...{ journey, hasPicture }} />
    </details>
  )
}

function Deal({ journey, hasPicture }: DealProps) {
  const { vehicle, totals } = journey.currentQuote
  const rent = rentOf(journey)

  return (
    <div className="stack stack--s">
      {hasPicture && <CarPicture quote={journey.currentQuote} />}
      <div>
        <p className="deal__name">{vehicle.variantName}</p>
        <p className="small quiet">{carInALine(journey.currentQuote)}</p>
        {journey.reference && (
          <p className="small quiet">
            Your reference: <span className="nowrap">{journey.reference}</span>
          </p>
        )}
      </div>
      <div>
        {rent ? (
          <FinanceFigures {...journey.currentQuote} finance={rent} />
        ) : (
          <>
            <p className="small quiet">Drive-away price</p>
            <p className="price">{formatMoney(totals.driveAwayCents)}</p>
          </>
        )}
        <DeliveryLine delivery={journey.delivery} />
      </div>
      <PayPlanLines journey={journey} />
    </div>
  )
}

const WIDE = '(width >= 960px)'
const watchWidth = (onChange: () => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
/** Whether the screen has room for the deal beside the step. */
export const useIsWide = () =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => true,
  )
