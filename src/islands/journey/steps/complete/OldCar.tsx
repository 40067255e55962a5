import { formatMoney } from '#lib/shared/money.ts'
import { countsTradeIn } from '#lib/payments/pay-options.ts'
import { useJourneyPage } from '../../journey-page.ts'

/** The next steps for a trade-in and the money owing on it. */
export function OldCar() {
  const { currentQuote, tradeInformation, paymentMetadata } = useJourneyPage().journey
  const accepted = tradeInformation.vehicles.filter(({ status }) => status === 'APPRAISAL_ACCEPTED')
  if (accepted.length === 0 || !countsTradeIn(currentQuote.payOption)) return null
  const owingCents = accepted.reduce((cents, vehicle) => cents + vehicle.owingCents, 0)
  const { owedCents = 0 } = paymentMetadata
  const it = accepted.length > 1 ? 'them' : 'it'
  return (
    <section className="stack stack--s" aria-labelledby="old-car-heading">
      <h2 id="old-car-heading" className="step-part">
        Your trade-in
      </h2>
      <ul className="bullets">
        <li>
          {`Keep driving ${accepted.map(({ registration }) => registration).join(' and ')} until you collect your new car. Bring ${it} with you that day.`}
        </li>
        <li>Bring all the keys, the service book and your driver licence.</li>
        <li>
          {owingCents > 0
            ? `You still owe ${formatMoney(owingCents)} on ${it}. We’ll pay that to the lender at hand-over. Please ask the lender for a settlement letter and bring it with you.`
            : `There must be no money owing on ${it}. We check this on the Personal Property Securities Register.`}
        </li>
        {owedCents > 0 && <li>{`We’ll pay you ${formatMoney(owedCents)} at hand-over.`}</li>}
      </ul>
    </section>
  )
}
