import { formatMoney } from '#lib/shared/money.ts'
import { isFinance, notBelowZero, tradeInEquity } from '#lib/payments/pay-options.ts'
import { updateJourney } from '#stores/journey/journey.ts'
import { FinanceFigures, LenderNote } from '#ui/FinanceFigures.tsx'
import { RadioCards } from '#ui/fields/RadioCards.tsx'
import { useJourneyPage } from '#islands/journey/journey-page.ts'

/**
 * The choice for a trade-in worth more than the deposit of a loan: all of it goes into the deposit, or the difference is
 * paid out.
 *
 * @param props.withFigures Shows the resulting payments, where the page has them nowhere else.
 */
export function TradeInSurplus({ withFigures = false }: { withFigures?: boolean }) {
  const { journey, lender } = useJourneyPage()
  const { currentQuote: quote, currentQuoteRequest: asked, tradeInformation } = journey
  const equityCents = tradeInEquity(tradeInformation.vehicles)
  const chosen = asked.finance
  if (!isFinance(quote.payOption) || !quote.finance || !chosen) return null
  const surplusCents = notBelowZero(equityCents - chosen.depositCents)
  if (surplusCents === 0) return null

  const choose = (value: 'DEPOSIT' | 'PAY_OUT') => {
    const { tradeInSurplus: _before, ...finance } = chosen
    void updateJourney({
      currentQuoteRequest: {
        ...asked,
        finance: value === 'PAY_OUT' ? { ...finance, tradeInSurplus: 'PAY_OUT' } : finance,
      },
    })
  }
  return (
    <section className="stack stack--s" aria-labelledby="surplus-heading">
      <h2 id="surplus-heading" className="step-part">
        Your trade-in is worth more than your deposit
      </h2>
      <p>
        {`It’s worth ${formatMoney(equityCents)}, and the deposit in your quote is ${formatMoney(chosen.depositCents)}. Use all of it to borrow less and repay less.`}
      </p>
      <RadioCards
        legend="What to do with the difference"
        value={chosen.tradeInSurplus ?? 'DEPOSIT'}
        choices={[
          { value: 'DEPOSIT', title: 'Put all of it towards the car' },
          {
            value: 'PAY_OUT',
            title: `Leave my deposit at ${formatMoney(chosen.depositCents)} and pay me ${formatMoney(surplusCents)} at hand-over`,
          },
        ]}
        onChange={choose}
      />
      {withFigures && (
        <>
          <FinanceFigures {...quote} finance={quote.finance} />
          <LenderNote lender={lender} />
        </>
      )}
    </section>
  )
}
