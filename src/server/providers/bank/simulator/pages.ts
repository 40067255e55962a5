import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import { formatMoney } from '#lib/domain/money.ts'
import { basePath } from '#lib/site-paths.ts'
import { NOTICES } from '../../card/simulator/notices.ts'
import {
  framePage,
  leftPage,
  pageHeaders,
  RETURNS,
  simulationPart,
  type Html,
} from '../../card/simulator/page-frame.ts'
import { ACTIVE, type BankStore, type Order, type Transfer } from './store.ts'

/** Where the buyer pays: below the shop's own address, because the simulator has none of its own. */
export const pageUrl = (token: string, siteUrl: string): string =>
  `${siteUrl}/demo/bank/?${new URLSearchParams({ Token: token })}`

export interface PageOptions {
  store: BankStore
  siteUrl: string
  nowS: () => number
  /** Closes pages whose time is over. */
  expireOverdue: () => Promise<void>
  /** Told of a payment that has ended; answers when the buyer may go back to the shop. */
  onEnded: (transfer: Transfer) => Promise<void>
}

/** What each button does: the status it ends in, what is paid, and which of the shop's addresses it leads to. */
const OUTCOMES: Record<string, { status: string; isPaid: boolean; to: keyof Order }> = {
  pay: { status: 'Completed', isPaid: true, to: 'SuccessURL' },
  decline: { status: 'Failed', isPaid: false, to: 'FailureURL' },
  cancel: { status: 'Cancelled', isPaid: false, to: 'CancellationURL' },
  unverified: { status: 'ReceiptUnverified', isPaid: false, to: 'FailureURL' },
}

/** The provider's own pages, where a buyer pays by bank: plain forms, no script. */
export function bankPages({ store, siteUrl, nowS, expireOverdue, onEnded }: PageOptions): Hono {
  const app = new Hono({ strict: false }).basePath(
    `${basePath(new URL(siteUrl).pathname)}/demo/bank`,
  )
  const headers = pageHeaders(siteUrl)
  app.use(bodyLimit({ maxSize: 4096 }))
  app.use(async (c, next) => {
    await expireOverdue()
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  })
  const missing = (c: Context) => c.html(page('Payment page not found', missingPage), 404)
  app.notFound(missing)

  app.get('/', (c) => {
    const transfer = store.find(c.req.query('Token') ?? '')
    return transfer ? c.html(pageOf(transfer)) : missing(c)
  })

  app.post('/', async (c) => {
    const transfer = store.find(c.req.query('Token') ?? '')
    if (!transfer) return missing(c)
    const form = new URLSearchParams(await c.req.text())
    const choice = (name: string, choices: object) => {
      const value = form.get(name) ?? ''
      return Object.hasOwn(choices, value) ? value : 'usual'
    }
    const { token, order, amountCents } = transfer
    const comesBack = choice('return', RETURNS)
    store.setBehaviour(token, choice('notice', NOTICES), comesBack)
    const wanted = form.get('outcome') ?? ''
    const outcome = Object.hasOwn(OUTCOMES, wanted) ? OUTCOMES[wanted]! : null
    const ended =
      outcome && store.end(token, outcome.status, outcome.isPaid ? amountCents : 0, nowS())
    // Shown again, by a request that may be repeated.
    if (!outcome || !ended) return c.redirect(pageUrl(token, siteUrl), 303)
    await onEnded(ended)
    if (comesBack === 'never') return c.html(page('Payment page left', leftPage))
    return c.redirect(withToken(order[outcome.to], token), 303)
  })
  return app
}

/** An address of the shop with the token added, encoded once. */
const withToken = (url: string, token: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`

const page = (title: string, body: Html): Html => framePage('Simulated bank payment', title, body)

const pageOf = (transfer: Transfer): Html => {
  if (transfer.status === ACTIVE) return page('Pay by bank', payPage(transfer))
  if (transfer.paidCents > 0) return page('Payment complete', endedPage(transfer))
  return page('Payment page closed', endedPage(transfer))
}

const amount = ({ amountCents }: Transfer): string => `${formatMoney(amountCents)} NZD`

const payPage = (transfer: Transfer): Html => html`
  <h1>Pay by bank</h1>
  <p class="amount">${amount(transfer)}</p>
  <dl>
    <div>
      <dt>Reference</dt>
      <dd>${transfer.order.MerchantReference}</dd>
    </div>
    <div>
      <dt>Transaction</dt>
      <dd>${transfer.refNo}</dd>
    </div>
  </dl>
  <form method="post">
    <button name="outcome" value="pay" class="main">Pay successfully</button>
    <button name="outcome" value="decline">Decline</button>
    <button name="outcome" value="cancel">Cancel</button>
    <button name="outcome" value="unverified">Leave without a bank receipt</button>
    ${simulationPart(transfer.notice, transfer.comesBack)}
  </form>
`

const endedPage = (transfer: Transfer): Html => html`
  <h1>${transfer.paidCents > 0 ? 'This payment is complete' : 'This payment page is closed'}</h1>
  <p class="amount">${amount(transfer)}</p>
  <p><a href="${withToken(transfer.order.SuccessURL, transfer.token)}">Back to the shop</a></p>
`

const missingPage: Html = html`
  <h1>There is no such payment page</h1>
  <p>Start the payment again in the shop.</p>
`
