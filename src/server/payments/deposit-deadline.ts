import { endOfWorkingDay } from '#lib/service/open-days.ts'
import { laterOf } from '#lib/shared/dates.ts'
import type { Trx } from '#server/database.ts'
import { updateJourney } from '#server/journeys/queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { findDeal, owesDeposit } from '#server/journeys/deal.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

/** How long an announced bank transfer may take. */
const TRANSFER_WORKING_DAYS = 3
/** After a payment ended without money, at least a quarter of the time for the deposit is left. */
const SHARE_LEFT = 4

type Deadline = Pick<PurchaseJourneyRow, 'deposit_due_at' | 'deposit_remind_at'>

/** With its status: an expired purchase keeps its deadline, which says why it ended. */
type DeadlineFacts = Deadline & Pick<PurchaseJourneyRow, 'status'>

/** A purchase without a deadline. */
export const NO_DEADLINE: Deadline = { deposit_due_at: null, deposit_remind_at: null }

/** Whether the deposit deadline has passed; the purchase may not have ended yet. */
export const isDepositOverdue = ({ deposit_due_at }: Deadline, now: Date): boolean =>
  deposit_due_at !== null && deposit_due_at <= now.toISOString()

export const DEPOSIT_OVERDUE =
  'The deposit wasn’t paid in time, so this car is no longer reserved for you. You can start this purchase again.'

/**
 * Starts the deposit deadline of a confirmed purchase, which keeps its car until then (decision 64).
 *
 * @param journey As the transaction has locked it.
 */
export async function startDepositDeadline(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
): Promise<PurchaseJourneyRow> {
  if (journey.status !== 'CONFIRMED' || !owesDeposit(await findDeal(trx, journey))) return journey
  const nowMs = deps.now().getTime()
  const lastsMs = deps.settings.depositHours * HOUR_MS
  return updateJourney(trx, journey, {
    deposit_due_at: laterOf(journey.deposit_due_at ?? '', instant(nowMs + lastsMs)),
    deposit_remind_at: instant(nowMs + lastsMs / 2),
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

/** The deadline while a deposit comes by bank transfer, or has come in part. */
export function deadlineForTransfer(
  { now, catalogue }: Pick<Deps, 'now' | 'catalogue'>,
  { status, deposit_due_at }: DeadlineFacts,
): Partial<Deadline> {
  if (status !== 'CONFIRMED' || deposit_due_at === null) return {}
  const until = endOfWorkingDay(catalogue.brand, now().getTime(), TRANSFER_WORKING_DAYS)
  return { deposit_due_at: laterOf(deposit_due_at, until) }
}

const instant = (ms: number): string => new Date(ms).toISOString()
