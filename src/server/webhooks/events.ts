/** The events that an endpoint can subscribe to, each with its occasion. */
export const WEBHOOK_EVENTS = {
  'purchase.status-changed': 'the status of a purchase changes',
  'agreement.accepted': 'the sale agreement is accepted',
  'delivery.changed': 'the delivery reaches another stage, or its expected date changes',
  'hand-over.changed': 'the appointment for the hand-over is made, moved or cancelled',
  'finance.decided': 'a finance application gets a decision, or a new one',
  'payment.settled': 'a deposit, a balance or a lender’s payment has arrived',
  'payment.refunded': 'a payment was refunded',
  'payment.refund-failed': 'a refund failed, and the shop still has the money',
  'payment.disputed':
    'the customer’s bank disputes a payment (`OPEN`), or has decided a dispute (`WON`, `LOST`)',
  'booking.made': 'a service is booked',
  'booking.changed': 'the time, service or dealer of a service booking changes',
  'booking.cancelled': 'a service booking is cancelled',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
