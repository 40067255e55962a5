import { setTimeout as delay } from 'node:timers/promises'
import type { PaymentType } from '#lib/contract/shapes/codes.ts'
import { findCustomer } from '../db/customers.ts'
import type { PaymentRow } from '../db/tables/payment.ts'
import { findPayment, leasePayment, LIVE, updatePayment } from '../db/payments.ts'
import type { Deps } from '../deps.ts'
import { ProviderRefusal, ProviderUnavailable } from '../providers/ask.ts'
import type { Deal } from './deal.ts'
import { PAY_METHODS, type PayOrder } from './pay-methods.ts'
import { settlePayment } from './settle.ts'

/** Longer than a call to the provider may take. */
const LEASE_MS = 20_000
const POLL_MS = 50

/** A try at paying, and the deal it is for. */
export interface Attempt {
  payment: PaymentRow
  deal: Deal
  /** Begun for this request. */
  isNew: boolean
}

/**
 * The attempt with its page at the provider. Of many requests at once one opens it; the others wait for it.
 *
 * @returns `null` when the attempt has come to its end.
 * @throws {ProviderUnavailable} If the provider gives no answer, or will not take the order.
 */
export async function openPage(
  deps: Deps,
  attempt: Attempt,
): Promise<{ payment: PaymentRow; isNew: boolean } | null> {
  const deadlineMs = performance.now() + LEASE_MS
  for (let current: PaymentRow | null = attempt.payment; current;) {
    if (!LIVE.includes(current.status)) return null
    if (current.provider_reference !== null) return { payment: current, isNew: false }
    const { payment_id } = current
    const nowMs = deps.now().getTime()
    const until = new Date(nowMs + LEASE_MS).toISOString()
    if (await leasePayment(deps.db, payment_id, new Date(nowMs).toISOString(), until))
      return createPage(deps, attempt)
    if (performance.now() > deadlineMs)
      throw new ProviderUnavailable(
        methodOf(current).what,
        new Error('nobody has opened the page in time'),
      )
    await delay(POLL_MS)
    current = await findPayment(deps.db, payment_id)
  }
  return null
}

async function createPage(
  deps: Deps,
  { payment, deal, isNew }: Attempt,
): Promise<{ payment: PaymentRow; isNew: true } | null> {
  const { payment_id } = payment
  const method = methodOf(payment)
  const updated_at = deps.now().toISOString()
  try {
    const page = await method.open(deps, await orderFor(deps, payment, deal))
    const opened = await updatePayment(deps.db, payment_id, LIVE, {
      provider_reference: page.reference,
      provider_url: page.url,
      leased_until: null,
      updated_at,
    })
    if (opened) return { payment: opened, isNew: true }
    // Given up meanwhile: nobody has seen the page, and nobody shall pay on it.
    await method.close(deps, page.reference)
    return null
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) {
      // Perhaps it was opened. The next request asks with the same key, and gets the same page.
      await updatePayment(deps.db, payment_id, LIVE, { leased_until: null, updated_at })
      throw error
    }
    deps.log.error({ err: error, paymentId: payment_id }, 'the provider refused an order')
    await updatePayment(deps.db, payment_id, LIVE, {
      status: 'FAILED',
      next_check_at: null,
      leased_until: null,
      updated_at,
    })
    // An attempt from before may merely be too old; a new one is refused for good.
    if (isNew) throw new ProviderUnavailable(method.what, error)
    return null
  }
}

const WHAT: Record<PaymentType, string> = { DEPOSIT: 'Deposit', BALANCE: 'Balance' }

async function orderFor(
  deps: Deps,
  payment: PaymentRow,
  { journey, currentQuote }: Deal,
): Promise<PayOrder> {
  const customer = await findCustomer(deps.db, journey.customer_id)
  return {
    payment,
    description: `${WHAT[payment.type]} – ${currentQuote.vehicle.variantName}`,
    customerEmail: customer!.email,
  }
}

/** The method of a payment that is made on somebody's page. */
const methodOf = ({ method }: PaymentRow) => PAY_METHODS[method!]

/**
 * Ends an attempt that is not wanted any more: its page is closed at the provider, then the truth is asked.
 *
 * @returns The payment as it is then: paid after all, when the buyer was faster.
 */
export async function closeAttempt(deps: Deps, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.provider_reference !== null)
    await methodOf(payment).close(deps, payment.provider_reference)
  return (await settlePayment(deps, payment.payment_id, { isCancelled: true }))!
}
