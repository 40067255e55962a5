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
import { ACTIVE, type BankStore, type Order, type Transfer } from './store.ts'

/** The payment page, below the shop's address because the simulator has none of its own. */
export const pageUrl = (token: string, siteUrl: string): string =>
  `${siteUrl}/demo/bank/?${new URLSearchParams({ Token: token })}`

interface BankPagesOptions extends PagesOptions {
  store: BankStore
  nowS: () => number
  /** Called when a payment has ended; resolves when the buyer may go back to the shop. */
  onEnded: (transfer: Transfer) => Promise<void>
}

/** The buttons: the resulting status, whether it is paid, and the shop's address to go to. */
const OUTCOMES: Record<string, { status: string; isPaid: boolean; to: keyof Order }> = {
  pay: { status: 'Completed', isPaid: true, to: 'SuccessURL' },
  decline: { status: 'Failed', isPaid: false, to: 'FailureURL' },
  cancel: { status: 'Cancelled', isPaid: false, to: 'CancellationURL' },
  unverified: { status: 'ReceiptUnverified', isPaid: false, to: 'FailureURL' },
}

/** The pages where a buyer pays by bank. */
export function bankPages({ store, nowS, onEnded, ...options }: BankPagesOptions): Hono {
  const { app, page, missing } = providerPages('/demo/bank', 'Simulated online banking', options)

  app.get('/', (c) => {
    const transfer = store.find(c.req.query('Token') ?? '')
    return transfer ? c.html(page(titleOf(transfer), bodyOf(transfer))) : missing(c)
  })

  app.post('/', async (c) => {
    const transfer = store.find(c.req.query('Token') ?? '')
    if (!transfer) return missing(c)
    const form = new URLSearchParams(await c.req.text())
    const { token, order, amountCents } = transfer
    const { notice, comesBack } = behaviourIn(form)
    store.setBehaviour(token, notice, comesBack)
    const wanted = form.get('outcome') ?? ''
    const outcome = Object.hasOwn(OUTCOMES, wanted) ? OUTCOMES[wanted]! : null
    const ended =
      outcome && store.end(token, outcome.status, outcome.isPaid ? amountCents : 0, nowS())
    // Redirects to the page, so that a reload repeats no payment.
    if (!outcome || !ended) return c.redirect(pageUrl(token, options.siteUrl), 303)
    await onEnded(ended)
    if (comesBack === 'never') return c.html(page('Payment page left', leftPage))
    return c.redirect(withToken(order[outcome.to], token), 303)
  })
  return app
}

/** An address of the shop with the token added, encoded once. */
const withToken = (url: string, token: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`

const titleOf = ({ status, paidCents }: Transfer): string => {
  if (status === ACTIVE) return 'Pay by bank'
  return paidCents > 0 ? 'Payment complete' : 'Payment page closed'
}

const bodyOf = (transfer: Transfer): Html =>
  transfer.status === ACTIVE ? payPage(transfer) : endedPage(transfer)

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
