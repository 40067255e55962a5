import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { nextStatus } from '#lib/purchases/journey-status.ts'
import { countsTradeIn, depositDue, isLease, tradeInEquity } from '#lib/payments/pay-options.ts'
import { findJourney, lockJourney } from '#server/journeys/queries.ts'
import { requireMatch } from '#server/journeys/match.ts'
import { hasNote, insertNote } from '#server/journeys/note-queries.ts'
import { columnsOf, type PriceColumns } from '#server/quotes/queries.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound } from '#server/platform/http/api-problem.ts'
import { closePaymentPages } from '../payments/close-attempts.ts'
import { startDepositDeadline } from '#server/payments/deposit-deadline.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { amountDue } from '#server/journeys/amount-due.ts'
import { creditTroubleOf, findDeal, type Deal } from '#server/journeys/deal.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { storeCurrentQuote } from '#server/quotes/current-quote.ts'
import { purchaseChangedToCashMail } from '#server/finance/mails.ts'
import { findTradeVehicles } from '#server/trade-in/queries.ts'
import { leaveOutOldOffers } from '#server/trade-in/answers.ts'
import { requireCountedOnce } from '#server/trade-in/firm-offers.ts'
import { reopenFalls } from './price-credit-queries.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'

/**
 * Changes a confirmed purchase that the lender does not finance to cash, as its customer has agreed: the car and its
 * price stay. An agreement that was issued on credit is void.
 *
 * @param note Who agreed, and how.
 * @throws {ApiProblem} 404, 409 where nothing is in the way, the agreement is signed, or money is here, or on its
 *   way, that cash does not ask for.
 */
export async function changeToCash(
  deps: Deps,
  { actor, effectId: noteId }: { actor: Actor; effectId: string },
  id: string,
  note: string,
  ifMatch: string | undefined,
): Promise<PurchaseJourney> {
  const mayHaveRentPage = await transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    if (!journey) throw notFound()
    // Changed by an earlier attempt of this request, which may not have closed the pages.
    if (await hasNote(trx, noteId)) return true
    await requireMatch(deps, trx, journey, ifMatch)
    const deal = await findDeal(trx, journey)
    if (nextStatus(journey.status, 'changed-to-cash') === null || !isRefused(deps, deal))
      throw conflict(
        'You can only change a confirmed purchase to cash when the lender isn’t financing it.',
      )
    if (deal.payments.some(isOnOldTerms))
      throw conflict(
        'The lender or the customer has already paid on the old terms. Please cancel this purchase instead.',
      )
    // A lease took no trade-in. By now its offer may be too old, or another purchase count its old car.
    const leftOut = countsTradeIn(deal.currentQuote.payOption)
      ? []
      : await leaveOutOldOffers(deps, trx, actor, id)
    for (const vehicle of await findTradeVehicles(trx, [id]))
      if (vehicle.status === 'APPRAISAL_ACCEPTED' && vehicle.offered_by === 'RULES')
        await requireCountedOnce(deps, trx, vehicle)
    const by = { actor: actorName(actor), at: deps.now().toISOString() }
    const changed = (await transitionJourney(trx, journey, 'changed-to-cash', by, {
      current_quote_id: await storeCurrentQuote(deps, trx, journey, inCash(deps, deal)),
      agreement_id: null,
      last_activity_at: by.at,
    }))!
    await reopenFalls(trx, id, by.at)
    // While the lender refused, the deposit could not be paid.
    const moved = await startDepositDeadline(deps, trx, changed)
    await insertNote(trx, {
      note_id: noteId,
      purchase_journey_id: id,
      text: `Changed to cash: ${note}`,
      ...by,
    })
    await enqueueMail(
      deps,
      trx,
      purchaseChangedToCashMail(deps, {
        ...(await findPurchaseMail(deps, trx, moved)),
        amountDue: amountDue(await findDeal(trx, moved), aucklandDay(deps.now())),
        leftOut,
      }),
    )
    return isLease(deal.currentQuote.payOption)
  })
  // The first rent is not asked for any more; the deposit of a loan is the same.
  if (mayHaveRentPage) await closePaymentPages(deps, id)
  return toPurchaseJourney(deps, deps.db, (await findJourney(deps.db, id))!)
}

/** Paid, or on its way, for something that cash does not ask for. Duplicates are refunded, so they do not count. */
const isOnOldTerms = ({ source, type, duplicate }: Deal['payments'][number]): boolean =>
  duplicate === 0 && (source === 'MTF' || type === 'BALANCE')

const isRefused = ({ now }: Deps, deal: Deal): boolean =>
  creditTroubleOf(deal, aucklandDay(now())) !== null

/**
 * The price as it was confirmed, paid in cash. The deposit of a loan stays what it was, so that what has come, or is on
 * its way, fits; a lease had none.
 */
function inCash({ catalogue }: Deps, { currentQuote, vehicles }: Deal): PriceColumns {
  const { totals, payOption } = currentQuote
  const { finance: _terms, ...request } = currentQuote.request
  const depositDueCents = isLease(payOption)
    ? Math.min(catalogue.deposits.cash.cents, totals.driveAwayCents)
    : depositDue(currentQuote, tradeInEquity(vehicles))
  return columnsOf({
    ...currentQuote,
    payOption: 'CASH',
    request: { ...request, payOption: 'CASH' },
    totals: { ...totals, depositDueCents },
    finance: null,
  })
}
