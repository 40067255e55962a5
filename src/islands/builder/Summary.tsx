import { memo } from 'react'
import { formatNumber } from '#lib/shared/numbers.ts'
import { inWords } from '#lib/shared/in-words.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { payNote } from '#lib/finance/labels.ts'
import { formatMoney } from '#lib/shared/money.ts'
import {
  afterConfirming,
  balanceDue,
  countsTradeIn,
  depositDue,
  isLease,
  isReservation,
  lenderShare,
} from '#lib/payments/pay-options.ts'
import { capitalised } from '#lib/shared/words.ts'
import { $config } from '#stores/site/config.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import type { PricedRequest } from '#lib/pricing/pricing.ts'
import { DeliveryLine } from '#ui/purchase/DeliveryLine.tsx'
import { PriceLines } from '#ui/PriceLines.tsx'
import type { BuilderCatalogue, BuilderProps } from '#ui/configuration/builder-data.ts'
import { FinanceFigures } from '#ui/FinanceFigures.tsx'
import { SummaryLine } from '#ui/SummaryLine.tsx'

interface PriceSummaryProps {
  words: BuilderProps['words']
  shown: Pick<Quote, 'lines' | 'totals' | 'finance'>
  delivery: Quote['delivery']
}

/** Every line of the price. */
export const PriceSummary = memo(function PriceSummary(props: PriceSummaryProps) {
  const { words, shown, delivery } = props
  return (
    <div className="stack stack--s">
      <h3>The price</h3>
      <PriceLines {...shown} />
      <DeliveryLine delivery={delivery} />
      <p className="fine-print">{words.disclaimers.price}</p>
    </div>
  )
})

interface PaySummaryProps extends Pick<PriceSummaryProps, 'words' | 'shown'> {
  catalogue: BuilderCatalogue
  request: PricedRequest
}

/** The payments by due date. */
export const PaySummary = memo(function PaySummary(props: PaySummaryProps) {
  const { catalogue, words, request, shown } = props
  const { payOption } = request
  const { totals, finance } = shown
  const product = catalogue.financeProducts.find(({ code }) => code === payOption)
  const note = payNote(payOption, words.disclaimers)

  return (
    <div className="stack stack--s">
      <h3>Paying: {product?.name}</h3>
      {finance && (
        // Printed with the terms already.
        <div className="no-print">
          <FinanceFigures payOption={payOption} totals={totals} finance={finance} />
        </div>
      )}
      <PaidWhen payOption={payOption} totals={totals} finance={finance} />
      <Included product={product} annualKm={request.finance?.annualKm} />
      {note && !finance && <p className="fine-print">{note}</p>}
    </div>
  )
})

/** The payments due now and later (decision 41). */
function PaidWhen(deal: Pick<Quote, 'payOption' | 'totals' | 'finance'>) {
  const deposit = depositDue(deal, 0)
  const balance = balanceDue(deal, 0)
  const lender = lenderShare(deal)
  const depositHours = useIslandStore($config, null)?.depositHours
  const isTimed = isLease(deal.payOption) && depositHours !== undefined
  const time = isTimed ? afterConfirming(depositHours) : null
  const isFee = isReservation(deal.payOption)
  return (
    <dl className="summary">
      <SummaryLine
        label={isFee ? 'Reservation fee' : 'Deposit when you confirm'}
        value={formatMoney(deposit)}
        note={
          deposit > 0
            ? 'You pay this online once you’ve confirmed. We charge nothing before then.'
            : 'Nothing is charged when you confirm the purchase.'
        }
      />
      {balance > 0 && (
        <SummaryLine
          label={deal.finance ? 'First payment' : 'Balance'}
          value={formatMoney(balance)}
          note={
            isLease(deal.payOption)
              ? `${time ? capitalised(time) : 'Once you’ve confirmed'}, to keep your car reserved.`
              : `Before you collect the car${countsTradeIn(deal.payOption) ? ', less any trade-in' : ''}.`
          }
        />
      )}
      {lender && (
        <SummaryLine
          label="From the lender"
          value={formatMoney(lender.restCents)}
          note="The lender pays the rest of the price. You repay it, with fees and interest."
        />
      )}
    </dl>
  )
}

/** The services in a lease, and the price of extra kilometres. */
function Included({
  product,
  annualKm,
}: {
  product: BuilderCatalogue['financeProducts'][number] | undefined
  annualKm: number | undefined
}) {
  if (!product || (!product.includes && !product.excessKmCents)) return null
  return (
    <div className="small">
      {product.includes && <p>Covers {inWords(product.includes)}.</p>}
      {product.excessKmCents !== undefined && annualKm !== undefined && (
        <p>
          For {formatNumber(annualKm)} km a year. Each extra kilometre costs{' '}
          <span className="money">{formatMoney(product.excessKmCents)}</span>, charged at the end.
        </p>
      )}
    </div>
  )
}
