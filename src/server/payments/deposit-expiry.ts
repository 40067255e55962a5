import { aucklandDay } from '#lib/shared/dates.ts'
import { outstandingCents } from '#lib/payments/pay-options.ts'
import { findCustomer } from '#server/customers/queries.ts'
import type { Trx } from '#server/database.ts'
import { dueReminders, overdueDeposits } from './deadline-queries.ts'
import { livePayments } from './queries.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { closePaymentPages, releasePurchase } from '#server/purchases/cancel.ts'
import { NO_DEADLINE } from './deposit-deadline.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import { referenceOf } from '#server/journeys/view.ts'
import { findDeal, owesDeposit, payFacts, payRefusal, type Deal } from '#server/journeys/deal.ts'
import { depositReminderMail } from './deposit-mails.ts'
import { depositExpiredMail } from '#server/purchases/ended-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { fillBackordersNow } from '#server/purchases/backorders.ts'

/** Something that is done for a purchase when a time of its deposit has come. */
type Act = (deps: Deps, trx: Trx, journey: PurchaseJourneyRow, deal: Deal) => Promise<void>

/**
 * Reminds customers of deposits half-way through their time, and ends the purchases whose time is over (decision 64).
 * Several processes may do so at once: each purchase is locked in its turn.
 */
export async function endUnpaidPurchases(deps: Deps): Promise<void> {
  const now = deps.now().toISOString()
  for (const id of await dueReminders(deps.db, now))
    await whileUnpaid(deps, id, 'deposit_remind_at', remind)
  let hasEnded = false
  for (const id of await overdueDeposits(deps.db, now)) {
    if (!(await whileUnpaid(deps, id, 'deposit_due_at', expire))) continue
    await closePaymentPages(deps, id)
    hasEnded = true
  }
  if (hasEnded) await fillBackordersNow(deps)
}

/**
 * Does something for a purchase that still owes its deposit. What may not be paid now, or is being paid, waits; one that
 * owes nothing has no time that could be over.
 *
 * @returns Whether it was done.
 */
const whileUnpaid = (
  deps: Deps,
  id: string,
  column: 'deposit_due_at' | 'deposit_remind_at',
  act: Act,
): Promise<boolean> =>
  transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    const at = journey?.[column]
    if (journey?.status !== 'CONFIRMED' || !at || at > deps.now().toISOString()) return false
    const deal = await findDeal(trx, journey)
    if (!owesDeposit(deal)) {
      await updateJourney(trx, journey, NO_DEADLINE)
      return false
    }
    if (payRefusal(deal, aucklandDay(deps.now())) || (await isBeingPaid(trx, deal))) return false
    await act(deps, trx, journey, deal)
    return true
  })

/** A page is open, money is on its way, or staff are checking a payment. A part that came by transfer is none of these. */
const isBeingPaid = async (trx: Trx, { journey, payments }: Deal): Promise<boolean> =>
  payments.some(({ status, source }) => status === 'NEEDS_REVIEW' && source !== 'MTF') ||
  (await livePayments(trx, journey.purchase_journey_id)).length > 0

const remind: Act = async (deps, trx, journey, deal) => {
  const { deposit_due_at, purchase_journey_id } = journey
  await updateJourney(trx, journey, { deposit_remind_at: null })
  if (deposit_due_at === null || deposit_due_at <= deps.now().toISOString()) return
  await enqueueMail(
    deps,
    trx,
    depositReminderMail(deps, {
      ...(await buyerOf(deps, trx, deal)),
      purchaseJourneyId: purchase_journey_id,
      depositCents: outstandingCents('DEPOSIT', payFacts(deal)),
      dueBy: deposit_due_at,
      isTransferExpected: journey.transfer_announced_at !== null,
    }),
  )
}

const expire: Act = async (deps, trx, journey, deal) => {
  const at = deps.now().toISOString()
  // The deadline stays: it says why the purchase has ended.
  await transitionJourney(trx, journey, 'deposit-overdue', { actor: 'system', at })
  const refundCents = await releasePurchase(deps, trx, journey, 'EXPIRED')
  await enqueueMail(
    deps,
    trx,
    depositExpiredMail(deps, {
      ...(await buyerOf(deps, trx, deal)),
      purchaseJourneyId: journey.purchase_journey_id,
      refundCents,
    }),
  )
}

async function buyerOf(deps: Deps, trx: Trx, { journey, currentQuote }: Deal) {
  const customer = (await findCustomer(trx, journey.customer_id))!
  return {
    to: customer.email,
    firstName: customer.name.firstName,
    reference: referenceOf(deps, journey),
    quote: currentQuote,
    deliveryStatus: journey.delivery_status,
  }
}
