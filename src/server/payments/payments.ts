import { setTimeout as delay } from 'node:timers/promises'
import { paymentName } from '#lib/payments/labels.ts'
import type { startPoliPayment, startStripePayment } from '#lib/payments/calls.ts'
import type { PaymentMethod, PaymentType } from '#lib/codes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { paymentFacts } from '#lib/payments/deal-sums.ts'
import type { z } from '#lib/shared/zod.ts'
import { findCustomer } from '#server/customers/queries.ts'
import type { PaymentRow } from './tables.ts'
import {
  findLivePayment,
  findPayment,
  insertPayment,
  leasePayment,
  LIVE,
  updatePayment,
} from './queries.ts'
import { findJourney, lockJourney } from '#server/journeys/queries.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { ApiProblem, conflict, notFound } from '#server/platform/http/api-problem.ts'
import { ProviderRefusal, ProviderUnavailable } from '#server/providers/ask.ts'
import { DEPOSIT_OVERDUE, isDepositOverdue } from './deposit-deadline.ts'
import { visibleJourney } from '#server/journeys/access.ts'
import { dueCents, findDeal, payFacts, payRefusal, type Deal } from '#server/journeys/deal.ts'
import { PAY_METHODS, type PayOrder } from './providers.ts'
import { spendDaily } from '#server/platform/http/daily-limits.ts'
import { closeAttempt } from './close-attempts.ts'
import { firstCheckAt } from './check-times.ts'
import { settlePayment } from './settle.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

/** The provider's page stays open for half an hour, the shortest it allows, plus a minute for the request. */
const PAGE_LIFETIME_MS = 31 * MINUTE_MS
/** A page that closes sooner than this is replaced by a new one. */
const PAGE_LEFT_MS = 5 * MINUTE_MS
/** Longer than a call to the provider may take. */
const LEASE_MS = 20_000
const POLL_MS = 50

interface PaymentRequest {
  purchaseJourneyId: string
  paymentType: PaymentType
}

/** An attempt to pay, and the deal it is for. */
interface Attempt {
  payment: PaymentRow
  deal: Deal
  /** Begun for this request. */
  isNew: boolean
}

const unavailable = (method: PaymentMethod) =>
  new ApiProblem(
    503,
    'Unavailable',
    `${PAY_METHODS[method].providerName} cannot be reached right now. Nothing was paid. Please try again.`,
  )

/** Starts a payment by card, as {@link startPayment}. */
export async function startCardPayment(
  deps: Deps,
  actor: Actor,
  wanted: PaymentRequest,
): Promise<z.output<typeof startStripePayment.answer>> {
  const payment = await startPayment(deps, actor, 'STRIPE', wanted)
  return {
    paymentId: payment.payment_id,
    sessionId: payment.provider_reference!,
    redirectUrl: payment.provider_url!,
    amountCents: payment.amount_cents,
    currency: 'nzd',
    expiresAt: payment.expires_at!,
  }
}

/** Starts a payment by bank, as {@link startPayment}. */
export async function startBankPayment(
  deps: Deps,
  actor: Actor,
  wanted: PaymentRequest,
): Promise<z.output<typeof startPoliPayment.answer>> {
  const payment = await startPayment(deps, actor, 'POLI', wanted)
  return {
    paymentId: payment.payment_id,
    token: payment.provider_reference!,
    navigateUrl: payment.provider_url!,
    amountCents: payment.amount_cents,
  }
}

/**
 * Opens a provider's page for the amount due. An open page for the same amount is returned again, so each method
 * has one page however often it is requested.
 *
 * @throws {ApiProblem} 404, 409 when nothing can be paid or the lender refuses what it is for, 503 when the provider cannot be reached.
 */
async function startPayment(
  deps: Deps,
  actor: Actor,
  method: PaymentMethod,
  { purchaseJourneyId, paymentType }: PaymentRequest,
): Promise<PaymentRow> {
  await visibleJourney(deps.db, actor, purchaseJourneyId)
  if (!PAY_METHODS[method].isOn(deps)) throw unavailable(method)
  try {
    // A round without a page ends an attempt that cannot be used; the next round begins another.
    for (let round = 0; round < 5; round++) {
      const attempt = await claimAttempt(deps, purchaseJourneyId, paymentType, method)
      const opened = await openPage(deps, attempt)
      const current = opened?.isNew
        ? opened.payment
        : await settlePayment(deps, attempt.payment.payment_id)
      if (!current || !LIVE.includes(current.status)) continue
      const leftMs = Date.parse(current.expires_at!) - deps.now().getTime()
      // While the page was opened, the lender may have refused, or staff changed what is due.
      const deal = await findDeal(deps.db, (await findJourney(deps.db, purchaseJourneyId))!)
      const refusal = refusalOf(deps, deal, paymentType)
      const isDue = current.amount_cents === dueCents(deal, paymentType)
      if (refusal === null && isDue && leftMs > PAGE_LEFT_MS) return current
      await closeAttempt(deps, current)
      if (refusal !== null) throw conflict(refusal)
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ err: error, purchaseJourneyId }, 'no payment page could be opened')
  }
  throw unavailable(method)
}

/** The one live attempt for a payment: the existing one, or a new one for the amount the journey owes. */
async function claimAttempt(
  deps: Deps,
  purchaseJourneyId: string,
  type: PaymentType,
  method: PaymentMethod,
): Promise<Attempt> {
  const now = deps.now()
  return deps.db.transaction().execute(async (trx) => {
    const journey = await lockJourney(trx, purchaseJourneyId)
    if (!journey) throw notFound()
    const deal = await findDeal(trx, journey)
    const refusal = refusalOf(deps, deal, type)
    if (refusal !== null) throw conflict(refusal)
    const live = await findLivePayment(trx, { purchaseJourneyId, type, method })
    if (live) return { payment: live, deal, isNew: false }
    // An open page keeps the car reserved, so none is opened after the deadline.
    if (isDepositOverdue(deal, now)) throw conflict(DEPOSIT_OVERDUE)
    await spendDaily(deps, trx, 'LIMIT_PAYMENT_PAGES_PER_DAY', purchaseJourneyId)
    const payment = await insertPayment(trx, {
      payment_id: deps.newId(),
      purchase_journey_id: purchaseJourneyId,
      type,
      method,
      source: PAY_METHODS[method].source,
      amount_cents: dueCents(deal, type),
      currency: 'nzd',
      provider_reference: null,
      provider_url: null,
      provider_payment: null,
      status: 'CREATED',
      duplicate: 0,
      review_reason: null,
      expires_at: new Date(now.getTime() + PAGE_LIFETIME_MS).toISOString(),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      next_check_at: firstCheckAt(deps),
      checks: 0,
      leased_until: null,
    })
    if (!payment) throw conflict('We’re already starting a payment. Please wait a moment.')
    return { payment, deal, isNew: true }
  })
}

/** Why nothing can be paid now, as the customer reads it; `null` where it can be. */
function refusalOf(deps: Deps, deal: Deal, type: PaymentType): string | null {
  const { canPayDeposit, canPayBalance } = paymentFacts(payFacts(deal))
  return (type === 'DEPOSIT' ? canPayDeposit : canPayBalance)
    ? payRefusal(deal, aucklandDay(deps.now()))
    : nothingDue(deal, type)
}

/** The same where the purchase takes no such payment. */
function nothingDue(deal: Deal, type: PaymentType): string {
  const facts = payFacts(deal)
  const what = type === 'DEPOSIT' ? 'deposit' : 'balance'
  if (facts.pending.includes(type)) return `A payment of the ${what} is already on its way.`
  if (facts.status === 'STARTED') return 'Please confirm the purchase before you pay.'
  if (facts.status === 'NOCARAVAIL')
    return 'There’s no car for this purchase yet. There’s nothing to pay until we’ve found one.'
  if (facts.status !== 'CONFIRMED' && facts.status !== 'AGREEMENT')
    return 'This purchase is closed, so there’s nothing to pay.'
  if (type === 'BALANCE' && dueCents(deal, 'DEPOSIT') > 0) return 'Please pay the deposit first.'
  return dueCents(deal, type) === 0
    ? `The ${what} is paid, or none is due.`
    : `The ${what} can’t be paid online right now.`
}

/**
 * Opens the page of an attempt at the provider. Of several requests at once one opens it; the others wait for it.
 *
 * @returns `null` when the attempt has ended.
 * @throws {ProviderUnavailable} If the provider gives no answer, or will not take the order.
 */
async function openPage(
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
        methodOf(current).providerName,
        new Error('the page was not opened in time'),
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
    // The attempt has ended: the buyer has not seen the page, and must not pay on it.
    await method.close(deps, page.reference)
    return null
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) {
      // The page may have been opened. The next request uses the same key and gets the same page.
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
    // An earlier attempt may only be too old; a refused new one stays refused.
    if (isNew) throw new ProviderUnavailable(method.providerName, error)
    return null
  }
}

async function orderFor(
  deps: Deps,
  payment: PaymentRow,
  { journey, currentQuote }: Deal,
): Promise<PayOrder> {
  const customer = await findCustomer(deps.db, journey.customer_id)
  return {
    payment,
    description: `${paymentName(payment.type, currentQuote.payOption)} – ${currentQuote.vehicle.variantName}`,
    customerEmail: customer!.email,
  }
}

/** The method of a payment that is made on a provider's page. */
const methodOf = ({ method }: PaymentRow) => PAY_METHODS[method!]
