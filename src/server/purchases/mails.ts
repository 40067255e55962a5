import { CALL_OUTLET, NOTHING_TO_PAY_YET } from '#lib/finance/credit.ts'
import { formatDays } from '#lib/catalogue/delivery.ts'
import { depositDueSentence, payInWords } from '#lib/payments/deposit-labels.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { capitalised } from '#lib/shared/words.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { addressLine } from '#lib/service/labels.ts'
import type { PurchaseOffer } from '#lib/catalogue/offer-shapes.ts'
import type { Deps } from '#server/deps.ts'
import {
  purchaseLink,
  writePurchaseMail,
  type PurchaseMail,
} from '#server/journeys/mail-context.ts'
import type { Outlook } from './delivery-outlook.ts'
import { money, type Block, type Mail, type Row } from '#server/platform/mail/mail.ts'
import {
  amountDueBlocks,
  carBlocks,
  carName,
  financeAtAGlance,
  offerBlocks,
  priceBlocks,
} from '#server/quotes/quote-blocks.ts'

/** The outlet that hands the car over and the days it should be ready, where they are known. */
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
  return rows.length > 0 ? [{ heading: estimate ? 'Delivery' : 'Dealer' }, { rows }] : []
}

const TRADE_IN: Record<NonNullable<Outlook['tradeIn']>, string> = {
  'offer-to-come': 'We’re still working on your trade-in offer. We’ll email it to you.',
  'offer-to-answer': 'You haven’t replied to our trade-in offer yet.',
}

/** An open trade-in of a confirmed purchase (decision 62). */
const tradeInBlocks = ({ tradeIn }: Outlook): Block[] =>
  tradeIn
    ? [
        { heading: 'Your trade-in' },
        {
          text: `${TRADE_IN[tradeIn]} The price you confirmed stays the same. Accepting our offer changes the amount left to pay. You can accept it any time before you accept your agreement.`,
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
          text: `${onBehalf.staffName} from our team confirmed this purchase on behalf of ${onBehalf.customerName}, as instructed. Not what you asked for? You can cancel under My Purchases ${cancelWhen}, or call us.`,
        },
      ]
    : []

/** A purchase was confirmed just now. */
interface JustConfirmed {
  onBehalf: OnBehalf | null
  /** The deletion of the account had been asked for. */
  hadDeletion: boolean
}

const accountBlocks = ({ hadDeletion }: JustConfirmed): Block[] =>
  hadDeletion
    ? [
        {
          text: 'We cancelled the deletion of your account. You can ask for it again in your profile once this purchase is complete or cancelled.',
        },
      ]
    : []

/** What the messages about a confirmed purchase have in common. */
interface Confirmed extends PurchaseMail {
  offers: readonly PurchaseOffer[]
  outlook: Outlook
}

/** A car or a build slot is held. */
interface Held {
  /** A build slot is held. */
  isToBeBuilt: boolean
  /** To pay now, so that the car is kept; 0 for nothing. */
  owedCents: number
  /** Until when the car is kept without it, ISO 8601; `null` where nothing runs out. */
  depositDueBy: string | null
  /** The last instant the customer can cancel online, ISO 8601. */
  cancelUntil: string
}

/** A purchase was confirmed. */
export function purchaseConfirmedMail(
  deps: Deps,
  purchase: Confirmed & Held & JustConfirmed,
): Mail {
  const { quote, outlook, cancelUntil } = purchase
  const isDue = purchase.owedCents > 0
  const payStep = payInWords(quote.payOption)
  return writePurchaseMail(deps, purchase, {
    kind: 'purchase-confirmed',
    subject: `Your purchase is confirmed: ${carName(quote)}`,
    blocks: [
      {
        text: isDue
          ? `Thank you. Your purchase is confirmed. There’s one step left: ${payStep} of ${money(purchase.owedCents)}.`
          : 'Thank you. Your purchase is confirmed. There’s nothing to pay now.',
      },
      ...dueBlocks(purchase, isDue),
      ...onBehalfBlocks(purchase.onBehalf, `until ${formatInstant(cancelUntil)}`),
      ...accountBlocks(purchase),
      ...carBlocks(deps, quote),
      ...priceBlocks(quote),
      ...offerBlocks(purchase.offers),
      ...financeAtAGlance(deps, quote),
      ...amountDueBlocks(outlook.amountDue),
      ...tradeInBlocks(outlook),
      ...deliveryBlocks(outlook),
      cancelBlock(cancelUntil),
      isDue
        ? purchaseLink(deps, purchase, 'payment', capitalised(payStep))
        : purchaseLink(deps, purchase, 'complete'),
    ],
  })
}

const dueBlocks = (
  { depositDueBy, isToBeBuilt, quote }: Held & Confirmed,
  isDue: boolean,
): Block[] =>
  isDue && depositDueBy !== null
    ? [
        {
          text: depositDueSentence(
            depositDueBy,
            { deliveryStatus: isToBeBuilt ? 'ONORDER' : null },
            quote.payOption,
          ),
        },
      ]
    : []

const cancelBlock = (until: string) => ({
  text: `You can cancel under My Purchases until ${formatInstant(until)}, or call us and we’ll cancel it for you.`,
})

/** A purchase was confirmed, but there is neither a car nor a build slot for it yet. */
export const purchaseBackorderedMail = (deps: Deps, purchase: Confirmed & JustConfirmed): Mail =>
  writePurchaseMail(deps, purchase, {
    kind: 'no-car-yet',
    subject: `We’re looking for your car: ${carName(purchase.quote)}`,
    blocks: [
      {
        text: 'Thank you. You’ve confirmed your purchase, but no car or build slot is available right now. We’re looking for one, and we’ll email you as soon as we find it. There’s nothing to pay until then.',
      },
      {
        text: 'You can cancel at no cost while we look. Open your purchase and choose Cancel purchase.',
      },
      ...onBehalfBlocks(purchase.onBehalf, 'at any time while we look for a car'),
      ...accountBlocks(purchase),
      ...carBlocks(deps, purchase.quote),
      ...priceBlocks(purchase.quote),
      ...offerBlocks(purchase.offers),
      ...tradeInBlocks(purchase.outlook),
      ...deliveryBlocks(purchase.outlook),
      purchaseLink(deps, purchase, 'payment'),
    ],
  })

/** A car was found for a purchase that had none. */
export function carFoundMail(deps: Deps, purchase: Confirmed & Held): Mail {
  const { quote, outlook } = purchase
  const held = purchase.isToBeBuilt
    ? 'Your car is on order: its build slot is reserved.'
    : 'We’ve reserved a car for you.'
  const isDue = purchase.owedCents > 0 && outlook.refusal === null
  const payStep = payInWords(quote.payOption)
  return writePurchaseMail(deps, purchase, {
    kind: 'car-found',
    subject: `We’ve found your car: ${carName(quote)}`,
    blocks: [
      {
        text: outlook.refusal
          ? `${held} ${outlook.refusal} ${NOTHING_TO_PAY_YET} ${CALL_OUTLET.CONFIRMED}`
          : isDue
            ? `${held} There’s one step left: ${payStep} of ${money(purchase.owedCents)}.`
            : `${held} There’s no deposit to pay.`,
      },
      ...dueBlocks(purchase, isDue),
      ...carBlocks(deps, quote),
      ...priceBlocks(quote),
      ...offerBlocks(purchase.offers),
      ...amountDueBlocks(outlook.amountDue),
      ...tradeInBlocks(outlook),
      ...deliveryBlocks(outlook),
      cancelBlock(purchase.cancelUntil),
      isDue
        ? purchaseLink(deps, purchase, 'payment', capitalised(payStep))
        : purchaseLink(deps, purchase, outlook.refusal ? 'payment' : 'complete'),
    ],
  })
}
