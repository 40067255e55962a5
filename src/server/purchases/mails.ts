import { CALL_OUTLET, NOTHING_TO_PAY_YET } from '#lib/finance/credit.ts'
import { formatDays } from '#lib/catalogue/delivery.ts'
import { depositDueSentence } from '#lib/payments/deposit-labels.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { addressLine } from '#lib/service/labels.ts'
import type { PurchaseOffer } from '#lib/catalogue/offer-shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import type { Deps } from '#server/deps.ts'
import type { Outlook } from './delivery-outlook.ts'
import {
  greeting,
  money,
  writeMail,
  type Block,
  type Mail,
  type Buyer,
  type Row,
} from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import {
  carName,
  financeBlocks,
  amountDueBlocks,
  offerBlocks,
  priceBlocks,
} from '#server/quotes/quote-blocks.ts'

/** Who hands the car over, and when it should be ready, as far as either is known. */
function deliveryBlocks({ estimate, outlet }: Pick<Outlook, 'estimate' | 'outlet'>): Block[] {
  const rows: Row[] = [
    ...(estimate ? [['Expected', formatDays(estimate.from, estimate.to)] as Row] : []),
    ...(outlet
      ? ([
          ['Where', `${outlet.name}, ${addressLine({ outlet })}`],
          ['Phone', shownPhone(outlet.phone)],
        ] as Row[])
      : []),
  ]
  return rows.length > 0 ? [{ heading: estimate ? 'Delivery' : 'Outlet' }, { rows }] : []
}

const TRADE_IN: Record<NonNullable<Outlook['tradeIn']>, string> = {
  'offer-to-come': 'Your trade-in offer is still to come. We’ll email it to you.',
  'offer-to-answer': 'You haven’t answered our offer for your trade-in yet.',
}

/** What is still open about a trade-in (decision 62). */
const tradeInBlocks = ({ tradeIn }: Outlook): Block[] =>
  tradeIn
    ? [
        { heading: 'Your trade-in' },
        {
          text: `${TRADE_IN[tradeIn]} The price you confirmed stays the same. Once you accept an offer, what you have left to pay changes. You can accept until we issue your agreement.`,
        },
      ]
    : []

/** Staff who confirmed a purchase, and for whom. */
interface OnBehalf {
  staffName: string
  customerName: string
}

const onBehalfBlocks = (onBehalf: OnBehalf | null, cancelWhen: string): Block[] =>
  onBehalf
    ? [
        {
          text: `${onBehalf.staffName} of our team confirmed this purchase on behalf of ${onBehalf.customerName}, as instructed. Not what you asked for? You can cancel under My Purchases ${cancelWhen}, or call us.`,
        },
      ]
    : []

/**
 * A purchase was confirmed.
 *
 * @param depositCents What is to be paid now; 0 for nothing.
 * @param cancelUntil The last instant the customer can cancel online, ISO 8601.
 */
export const purchaseConfirmedMail = (
  deps: Deps,
  {
    quote,
    offers,
    purchaseJourneyId,
    outlook,
    onBehalf,
    isToBeBuilt,
    depositCents,
    depositDueBy,
    cancelUntil,
    ...recipient
  }: Buyer & {
    quote: Quote
    offers: readonly PurchaseOffer[]
    purchaseJourneyId: string
    outlook: Outlook
    onBehalf: OnBehalf | null
    /** What is held is a place to build it. */
    isToBeBuilt: boolean
    depositCents: number
    /** Until when the car is kept without the deposit, ISO 8601; `null` where nothing runs out. */
    depositDueBy: string | null
    cancelUntil: string
  },
): Mail => {
  const isDepositDue = depositCents > 0
  return writeMail(deps, {
    kind: 'purchase-confirmed',
    to: recipient.to,
    reference: recipient.reference,
    subject: `Your purchase is confirmed: ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      {
        text: isDepositDue
          ? `Thank you. Your purchase is confirmed. One step is left: the deposit of ${money(depositCents)}.`
          : 'Thank you. Your purchase is confirmed. There is nothing to pay now.',
      },
      ...dueBlocks(isDepositDue ? depositDueBy : null, isToBeBuilt),
      ...onBehalfBlocks(onBehalf, `until ${formatInstant(cancelUntil)}`),
      ...priceBlocks(quote),
      ...offerBlocks(offers),
      ...financeBlocks(deps, quote),
      ...amountDueBlocks(outlook.amountDue),
      ...tradeInBlocks(outlook),
      ...deliveryBlocks(outlook),
      cancelBlock(cancelUntil),
      {
        action: isDepositDue ? 'Pay the deposit' : 'Open your purchase',
        url: mailPaths(deps).purchase(purchaseJourneyId, isDepositDue ? 'payment' : 'complete'),
      },
    ],
  })
}

const dueBlocks = (dueBy: string | null, isToBeBuilt: boolean): Block[] =>
  dueBy === null
    ? []
    : [{ text: depositDueSentence(dueBy, { deliveryStatus: isToBeBuilt ? 'ONORDER' : null }) }]

const cancelBlock = (until: string) => ({
  text: `You can cancel under My Purchases until ${formatInstant(until)}, or call us and we do it for you.`,
})

/** A purchase was confirmed, but there is neither a car nor a build slot for it yet. */
export const noCarYetMail = (
  deps: Deps,
  {
    quote,
    offers,
    purchaseJourneyId,
    outlook,
    onBehalf,
    ...recipient
  }: Buyer & {
    quote: Quote
    offers: readonly PurchaseOffer[]
    purchaseJourneyId: string
    outlook: Outlook
    onBehalf: OnBehalf | null
  },
): Mail =>
  writeMail(deps, {
    kind: 'no-car-yet',
    to: recipient.to,
    reference: recipient.reference,
    subject: `We are looking for your car: ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      {
        text: 'Thank you. You have confirmed your purchase, but there is no car and no build slot free for it at the moment. We’re looking for one, and we’ll email you as soon as we’ve found it. There is nothing to pay until then.',
      },
      {
        text: 'You can cancel at any time while we look, at no cost: open your purchase and choose Cancel purchase.',
      },
      ...onBehalfBlocks(onBehalf, 'at any time while we look for a car'),
      ...priceBlocks(quote),
      ...offerBlocks(offers),
      ...tradeInBlocks(outlook),
      ...deliveryBlocks(outlook),
      {
        action: 'Open your purchase',
        url: mailPaths(deps).purchase(purchaseJourneyId, 'payment'),
      },
    ],
  })

/** A car was found for a purchase that had none. */
export const carFoundMail = (
  deps: Deps,
  {
    quote,
    offers,
    purchaseJourneyId,
    outlook,
    isToBeBuilt,
    depositCents,
    depositDueBy,
    cancelUntil,
    ...recipient
  }: Buyer & {
    quote: Quote
    offers: readonly PurchaseOffer[]
    purchaseJourneyId: string
    outlook: Outlook
    /** What is held is a place to build it. */
    isToBeBuilt: boolean
    depositCents: number
    /** As of {@link purchaseConfirmedMail}. */
    depositDueBy: string | null
    cancelUntil: string
  },
): Mail => {
  const held = isToBeBuilt
    ? 'Your car is ordered: we now hold a place to build it.'
    : 'We now hold a car for you.'
  const isDepositDue = depositCents > 0 && outlook.refusal === null
  return writeMail(deps, {
    kind: 'car-found',
    to: recipient.to,
    reference: recipient.reference,
    subject: `We have found your car: ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      {
        text: outlook.refusal
          ? `${held} ${outlook.refusal} ${NOTHING_TO_PAY_YET} ${CALL_OUTLET.CONFIRMED}`
          : isDepositDue
            ? `${held} One step is left: the deposit of ${money(depositCents)}.`
            : `${held} There is no deposit to pay.`,
      },
      ...dueBlocks(isDepositDue ? depositDueBy : null, isToBeBuilt),
      ...priceBlocks(quote),
      ...offerBlocks(offers),
      ...amountDueBlocks(outlook.amountDue),
      ...tradeInBlocks(outlook),
      ...deliveryBlocks(outlook),
      cancelBlock(cancelUntil),
      {
        action: isDepositDue ? 'Pay the deposit' : 'Open your purchase',
        url: mailPaths(deps).purchase(
          purchaseJourneyId,
          isDepositDue || outlook.refusal ? 'payment' : 'complete',
        ),
      },
    ],
  })
}
