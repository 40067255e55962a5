import type { ComponentProps } from 'react'
import type { Quote } from '#lib/quotes/shapes.ts'
import type { PricedRequest } from '#lib/pricing/pricing.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import { withMyCar } from '#lib/trade-in/with-my-car.ts'
import { $myCar } from '#stores/site/my-car.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { FinanceFields } from '#ui/purchase/FinanceFields.tsx'

interface PayTermsProps {
  fields: ComponentProps<typeof FinanceFields>
  /** What the figures beside it show. */
  priced: { request: PricedRequest; shown: Pick<Quote, 'totals' | 'finance'> }
}

/** The terms of a payment, and what the visitor's own car makes of it. */
export const PayTerms = ({ fields, priced }: PayTermsProps) => (
  <>
    <FinanceFields {...fields} />
    <WithYourCar catalogue={fields.catalogue} priced={priced} />
  </>
)

function WithYourCar({
  catalogue,
  priced: { request, shown },
}: Pick<PayTermsProps, 'priced'> & Pick<PayTermsProps['fields'], 'catalogue'>) {
  const car = useIslandStore($myCar, null)
  const { payOption } = request
  // Of a loan that is to be chosen later, the one whose figures are shown.
  const product = catalogue.financeProducts.find(({ code }) => code === shown.finance?.product)
  if (!car || !product || isLease(payOption)) return null
  const withCar = withMyCar(car, { loan: { payOption, ...shown, request }, product })
  if (!withCar) return null
  return (
    <div className="card">
      <p>
        <strong>{withCar.sentence}</strong>
      </p>
      <p className="small quiet">{withCar.basis}</p>
      <details className="disclosure">
        <summary>See the full breakdown with your car</summary>
        <p className="small">{withCar.figures}</p>
      </details>
    </div>
  )
}
