import type { Hono } from 'hono'
import { html } from 'hono/html'
import { formatMoney } from '#lib/shared/money.ts'
import {
  behaviourIn,
  leftPage,
  providerPages,
  simulationPart,
  type Html,
  type PagesOptions,
} from '../../payment-simulator/page-frame.ts'
import { actOnMoney, moneyPart } from './money-page.ts'
import type { Lab } from '#server/lab-state.ts'
import type { Session, Store } from './store.ts'

const DECLINED = 'Your card was declined.'

interface CardPagesOptions extends PagesOptions {
  store: Store
  /** Called when a session was paid; resolves when the buyer may go back to the shop. */
  onPaid: (session: Session) => Promise<void>
  /** Sends the shop an event of a refund, a dispute or a payout. */
  tell: (type: string, object: object, notice: string) => Promise<void>
  now: () => Date
  lab?: Lab
}

/** The pages where a buyer pays by card. */
export function cardPages({ store, onPaid, tell, now, lab, ...options }: CardPagesOptions): Hono {
  const { app, page, missing } = providerPages('/demo/card', 'Simulated card provider', options)

  app.get('/:sessionId', (c) => {
    const session = store.findSession(c.req.param('sessionId'))
    return session ? c.html(page(titleOf(session), bodyOf(session, store))) : missing(c)
  })

  app.post('/:sessionId', async (c) => {
    const session = store.findSession(c.req.param('sessionId'))
    if (!session) return missing(c)
    const form = new URLSearchParams(await c.req.text())
    const { sessionId, order } = session
    const { notice, comesBack } = behaviourIn(form)
    store.setBehaviour(sessionId, notice, comesBack)
    const nowS = Math.floor(now().getTime() / 1000)
    if (
      await actOnMoney(form.get('outcome'), session, {
        store,
        nowS,
        tell: (type, object) => tell(type, object, notice),
      })
    )
      return c.redirect(c.req.path, 303)

    switch (form.get('outcome')) {
      case 'pay': {
        if (lab?.declinesNext) {
          lab.declinesNext = false
          store.declineSession(sessionId, DECLINED)
          break
        }
        const paid = store.endSession(sessionId, 'complete')
        if (!paid) break
        await onPaid(paid)
        if (comesBack === 'never') return c.html(page('Payment taken', leftPage))
        return c.redirect(order.successUrl.replace('{CHECKOUT_SESSION_ID}', sessionId), 303)
      }
      case 'decline':
        store.declineSession(sessionId, DECLINED)
        break
      case 'cancel':
        if (order.cancelUrl && comesBack !== 'never') return c.redirect(order.cancelUrl, 303)
        return c.html(page('Payment page left', leftPage))
    }
    // Redirects to the page, so that a reload repeats no payment.
    return c.redirect(c.req.path, 303)
  })
  return app
}

const titleOf = ({ status, declineReason }: Session): string => {
  if (status === 'complete') return 'Payment complete'
  if (status === 'expired') return 'Payment page closed'
  return declineReason ? 'Card declined' : 'Pay by card'
}

const bodyOf = (session: Session, store: Store): Html => {
  if (session.status === 'complete') return paidPage(session, store)
  return session.status === 'expired' ? closedPage : payPage(session)
}

const amount = ({ amountCents, currency }: Session): string =>
  `${formatMoney(amountCents)} ${currency.toUpperCase()}`

const payPage = (session: Session): Html => html`
  <h1>Pay by card</h1>
  ${
    session.declineReason
      ? html`<div class="declined" role="alert" tabindex="-1" autofocus>
          <p><strong>${session.declineReason}</strong></p>
          <p>No money was taken. You can try again, or cancel and go back to the shop.</p>
        </div>`
      : ''
  }
  <p class="amount">${amount(session)}</p>
  <dl>
    <div>
      <dt>For</dt>
      <dd>${session.order.description}</dd>
    </div>
    <div>
      <dt>Reference</dt>
      <dd>${session.order.metadata.paymentId ?? session.order.clientReferenceId ?? ''}</dd>
    </div>
    ${
      session.order.customerEmail
        ? html`<div>
            <dt>Receipt to</dt>
            <dd>${session.order.customerEmail}</dd>
          </div>`
        : ''
    }
  </dl>
  <form method="post">
    <button name="outcome" value="pay" class="main">Pay successfully</button>
    <button name="outcome" value="decline">Decline</button>
    <button name="outcome" value="cancel">Cancel</button>
    ${simulationPart(session.notice, session.comesBack)}
  </form>
`

const paidPage = (session: Session, store: Store): Html => html`
  <h1>This payment is complete</h1>
  <p class="amount">${amount(session)}</p>
  <p>
    <a href="${session.order.successUrl.replace('{CHECKOUT_SESSION_ID}', session.sessionId)}"
      >Back to the shop</a
    >
  </p>
  ${moneyPart(session, store)}
`

const closedPage: Html = html`
  <h1>This payment page is closed</h1>
  <p>
    It was cancelled, or its time ran out. No money was taken. Start the payment again in the shop.
  </p>
`
