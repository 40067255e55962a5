import { aucklandDay } from '#lib/shared/dates.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'
import type { Trx } from '#server/database.ts'
import { listDueReminders, listOverdueDeposits } from './deadline-queries.ts'
import { livePayments } from './queries.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { releasePurchase } from '#server/purchases/cancel.ts'
import { closePaymentPages } from '#server/payments/close-attempts.ts'
import { isTransferDeadline, NO_DEADLINE } from './deposit-deadline.ts'
import { transitionJourney } from '#server/journeys/transitions.ts'
import {
  creditTroubleOf,
  findDeal,
  leftToKeepCents,
  owedToKeep,
  type Deal,
} from '#server/journeys/deal.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { depositReminderMail } from './mails.ts'
import { purchaseExpiredMail } from '#server/purchases/ended-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { doAll } from '#server/platform/database/batches.ts'
import { fillBackordersNow } from '#server/purchases/backorders.ts'

/** What happens to a purchase at a time of its deposit. */
type DepositAction = (
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  deal: Deal,
) => Promise<void>

/**
 * Reminds customers halfway to the deadline of what keeps their car, and ends the purchases whose deadline has passed (decision 64).
 * Several processes may do so at once: each purchase is locked.
 */
export async function endUnpaidPurchases(deps: Deps): Promise<void> {
  const now = deps.now().toISOString()
  let hasEnded = false
  const endOverdue = async (id: string) => {
    if (!(await ifUnpaid(deps, id, 'deposit_due_at', expire))) return
    hasEnded = true
    await closePaymentPages(deps, id)
  }
  const remindDue = (id: string) => ifUnpaid(deps, id, 'deposit_remind_at', remind)
  await doAll(
    [
      async () => doAll(await listDueReminders(deps.db, now), remindDue),
      async () => doAll(await listOverdueDeposits(deps.db, now), endOverdue),
      async () => hasEnded && (await fillBackordersNow(deps)),
    ],
    (part) => part(),
  )
}

/**
 * Runs an action for a purchase that still owes what keeps its car. One that is being paid waits; one that owes nothing
 * loses its deadline.
 *
 * @returns Whether the action ran.
 */
const ifUnpaid = (
  deps: Deps,
  id: string,
  column: 'deposit_due_at' | 'deposit_remind_at',
  act: DepositAction,
): Promise<boolean> =>
  transact(deps, async (trx) => {
    const journey = await lockJourney(trx, id)
    const at = journey?.[column]
    if (journey?.status !== 'CONFIRMED' || !at || at > deps.now().toISOString()) return false
    const deal = await findDeal(trx, journey)
    if (owedToKeep(deal) === null) {
      await updateJourney(trx, journey, NO_DEADLINE)
      return false
    }
    if (await isBeingPaid(trx, deal)) return false
    await act(deps, trx, journey, deal)
    return true
  })

/** A page is open, a payment is pending, or staff are reviewing one. A part that came by transfer is none of these. */
const isBeingPaid = async (trx: Trx, { journey, payments }: Deal): Promise<boolean> =>
  payments.some(({ status, source }) => status === 'NEEDS_REVIEW' && source !== 'MTF') ||
  (await livePayments(trx, journey.purchase_journey_id)).length > 0

const remind: DepositAction = async (deps, trx, journey, deal) => {
  const { deposit_due_at } = journey
  await updateJourney(trx, journey, { deposit_remind_at: null })
  const now = deps.now()
  if (deposit_due_at === null || deposit_due_at <= now.toISOString()) return
  // The customer has had the email, and cannot pay.
  if (creditTroubleOf(deal, aucklandDay(now))) return
  await enqueueMail(
    deps,
    trx,
    depositReminderMail(deps, await findPurchaseMail(deps, trx, journey), {
      deliveryStatus: journey.delivery_status,
      cents: leftToKeepCents(deal),
      dueBy: deposit_due_at,
      isTransferExpected: isTransferDeadline(deps, journey),
    }),
  )
}

const expire: DepositAction = async (deps, trx, journey, deal) => {
  const at = deps.now().toISOString()
  const trouble = creditTroubleOf(deal, aucklandDay(at))
  // The deadline stays: it says why the purchase has ended.
  await transitionJourney(trx, journey, 'deposit-overdue', { actor: 'system', at })
  const refundCents = await releasePurchase(deps, trx, journey, 'EXPIRED')
  await enqueueMail(
    deps,
    trx,
    purchaseExpiredMail(deps, {
      ...(await findPurchaseMail(deps, trx, journey)),
      isToBeBuilt: isToBeBuilt(journey.delivery_status),
      refusal: trouble?.sentence ?? null,
      refundCents,
    }),
  )
}
