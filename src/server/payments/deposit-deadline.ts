import { endOfWorkingDay } from '#lib/service/open-days.ts'
import { laterOf } from '#lib/shared/dates.ts'
import type { Trx } from '#server/database.ts'
import { updateJourney } from '#server/journeys/queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { findDeal, owesDeposit } from '#server/journeys/deal.ts'

const HOUR_MS = 60 * 60 * 1000
/** A bank transfer that was announced has so long to arrive. */
const TRANSFER_WORKING_DAYS = 3
/** Of the time for the deposit at least this share is left after a payment has ended without money. */
const SHARE_LEFT = 4

type Deadline = Pick<PurchaseJourneyRow, 'deposit_due_at' | 'deposit_remind_at'>

/** With its status: once a purchase has expired its deadline stays, and says why. */
type Kept = Deadline & Pick<PurchaseJourneyRow, 'status'>

/** A purchase for which nothing runs out. */
export const NO_DEADLINE: Deadline = { deposit_due_at: null, deposit_remind_at: null }

/** Whether the time for the deposit is over, though the purchase may not have ended yet. */
export const isDepositOverdue = ({ deposit_due_at }: Deadline, now: Date): boolean =>
  deposit_due_at !== null && deposit_due_at <= now.toISOString()

export const DEPOSIT_OVERDUE =
  'The time to pay the deposit is over, so the car is no longer reserved for you. You can start this purchase again.'

/**
 * Starts the time in which a confirmed purchase keeps its car without the deposit (decision 64).
 *
 * @param journey As the transaction has locked it.
 */
export async function startDepositTime(
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
 * The deadline after a payment was on its way, or under review, and ended without money: that time does not count, and
 * some is left to pay in another way.
 *
 * @param since When it began, ISO 8601.
 */
export function deadlineAfterPayment(
  { now, settings }: Pick<Deps, 'now' | 'settings'>,
  { status, deposit_due_at, deposit_remind_at }: Kept,
  since: string,
): Partial<Deadline> {
  if (status !== 'CONFIRMED' || deposit_due_at === null) return {}
  const nowMs = now().getTime()
  const stoodMs = nowMs - Date.parse(since)
  const leastMs = nowMs + (settings.depositHours * HOUR_MS) / SHARE_LEFT
  return {
    deposit_due_at: instant(Math.max(Date.parse(deposit_due_at) + stoodMs, leastMs)),
    deposit_remind_at: deposit_remind_at && instant(Date.parse(deposit_remind_at) + stoodMs),
  }
}

/** The deadline of a purchase whose deposit comes by bank transfer, or has come in part. */
export function deadlineForTransfer(
  { now, catalogue }: Pick<Deps, 'now' | 'catalogue'>,
  { status, deposit_due_at }: Kept,
): Partial<Deadline> {
  if (status !== 'CONFIRMED' || deposit_due_at === null) return {}
  const until = endOfWorkingDay(catalogue.brand, now().getTime(), TRANSFER_WORKING_DAYS)
  return { deposit_due_at: laterOf(deposit_due_at, until) }
}

const instant = (ms: number): string => new Date(ms).toISOString()
