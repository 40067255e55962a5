import type { PaymentMethod, PaymentStatus } from '#lib/codes.ts'

/** What a notice of the payment step says. */
export interface Message {
  tone: 'success' | 'warning' | 'error' | 'plain'
  title: string
  text: string
}

export const PENDING: Message = {
  tone: 'plain',
  title: 'Your payment is on its way',
  text: 'The payment provider hasn’t sent us the result yet. You don’t need to pay again, and you can close this page.',
}

/** The outcome of an attempt whose money has not arrived. */
export const ATTEMPTS: Record<
  Exclude<PaymentStatus, 'PAID'>,
  (what: string, kept: string, method: PaymentMethod) => Message & { again?: string }
> = {
  CREATED: () => ({
    tone: 'plain',
    title: 'You haven’t paid yet',
    text: 'You opened the payment page, but nothing has been charged. You can go back to it at any time.',
  }),
  PENDING: () => PENDING,
  FAILED: (what, kept, method) => ({
    tone: 'error',
    title:
      method === 'POLI'
        ? 'Your online banking payment didn’t go through'
        : 'Your payment didn’t go through',
    text: `Nothing was charged, and ${kept}.`,
    again:
      method === 'POLI'
        ? `Try your bank again, or pay the ${what} by card or bank transfer.`
        : 'Try again with the same card or another one.',
  }),
  CANCELLED: (_what, kept) => ({
    tone: 'warning',
    title: 'You cancelled the payment',
    text: `Nothing was charged, and ${kept}.`,
    again: 'You can try again when you’re ready.',
  }),
  EXPIRED: (_what, kept) => ({
    tone: 'warning',
    title: 'The payment page has expired',
    text: `Nothing was charged, and ${kept}.`,
    again: 'Please start the payment again.',
  }),
  NEEDS_REVIEW: (what) => ({
    tone: 'warning',
    title: 'We’re checking your payment',
    text: `We’re checking your ${what} with the bank. Please don’t pay again.`,
  }),
  REFUNDED: (what) => ({
    tone: 'plain',
    title: 'Your payment was refunded',
    text: `We’ve refunded it the way you paid. If you still want the car, pay the ${what} again.`,
  }),
  CHARGED_BACK: (what) => ({
    tone: 'warning',
    title: 'Your bank has reversed this payment',
    text: `The ${what} is due again. Pay it to keep the car, or call us.`,
  }),
}
