import { setImmediate } from 'node:timers/promises'
import type { Quote, QuoteFinance } from '#lib/quotes/shapes.ts'
import { isFinance, payKind } from '#lib/payments/pay-options.ts'
import { HELD, promiseOutcome, withCredit, type PromiseFacts } from '#lib/pricing/price-promise.ts'
import type { PricingCatalogue } from '#lib/pricing/pricing-catalogue.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { aucklandInstant } from '#lib/service/times.ts'
import { borrowed } from '#lib/trade-in/trade-in-deposit.ts'
import type { Deps } from '#server/deps.ts'
import { amountDue } from '#server/journeys/amount-due.ts'
import {
  dueCents,
  findDeal,
  findDeals,
  lenderPaid,
  sumsOf,
  type Deal,
} from '#server/journeys/deal.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import { closePaymentPages } from '#server/payments/close-attempts.ts'
import { fitTransfers } from '#server/payments/transfer-parts.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { storeCurrentQuote } from '#server/quotes/current-quote.ts'
import { columnsOf } from '#server/quotes/queries.ts'
import { onSale } from '#server/quotes/quote-pricing.ts'
import { listJourneysIn } from '#server/staff/work-list-queries.ts'
import { doAll } from '#server/platform/database/batches.ts'
import { priceCreditMail } from './price-mails.ts'
import {
  dropFallsWithin,
  hasSettledFall,
  insertPriceCredit,
  listPriceCredits,
  lowestUncredited,
} from './price-credit-queries.ts'
import type { PriceCreditTable } from './tables.ts'

const BATCH = 100

/** How long a lower price has to stand: one of a moment, published by mistake or by going back, makes nothing cheaper. */
const STANDS_MS = HOUR_MS

/**
 * When a lower price has stood for long enough to be credited. One that was there as the purchase was confirmed is that of
 * a process which has not been replaced yet, and that of an offer may have begun with the day.
 */
export function standsFrom(deps: Deps, { journey, currentQuote }: Deal): Date {
  const priceAt = (instant: Date) =>
    priceToday(onSale({ ...deps, now: () => instant }), currentQuote) ?? Infinity
  const now = deps.now()
  const hourAgo = new Date(now.getTime() - STANDS_MS)
  const today = aucklandDay(now)
  const isNewOfToday = aucklandDay(hourAgo) !== today && priceAt(hourAgo) > priceAt(now)
  const sinceMs = Math.max(
    deps.startedAt.getTime(),
    Date.parse(journey.confirmed_at!),
    isNewOfToday ? Date.parse(aucklandInstant(today, '00:00')) : 0,
  )
  return new Date(sinceMs + STANDS_MS)
}

/** Compares the price of each purchase that holds one with today's, and credits what it has fallen by. */
export async function keepPricePromises(deps: Deps): Promise<void> {
  await doAll(heldAtAnotherPrice(deps), async (id) => void (await keepPromise(deps, id)))
}

async function* heldAtAnotherPrice(deps: Deps) {
  for (const status of HELD)
    for (let place: Cursor | null = null; ;) {
      const rows = await listJourneysIn(deps.db, status, BATCH, place)
      const ids = rows.map(({ purchase_journey_id }) => purchase_journey_id)
      const lowest = await lowestUncredited(deps.db, ids)
      for (const deal of await findDeals(deps.db, rows)) {
        const { purchase_journey_id: id } = deal.journey
        const outcome = promiseOutcome(factsOf(deps, deal, lowest.get(id)))
        if (outcome !== 'nothing' && outcome !== 'wait') yield id
      }
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) break
      place = [last.last_activity_at, last.purchase_journey_id]
      // SQLite reads on the thread that answers everybody.
      await setImmediate()
    }
}

/** Today's price of the same car, whichever way it is paid for. */
function priceToday(catalogue: PricingCatalogue, { request }: Quote): number | null {
  const { finance: _terms, ...car } = request
  const priced = priceQuote({ ...car, payOption: 'CASH' }, catalogue)
  return priced.ok ? priced.value.totals.driveAwayCents : null
}

/**
 * The loan or lease at today's price: a loan keeps its deposit, rate, fees and final payment and borrows less; a lease
 * is today's, where its rent is no higher.
 *
 * @returns `null` where there is none, `undefined` where it cannot be had.
 */
function financeAt(
  catalogue: PricingCatalogue,
  { finance, totals, request, payOption }: Quote,
  todayCents: number,
): QuoteFinance | null | undefined {
  if (!finance) return null
  if (!isFinance(payOption)) {
    const priced = priceQuote(request, catalogue)
    // A lower price that waited for its credit may be over: today's rent is not that of its day.
    if (!priced.ok || priced.value.totals.driveAwayCents !== todayCents) return undefined
    const today = priced.value.finance
    return today && isNoDearer(finance, today) ? today : undefined
  }
  const product = catalogue.financeProducts.find(({ code }) => code === finance.product)
  if (product?.kind !== 'LOAN') return undefined
  const amountCents = todayCents + finance.feesCents - totals.depositDueCents
  const leastCents = Math.max(product.minAmountFinancedCents ?? 1, finance.balloonCents + 1)
  if (amountCents < leastCents) return undefined
  return { ...finance, ...borrowed(finance, amountCents) }
}

/** Whether a lease costs no more than the one that was agreed on: its terms may have changed since. */
const isNoDearer = (agreed: QuoteFinance, today: QuoteFinance): boolean =>
  today.product === agreed.product &&
  today.paymentCents <= agreed.paymentCents &&
  today.totalPayableCents <= agreed.totalPayableCents &&
  (today.excessKmCents ?? 0) <= (agreed.excessKmCents ?? 0)

/** @param lowestCents The lowest price since that waits for a credit. */
function factsOf(deps: Deps, deal: Deal, lowestCents = Infinity): PromiseFacts {
  const { journey, currentQuote: quote, payments } = deal
  const catalogue = onSale(deps)
  const soldAtCents = priceToday(catalogue, quote) ?? Infinity
  const leastCents = Math.min(soldAtCents, lowestCents)
  const todayCents = leastCents === Infinity ? null : leastCents
  const kind = payKind(quote.payOption)
  const isRent = kind === 'lease'
  return {
    status: journey.status,
    payKind: kind,
    heldCents: quote.totals.driveAwayCents,
    todayCents,
    hasStood: lowestCents <= soldAtCents || deps.now() >= standsFrom(deps, deal),
    isBalanceOnItsWay:
      dueCents(deal, 'BALANCE') > 0 &&
      payments.some(
        ({ type, method, status }) => type === 'BALANCE' && method !== null && status !== 'PAID',
      ),
    isContractSigned:
      lenderPaid(deal) ||
      payments.some(({ source, type }) => source === 'MTF' || (isRent && type === 'BALANCE')),
    canRefinance: todayCents !== null && financeAt(catalogue, quote, todayCents) !== undefined,
  }
}

/**
 * Credits a fall once: the row of the fall decides. An agreement that is not accepted yet is issued again, and an open
 * payment page, which takes the sum of before, is closed.
 *
 * @returns Whether a fall was credited, or has to stand for longer first.
 */
export async function keepPromise(deps: Deps, id: string): Promise<'credited' | 'wait' | null> {
  const kept = await credit(deps, id)
  if (kept === 'credited') await closePaymentPages(deps, id)
  return kept
}

const credit = (deps: Deps, id: string): ReturnType<typeof keepPromise> =>
  transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    if (!journey) return null
    const deal = await findDeal(trx, journey)
    const facts = factsOf(deps, deal, (await lowestUncredited(trx, [id])).get(id))
    const promised = promiseOutcome(facts)
    // What staff have settled in their own way they go on settling: nothing is credited twice.
    const outcome = promised === 'credit' && (await hasSettledFall(trx, id)) ? 'staff' : promised
    const { todayCents, heldCents } = facts
    if (outcome === 'nothing' || todayCents === null) return null
    const before = await listPriceCredits(trx, id)
    // A fall that staff have settled has stood.
    const isKnown = before.some(({ price_cents }) => price_cents <= todayCents)
    if (outcome === 'wait') return isKnown ? null : 'wait'
    // What staff have been told of is part of no price.
    const told = outcome === 'staff' ? before.filter((row) => row.outcome !== 'later') : before
    const lowestCents = Math.min(heldCents, ...told.map(({ price_cents }) => price_cents))
    const amountCents = outcome === 'credit' ? heldCents - todayCents : lowestCents - todayCents
    if (amountCents <= 0) return null
    const fall: PriceCreditTable = {
      credit_id: deps.newId(),
      purchase_journey_id: id,
      price_cents: todayCents,
      amount_cents: amountCents,
      outcome,
      created_at: deps.now().toISOString(),
    }
    if (!(await insertPriceCredit(trx, fall)) || outcome !== 'credit') return null
    await dropFallsWithin(trx, fall)
    const today = aucklandDay(deps.now())
    const credited = withCredit(deal.currentQuote, {
      cents: amountCents,
      day: today,
      nth: before.filter((row) => row.outcome === 'credit').length + 1,
      finance: financeAt(onSale(deps), deal.currentQuote, todayCents) ?? null,
    })
    const isReplaced = journey.status === 'CONFIRMED' && journey.agreement_id !== null
    const changed = await updateJourney(trx, journey, {
      current_quote_id: await storeCurrentQuote(deps, trx, journey, columnsOf(credited)),
      ...(isReplaced && { agreement_id: null }),
    })
    const fitted = await fitTransfers(deps, trx, id, 'a price drop covers what it was for')
    const now = await findDeal(trx, fitted)
    await enqueueMail(
      deps,
      trx,
      priceCreditMail(deps, {
        ...(await findPurchaseMail(deps, trx, changed)),
        amountCents,
        owedCents: sumsOf(now).owedCents,
        isAgreementReplaced: isReplaced,
        amountDue: amountDue(now, today),
      }),
    )
    return 'credited'
  })
