import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import { formatMoney } from '#lib/domain/money.ts'
import { basePath } from '#lib/site-paths.ts'
import { NOTICES } from './notices.ts'
import {
  framePage,
  leftPage,
  pageHeaders,
  RETURNS,
  simulationPart,
  type Html,
} from './page-frame.ts'
import type { Session, Store } from './store.ts'

const DECLINED = 'Your card was declined.'

export interface PageOptions {
  store: Store
  siteUrl: string
  /** Closes sessions whose time is over. */
  expireOverdue: () => Promise<void>
  /** Told of a session that was paid; answers when the buyer may go back to the shop. */
  onPaid: (session: Session) => Promise<void>
}

/**
 * The provider's own pages, where a buyer pays: plain forms, no script. They are served below the shop's
 * address, so that they are reached however the shop is reached, but look like somebody else's.
 */
export function cardPages({ store, siteUrl, expireOverdue, onPaid }: PageOptions): Hono {
  const app = new Hono().basePath(`${basePath(new URL(siteUrl).pathname)}/demo/card`)
  const headers = pageHeaders(siteUrl)
  app.use(bodyLimit({ maxSize: 4096 }))
  app.use(async (c, next) => {
    await expireOverdue()
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })
  const missing = (c: Context) => c.html(page('Payment page not found', missingPage), 404)
  app.notFound(missing)

  app.get('/:sessionId', (c) => {
    const session = store.findSession(c.req.param('sessionId'))
    if (!session) return missing(c)
    return c.html(pageOf(session))
  })

  app.post('/:sessionId', async (c) => {
    const session = store.findSession(c.req.param('sessionId'))
    if (!session) return missing(c)
    const form = new URLSearchParams(await c.req.text())
    const choice = (name: string, choices: object) => {
      const value = form.get(name) ?? ''
      return Object.hasOwn(choices, value) ? value : 'usual'
    }
    const { sessionId, order } = session
    const comesBack = choice('return', RETURNS)
    store.setBehaviour(sessionId, choice('notice', NOTICES), comesBack)

    switch (form.get('outcome')) {
      case 'pay': {
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
    // Shown again, by a request that may be repeated.
    return c.redirect(c.req.path, 303)
  })
  return app
}

const pageOf = (session: Session): Html => {
  if (session.status === 'complete') return page('Payment complete', paidPage(session))
  if (session.status === 'expired') return page('Payment page closed', closedPage)
  const title = session.declineReason ? 'Card declined' : 'Pay by card'
  return page(title, payPage(session))
}

const page = (title: string, body: Html): Html => framePage('Simulated card provider', title, body)

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

const paidPage = (session: Session): Html => html`
  <h1>This payment is complete</h1>
  <p class="amount">${amount(session)}</p>
  <p>
    <a href="${session.order.successUrl.replace('{CHECKOUT_SESSION_ID}', session.sessionId)}"
      >Back to the shop</a
    >
  </p>
`

const closedPage: Html = html`
  <h1>This payment page is closed</h1>
  <p>
    It was cancelled, or its time ran out. No money was taken. Start the payment again in the shop.
  </p>
`

const missingPage: Html = html`
  <h1>There is no such payment page</h1>
  <p>Start the payment again in the shop.</p>
`
