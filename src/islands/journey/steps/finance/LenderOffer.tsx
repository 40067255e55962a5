import type { QuoteFinance } from '#lib/quotes/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import { $config } from '#stores/site/config.ts'
import { FinanceFigures, LenderNote } from '#ui/FinanceFigures.tsx'
import { LazyDisclosure } from '#ui/lazy/LazyDisclosure.tsx'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { useJourneyPage } from '../../journey-page.ts'

const loadSoftCheck = async () => (await import('./SoftCheck.tsx')).SoftCheck

/** Who would lend, what it costs and what is applied for, before the long form. */
export function LenderOffer({ finance }: { finance: QuoteFinance }) {
  const { journey, lender, href } = useJourneyPage()
  const { currentQuote: quote } = journey
  const hasSoftCheck = useIslandStore($config, null)?.hasSoftCheck
  return (
    <section className="card stack stack--s" aria-labelledby="lender-offer">
      <h2 className="step-part" id="lender-offer">
        {lender ?? 'What you’re applying for'}
      </h2>
      <p>
        {isLease(quote.payOption)
          ? `You’re applying${lender ? ` to ${lender}` : ''} to lease this car for ${finance.termMonths} months.`
          : `You’re applying${lender ? ` to ${lender}` : ''} to borrow ${formatMoney(finance.amountFinancedCents)} over ${finance.termMonths} months.`}{' '}
        <a href={href('configure?pay')}>Change how you pay</a>
      </p>
      <FinanceFigures {...quote} finance={finance} />
      <LenderNote lender={lender} />
      {hasSoftCheck && (
        <LazyDisclosure
          title="Would you be approved? Check without affecting your credit record"
          load={loadSoftCheck}
          props={{ finance }}
        />
      )}
    </section>
  )
}
