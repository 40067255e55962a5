import { endOfWorkingDay } from '#lib/service/open-days.ts'
import { aucklandDay, laterOf } from '#lib/shared/dates.ts'
import type { Trx } from '#server/database.ts'
import { updateJourney } from '#server/journeys/queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { approvedUntil, findDeal, owedToKeep, type Deal } from '#server/journeys/deal.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

/** How long an announced bank transfer may take. */
const TRANSFER_WORKING_DAYS = 3
/** After a payment ended without money, at least a quarter of the time for the deposit is left. */
const SHARE_LEFT = 4

type Deadline = Pick<PurchaseJourneyRow, 'deposit_due_at' | 'deposit_remind_at'>

/** With its status: an expired purchase keeps its deadline, which says why it ended. */
type DeadlineFacts = Deadline & Pick<PurchaseJourneyRow, 'status'>

type Announced = Pick<PurchaseJourneyRow, 'deposit_due_at' | 'transfer_announced_at'>

/** A purchase without a deadline. */
export const NO_DEADLINE: Deadline = { deposit_due_at: null, deposit_remind_at: null }

/** Whether the deadline has passed for what keeps the car; the purchase may not have ended yet. */
export const isDepositOverdue = (deal: Deal, now: Date): boolean =>
  deal.journey.deposit_due_at !== null &&
  deal.journey.deposit_due_at <= now.toISOString() &&
  owedToKeep(deal) !== null

export const DEPOSIT_OVERDUE =
  'The payment wasn’t made in time, so this car is no longer reserved for you. You can start this purchase again.'

/**
 * Starts the deadline of a confirmed purchase for the payment that keeps its car (decision 64). A lease that the lender
 * has approved has time until that approval ends.
 *
 * @param journey As the transaction has locked it.
 */
export async function startDepositDeadline(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
): Promise<PurchaseJourneyRow> {
  if (journey.status !== 'CONFIRMED') return journey
  const deal = await findDeal(trx, journey)
  if (owedToKeep(deal) === null) return journey
  const nowMs = deps.now().getTime()
  const dueAt = laterOf(
    instant(nowMs + deps.settings.depositHours * HOUR_MS),
    approvedUntil(deal, aucklandDay(nowMs)) ?? '',
  )
  return updateJourney(trx, journey, {
    deposit_due_at: laterOf(journey.deposit_due_at ?? '', dueAt),
    deposit_remind_at: instant((nowMs + Date.parse(dueAt)) / 2),
  })
}

/**
 * The deadline after a pending or reviewed payment ended without money: that time does not count, and some is left to
 * pay another way.
 *
 * @param since When it began, ISO 8601.
 */
export function deadlineAfterPayment(
  { now, settings }: Pick<Deps, 'now' | 'settings'>,
  { status, deposit_due_at, deposit_remind_at }: DeadlineFacts,
  since: string,
): Partial<Deadline> {
  if (status !== 'CONFIRMED' || deposit_due_at === null) return {}
  const nowMs = now().getTime()
  const pausedMs = nowMs - Date.parse(since)
  const leastMs = nowMs + (settings.depositHours * HOUR_MS) / SHARE_LEFT
  return {
    deposit_due_at: instant(Math.max(Date.parse(deposit_due_at) + pausedMs, leastMs)),
    deposit_remind_at: deposit_remind_at && instant(Date.parse(deposit_remind_at) + pausedMs),
  }
}

/** The same after a pending payment, once for a purchase: payments begun and given up keep no car. */
export function deadlineAfterPending(
  deps: Pick<Deps, 'now' | 'settings'>,
  journey: DeadlineFacts & Pick<PurchaseJourneyRow, 'deposit_extended_at'>,
  since: string,
): Partial<Deadline & Pick<PurchaseJourneyRow, 'deposit_extended_at'>> {
  if (journey.deposit_extended_at !== null) return {}
  const deadline = deadlineAfterPayment(deps, journey, since)
  return deadline.deposit_due_at
    ? { ...deadline, deposit_extended_at: deps.now().toISOString() }
    : {}
}

/** The deadline while a deposit comes by bank transfer, or has come in part: once for a purchase. */
export function deadlineForTransfer(
  { now, catalogue }: Pick<Deps, 'now' | 'catalogue'>,
  { status, deposit_due_at, transfer_announced_at }: DeadlineFacts & Announced,
): Partial<Announced> {
  if (status !== 'CONFIRMED' || deposit_due_at === null || transfer_announced_at !== null) return {}
  return {
    deposit_due_at: laterOf(deposit_due_at, transferUntil(catalogue.brand, now().getTime())),
    transfer_announced_at: now().toISOString(),
  }
}

/** Whether the deadline is the one of the bank transfer that its customer announced, or has sent a part of. */
export const isTransferDeadline = (
  { catalogue }: Pick<Deps, 'catalogue'>,
  { deposit_due_at, transfer_announced_at }: Announced,
): boolean =>
  transfer_announced_at !== null &&
  deposit_due_at === transferUntil(catalogue.brand, Date.parse(transfer_announced_at))

const transferUntil = (brand: Deps['catalogue']['brand'], atMs: number): string =>
  endOfWorkingDay(brand, atMs, TRANSFER_WORKING_DAYS)

const instant = (ms: number): string => new Date(ms).toISOString()
