/** The events that an endpoint can subscribe to, each with its occasion. */
export const WEBHOOK_EVENTS = {
  'purchase.status-changed': 'a purchase has another status',
  'agreement.accepted': 'the sale agreement is accepted',
  'delivery.changed': 'the delivery has reached another stage, or is expected at another time',
  'hand-over.changed': 'the appointment for the hand-over is made, moved or cancelled',
  'finance.decided': 'a finance application has an answer, or another one',
  'payment.settled': 'a deposit, a balance or what a lender pays has come',
  'payment.refunded': 'a payment was sent back',
  'payment.refund-failed': 'a refund did not go through, and the money is still with the shop',
  'payment.disputed':
    'the customer’s bank asks a payment back (`OPEN`), or has decided about it (`WON`, `LOST`)',
  'booking.made': 'a service is booked',
  'booking.changed': 'a service booking has another time, service or dealer',
  'booking.cancelled': 'a service booking is cancelled',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
