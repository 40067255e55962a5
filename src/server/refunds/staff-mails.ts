import type { DisputeStatus } from '#lib/payments/refund-states.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import type { Deps } from '#server/deps.ts'
import { money, writeMail, type Mail, type Row } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'

// Mails to staff about money that needs them. They name the purchase, not the customer.

interface Problem {
  reference: string
  purchaseJourneyId: string
  amountCents: number
  reason: string
}

/** A refund failed, so staff have to send it. */
export const refundFailedStaffMail = (
  deps: Deps,
  { reference, purchaseJourneyId, amountCents, reason }: Problem,
): Mail =>
  writeMail(deps, {
    kind: 'staff-refund-failed',
    to: deps.catalogue.brand.email,
    subject: `A refund of ${money(amountCents)} didn’t go through: ${reference}`,
    blocks: [
      {
        text: 'We still have the money. Retry the refund, or ask the customer for a bank account number, transfer the money and record the transfer on the purchase. We’ve told the customer that we’ll be in touch by the end of the next working day.',
      },
      {
        rows: [
          ['Purchase reference', reference],
          ['Amount', money(amountCents)],
          ['Why', reason],
        ],
      },
      { action: 'Open the purchase', url: mailPaths(deps).staffPurchase(purchaseJourneyId) },
    ],
  })

const DISPUTE_MAILS: Record<DisputeStatus, { subject: (amount: string) => string; text: string }> =
  {
    OPEN: {
      subject: (amount) => `A payment of ${amount} is disputed`,
      text: 'The customer’s bank is asking for this payment back. Don’t hand over the car until the dispute is settled. Call the customer first. Then respond to the dispute with the card provider, and include the sale agreement and the quote.',
    },
    WON: {
      subject: (amount) => `We’ve won the dispute over ${amount}`,
      text: 'We keep the payment, and the purchase continues. Anything that’s left to do is on the work list.',
    },
    LOST: {
      subject: (amount) => `We’ve lost the dispute over ${amount}`,
      text: 'The bank has given the money back to the customer, so the payment no longer counts. Call the customer: either they pay again or we cancel the purchase. Then record the outcome on the purchase.',
    },
  }

/** A dispute began, or a bank has decided about it. */
export const disputeStaffMail = (
  deps: Deps,
  {
    status,
    reference,
    purchaseJourneyId,
    amountCents,
    reason,
    respondBy,
  }: Problem & { status: DisputeStatus; respondBy: string | null },
): Mail => {
  const { subject, text } = DISPUTE_MAILS[status]
  return writeMail(deps, {
    kind: 'staff-dispute',
    to: deps.catalogue.brand.email,
    subject: `${subject(money(amountCents))}: ${reference}`,
    blocks: [
      { text },
      {
        rows: [
          ['Purchase reference', reference],
          ['Amount', money(amountCents)],
          ['The bank’s reason', reason],
          ...(respondBy && status === 'OPEN'
            ? [['Respond by', formatDeadline(respondBy)] as Row]
            : []),
        ],
      },
      { action: 'Open the purchase', url: mailPaths(deps).staffPurchase(purchaseJourneyId) },
    ],
  })
}

/** A payout to our bank account failed. */
export const payoutFailedStaffMail = (
  deps: Deps,
  { payoutId, amountCents, reason }: { payoutId: string; amountCents: number; reason: string },
): Mail =>
  writeMail(deps, {
    kind: 'staff-payout-failed',
    to: deps.catalogue.brand.email,
    subject: `A payout of ${money(amountCents)} to our account failed`,
    blocks: [
      {
        text: 'The card provider is holding the money. Check the bank account details it has for us. We won’t be paid until they’re right.',
      },
      {
        rows: [
          ['Payout', payoutId],
          ['Amount', money(amountCents)],
          ['Why', reason],
        ],
      },
    ],
  })
