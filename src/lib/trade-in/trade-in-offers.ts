import type { JourneyStatus, PayOption, TradeStatus } from '#lib/codes.ts'
import { addDays, aucklandDay } from '#lib/shared/dates.ts'
import { countsTradeIn } from '#lib/payments/pay-options.ts'
import { publicHoliday } from '#lib/service/holidays.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { isWeekend } from '#lib/shared/weekdays.ts'

/** The working day after the request by whose end an offer for a trade-in is promised. */
const OFFER_WORKING_DAYS = 2
/** The time on that day. */
export const OFFER_DUE_TIME = '5 pm'

const isWorkingDay = (day: string): boolean => !isWeekend(day) && publicHoliday(day, '') === null

/** The day by which a requested offer is promised, `yyyy-mm-dd` in New Zealand. */
export function offerDueDay(requestedAt: Date): string {
  let day = aucklandDay(requestedAt)
  for (let left = OFFER_WORKING_DAYS; left > 0;) {
    day = addDays(day, 1)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

/** Whether an offer for a vehicle is still to be made, or to be answered. */
export const isUndecided = ({ status }: { status: TradeStatus }): boolean =>
  status === 'APPRAISAL_REQUESTED' || status === 'APPRAISAL_DONE'

/**
 * Whether staff may replace the offer although it is accepted: a firm offer of the rules is for the car as described,
 * until the agreement is accepted.
 */
export const isReplaceable = ({
  status,
  offeredBy,
}: {
  status: TradeStatus
  offeredBy?: 'RULES' | 'STAFF'
}): boolean => status === 'APPRAISAL_ACCEPTED' && offeredBy === 'RULES'

/** An offer that was accepted binds nobody until a purchase counts it, and by then the car may be worth less. */
const ACCEPTED_OFFER_DAYS = 30

/** Whether an accepted offer ran out too long ago for a purchase to begin to count it. */
export const isTooOldToCount = (offerExpires: string | null | undefined, nowMs: number): boolean =>
  Boolean(offerExpires) && Date.parse(offerExpires!) < nowMs - ACCEPTED_OFFER_DAYS * DAY_MS

/** The statuses of a confirmed purchase without an accepted agreement. */
const OPEN: readonly JourneyStatus[] = ['CONFIRMED', 'NOCARAVAIL']

/** Whether a trade-in of a confirmed purchase was declined or left out. Another offer may be asked for, and made. */
export const isLeftOut = ({ status }: { status: TradeStatus }): boolean => status === 'TRADE_ADDED'

/** Whether a confirmed purchase still takes an offer for a trade-in: until its agreement is accepted (decision 62). */
export const takesTradeIn = (purchase: { status: JourneyStatus; payOption: PayOption }): boolean =>
  OPEN.includes(purchase.status) && countsTradeIn(purchase.payOption)
