import type { JourneyStatus } from '#lib/contract/shapes/codes.ts'
import type { CallAnswer } from '#lib/api/client.ts'
import type { listPurchaseJourneys } from '#lib/contract/customers.ts'
import { aucklandDay, formatDay } from '#lib/domain/dates.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { isReservation } from '#lib/domain/pay-options.ts'

export type Purchase = CallAnswer<typeof listPurchaseJourneys>['purchaseJourneyList'][number]

/** What a card says of a purchase: where it stands, what happens next, and the act that moves it on. */
export interface NextStep {
  state: string
  text: string
  /** The button, and the step of the purchase it leads to. */
  action: { label: string; step: string }
}

type Reading = (purchase: Purchase, today: string) => NextStep

const started: Reading = ({ quote, metadata }, today) => {
  const expires = aucklandDay(quote.expires)
  return {
    state: 'In progress',
    text:
      expires >= today
        ? `Nothing is charged yet. The price is held until ${formatDay(expires)}.`
        : `Nothing is charged yet. The price was held until ${formatDay(expires)}; go on to see today’s.`,
    action: { label: 'Continue', step: metadata.furthestStep },
  }
}

const reserved: Reading = ({ paymentMetadata: { canPayDeposit, depositCents, depositPaid } }) => {
  if (canPayDeposit)
    return {
      state: 'Fee to pay',
      text: `Pay the reservation fee of ${formatMoney(depositCents)}, and the car is held for you.`,
      action: { label: 'Pay the fee', step: 'payment' },
    }
  return {
    state: depositPaid ? 'Reserved' : 'Payment on its way',
    text: depositPaid
      ? 'The car is held for you. Under My Reservations you can buy it; the fee counts towards the deposit.'
      : 'We are waiting for word from the payment provider. There is no need to pay again.',
    action: { label: 'See the reservation', step: 'payment' },
  }
}

const confirmed: Reading = (purchase, today) => {
  if (isReservation(purchase.quote.payOption)) return reserved(purchase, today)
  const { canPayDeposit, canPayBalance, depositPaid, depositCents } = purchase.paymentMetadata
  if (canPayDeposit)
    return {
      state: 'Deposit to pay',
      text: `Your car is held for you. Pay the deposit of ${formatMoney(depositCents)} to secure it.`,
      action: { label: 'Pay deposit', step: 'payment' },
    }
  if (depositCents > 0 && !depositPaid)
    return {
      state: 'Payment on its way',
      text: 'We are waiting for word from the payment provider. There is no need to pay again.',
      action: { label: 'See the payment', step: 'payment' },
    }
  return {
    state: 'Confirmed',
    text: `${depositPaid ? 'Your deposit has arrived and your car is set aside for you.' : 'Your car is held for you.'} ${canPayBalance ? balanceSentence(purchase) : 'We get in touch about the agreement and the hand-over.'}`,
    action: { label: 'See what happens next', step: 'complete' },
  }
}

const agreed: Reading = (purchase) =>
  purchase.paymentMetadata.canPayBalance
    ? {
        state: 'Agreement signed',
        text: balanceSentence(purchase),
        action: { label: 'Pay balance', step: 'payment' },
      }
    : {
        state: 'Agreement signed',
        text: 'Everything due on line is paid. We get in touch about the hand-over.',
        action: { label: 'See the purchase', step: 'payment' },
      }

const balanceSentence = ({ paymentMetadata }: Purchase) =>
  `The balance of ${formatMoney(paymentMetadata.balanceCents)} is due before the hand-over.`

const always =
  (state: string, text: string): Reading =>
  () => ({ state, text, action: { label: 'See the purchase', step: 'payment' } })

const READINGS: Record<JourneyStatus, Reading> = {
  STARTED: started,
  CONFIRMED: confirmed,
  AGREEMENT: agreed,
  NOCARAVAIL: always(
    'Waiting for a car',
    'No car like yours is free yet. We tell you as soon as one is, and nothing is charged until then.',
  ),
  COMPLETE: always('Complete', 'The car is yours. Enjoy the road.'),
  CANCELLED: always('Cancelled', 'This purchase was cancelled. Nothing more is charged.'),
  EXPIRED: always(
    'Expired',
    'This purchase was left for too long. Its quote can be started again at today’s price.',
  ),
}

/** @param today The day in New Zealand, `yyyy-mm-dd`. */
export const nextStepOf = (purchase: Purchase, today: string): NextStep =>
  READINGS[purchase.status.purchaseJourneyStatusCode](purchase, today)
