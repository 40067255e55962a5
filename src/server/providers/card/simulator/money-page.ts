import { html } from 'hono/html'
import { formatMoney } from '#lib/shared/money.ts'
import type { Html } from '../../payment-simulator/page-frame.ts'
import { disputeJson, payoutJson, refundJson } from './money-wire.ts'
import type { Session, Store } from './store.ts'

/** Sends the shop an event: its type and its object. */
type Tell = (type: string, object: object) => Promise<void>

/** The events after a payment, by the name of their button. */
const ACTS: Record<
  string,
  { label: string; run(store: Store, of: Session, nowS: number, tell: Tell): Promise<void> }
> = {
  'refunds-wait': {
    label: 'Refunds stay pending',
    run: async (store, { paymentIntent }) => store.planRefunds(paymentIntent, 'pending'),
  },
  'refund-arrives': {
    label: 'The refund arrives',
    run: (store, session, _nowS, tell) => endRefunds(store, session, 'succeeded', tell),
  },
  'refund-fails': {
    label: 'The refund fails',
    run: (store, session, _nowS, tell) => endRefunds(store, session, 'failed', tell),
  },
  dispute: {
    label: 'The buyer’s bank disputes it',
    async run(store, session, nowS, tell) {
      const id = store.insertDispute(session.paymentIntent, session.amountCents, nowS)
      await tell('charge.dispute.created', disputeJson(store.findDispute(id)!, session, false))
    },
  },
  'dispute-won': {
    label: 'The shop wins the dispute',
    run: (store, session, _nowS, tell) => decideDispute(store, session, 'won', tell),
  },
  'dispute-lost': {
    label: 'The shop loses the dispute',
    run: (store, session, _nowS, tell) => decideDispute(store, session, 'lost', tell),
  },
  payout: {
    label: 'Pay out to the shop',
    run: (store, session, nowS, tell) => payOut(store, session, 'paid', nowS, tell),
  },
  'payout-fails': {
    label: 'A payout fails',
    run: (store, session, nowS, tell) => payOut(store, session, 'failed', nowS, tell),
  },
}

async function endRefunds(
  store: Store,
  { paymentIntent }: Session,
  status: 'succeeded' | 'failed',
  tell: Tell,
): Promise<void> {
  for (const { refundId } of store.refundsOf(paymentIntent).slice(0, 1)) {
    store.endRefund(refundId, status)
    const type = status === 'failed' ? 'refund.failed' : 'refund.updated'
    await tell(type, refundJson(store.findRefund(refundId)!))
  }
}

async function decideDispute(store: Store, session: Session, status: string, tell: Tell) {
  for (const { disputeId } of store.disputesOf(session.paymentIntent).slice(0, 1)) {
    store.setDispute(disputeId, status)
    await tell('charge.dispute.closed', disputeJson(store.findDispute(disputeId)!, session, false))
  }
}

async function payOut(store: Store, session: Session, status: string, nowS: number, tell: Tell) {
  const id = store.insertPayout(session.amountCents, status, nowS)
  await tell(`payout.${status}`, payoutJson(store.findPayout(id)!))
}

/** Runs the action of a button; `false` if it is not one of these. */
export async function actOnMoney(
  outcome: string | null,
  session: Session,
  { store, nowS, tell }: { store: Store; nowS: number; tell: Tell },
): Promise<boolean> {
  const act = session.isPaid && ACTS[outcome ?? '']
  if (!act) return false
  await act.run(store, session, nowS, tell)
  return true
}

/** The events of a payment since, and the buttons. */
export const moneyPart = (session: Session, store: Store): Html => html`
  <h2>What happens next</h2>
  <ul>
    ${store
      .refundsOf(session.paymentIntent)
      .map(
        ({ amountCents, status }) =>
          html`<li>Refund of ${formatMoney(amountCents)}: ${status}</li>`,
      )}
    ${store
      .disputesOf(session.paymentIntent)
      .map(
        ({ amountCents, status }) =>
          html`<li>Dispute about ${formatMoney(amountCents)}: ${status.replaceAll('_', ' ')}</li>`,
      )}
  </ul>
  <form method="post">
    ${Object.entries(ACTS).map(
      ([outcome, { label }]) => html`<button name="outcome" value="${outcome}">${label}</button>`,
    )}
  </form>
`
