import { useEffect } from 'react'
import { NOTHING_TO_PAY_YET } from '#lib/finance/credit.ts'
import { TRANSFER_TIME } from '#lib/payments/deposit-labels.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { carKept } from '#lib/purchases/held-car.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { depositLeftCents, isReservation, owesDeposit } from '#lib/payments/pay-options.ts'
import { loadJourney } from '#stores/journey/journey.ts'
import { CreditTrouble } from '#islands/journey/notices/DecisionNotice.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { StepHeading } from '../../StepHeading.tsx'
import { TradeInOffers } from '#islands/journey/notices/TradeInOffers.tsx'
import { useRefusal } from '../../use-refusal.ts'
import { Done } from './Done.tsx'
import { Reference } from './Reference.tsx'

/** What a payment without a result waits for. */
const openSentence = (
  { amountCents, receivedCents, review }: NonNullable<PurchaseJourney['openPayment']>,
  dueBy: string | undefined,
): string =>
  review
    ? `We’re checking your payment of ${formatMoney(receivedCents ?? amountCents)} with the bank. Please don’t pay again.`
    : receivedCents === null
      ? 'Your payment hasn’t reached us yet.'
      : `We’ve received ${formatMoney(receivedCents)} of ${formatMoney(amountCents)}. Please transfer the remaining ${formatMoney(amountCents - receivedCents)}${dueBy ? ` by ${formatDeadline(dueBy)} to keep it` : ''}.`

/** The end of the online purchase: the car and what comes next, or the one step that is left. */
export function Complete() {
  const { journey, href } = useJourneyPage()
  const { id, currentQuote: quote, paymentMetadata: money, metadata } = journey
  const isRefused = useRefusal() !== null

  // Delivery and payments change elsewhere.
  useEffect(() => void loadJourney(id), [id])

  if (!owesDeposit(money)) return <Done isRefused={isRefused} />
  if (isRefused)
    return (
      <div className="stack">
        <StepHeading title="Sort out your finance first">
          {`Your purchase is confirmed and ${carKept({ metadata, quote })}. ${NOTHING_TO_PAY_YET}`}
        </StepHeading>
        <CreditTrouble />
        <div>
          <a className="button button--quiet" href={href('payment')}>
            See what you pay, and when
          </a>
        </div>
        <TradeInOffers />
        <Reference {...journey} />
      </div>
    )
  if (journey.openPayment)
    return (
      <div className="stack">
        <StepHeading title="Your payment isn’t complete yet">
          {`Your purchase is confirmed and ${carKept({ metadata, quote })}. ${openSentence(journey.openPayment, metadata.depositDueBy)}`}
        </StepHeading>
        <div>
          <a className="button button--quiet" href={href('payment')}>
            See the payment
          </a>
        </div>
        <TradeInOffers />
        <Reference {...journey} />
      </div>
    )
  return (
    <div className="stack">
      <StepHeading title="One step left">
        Your purchase is confirmed and {carKept({ metadata, quote })}. Pay the{' '}
        {isReservation(quote.payOption) ? 'fee' : 'deposit'} of{' '}
        {formatMoney(depositLeftCents(money))}{' '}
        {metadata.depositDueBy
          ? `by ${formatDeadline(metadata.depositDueBy)} to keep it.${metadata.isTransferExpected ? ` ${TRANSFER_TIME}` : ''}`
          : 'to secure it.'}
      </StepHeading>
      <div>
        <a className="button button--accent" href={href('payment')}>
          Pay the {isReservation(quote.payOption) ? 'fee' : 'deposit'}
        </a>
      </div>
      <TradeInOffers />
      <Reference {...journey} />
    </div>
  )
}
