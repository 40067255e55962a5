import type { PaymentMetadata } from '#lib/contract/shapes/journey.ts'
import type { JourneyStatus } from '#lib/contract/shapes/codes.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'
import { lenderSentence } from '#lib/domain/lender-words.ts'
import { formatMoney } from '#lib/domain/money.ts'
import {
  balanceLeftCents,
  depositLeftCents,
  isReservation,
  lenderShare,
} from '#lib/domain/pay-options.ts'
import { tradeInLines } from '#lib/domain/trade-in-words.ts'

/** What a trade-in counts and what is still to pay for a purchase that goes on, after what was paid. */
export function StillToPay({
  quote,
  money,
  status,
  isRefused,
}: {
  quote: Quote
  money: PaymentMetadata
  status: JourneyStatus
  /** The lender lets it not be gone through with. */
  isRefused: boolean
}) {
  if (!['CONFIRMED', 'AGREEMENT'].includes(status) || isReservation(quote.payOption)) return null
  const { tradeInCents: equityCents = 0, owedCents } = money
  return (
    <>
      {tradeInLines(quote, { equityCents, owedCents }).map(({ label, cents, when }) => (
        <div className="summary__line" key={label}>
          <dt>{label}</dt>
          <dd className="money">{formatMoney(cents)}</dd>
          <dd className="summary__reason">{when}</dd>
        </div>
      ))}
      <div className="summary__line summary__line--total">
        <dt>Still to pay</dt>
        <dd className="money">{formatMoney(depositLeftCents(money) + balanceLeftCents(money))}</dd>
        {quote.finance && (
          <dd className="summary__reason">
            {besides(quote, money.lenderPaid === true, isRefused)}
          </dd>
        )}
      </div>
    </>
  )
}

/** What is paid beside it, and by whom. */
function besides(quote: Quote, hasLenderPaid: boolean, isRefused: boolean): string {
  const share = lenderShare(quote)
  if (!share) return 'Beside the other rents'
  if (isRefused)
    return `Beside the rest of the price (${formatMoney(share.restCents)}), which the lender has not agreed to pay`
  return hasLenderPaid
    ? 'The lender has paid the rest of the price'
    : `Beside what comes from the lender. ${lenderSentence(share)}`
}
