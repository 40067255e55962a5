import { payKind, type PayKind } from '#lib/payments/pay-options.ts'
import type { Deps } from '#server/deps.ts'
import type { PayRows } from '#server/journeys/amount-due.ts'
import {
  purchaseLink,
  writePurchaseMail,
  type PurchaseMail,
} from '#server/journeys/mail-context.ts'
import { money, type Mail } from '#server/platform/mail/mail.ts'
import {
  amountDueBlocks,
  carBlocks,
  carName,
  financeAtAGlance,
  priceBlocks,
} from '#server/quotes/quote-blocks.ts'

/** Where the credit goes, by how the car is paid for. */
const GOES_TO: Record<PayKind, string> = {
  cash: 'It comes off your balance.',
  finance: 'You’ll borrow that much less, so your payments will go down.',
  lease: 'We’ve recalculated your lease at the lower price.',
  reservation: '',
}

/** The price of a held purchase has fallen, and the difference is credited. */
export const priceCreditMail = (
  deps: Deps,
  purchase: PurchaseMail & {
    amountCents: number
    /** What we pay the buyer at the hand-over. */
    owedCents: number
    /** The agreement that was sent shows the old price. */
    isAgreementReplaced: boolean
    amountDue: PayRows | null
  },
): Mail => {
  const { quote, amountCents, owedCents, isAgreementReplaced } = purchase
  const goesTo =
    owedCents > 0
      ? `You’ve paid more than is due now, so we’ll pay you ${money(owedCents)} at the hand-over.`
      : GOES_TO[payKind(quote.payOption)]
  return writePurchaseMail(deps, purchase, {
    kind: 'price-credit',
    subject: `Your ${carName(quote)} costs ${money(amountCents)} less`,
    blocks: [
      ...carBlocks(deps, quote),
      {
        text: `Our price for your ${carName(quote)} has fallen, so we’ve taken ${money(amountCents)} off your price. ${goesTo} You don’t need to do anything. If our price rises again, yours won’t change.`,
      },
      ...(isAgreementReplaced
        ? [
            {
              text: 'The agreement we sent you shows the old price, so please don’t accept it. Your dealer will email you a new one.',
            },
          ]
        : []),
      ...priceBlocks(quote),
      ...financeAtAGlance(deps, quote),
      ...amountDueBlocks(purchase.amountDue),
      purchaseLink(deps, purchase, 'payment', 'See your purchase'),
    ],
  })
}
