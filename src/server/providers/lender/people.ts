import { addDays, aucklandDay } from '#lib/shared/dates.ts'
import { isWeekend } from '#lib/shared/weekdays.ts'
import type { LenderProvider } from './lender-provider.ts'

/** The working days that staff have to answer an application. */
const ANSWER_WITHIN_DAYS = 2

/** Used without a lender: every application goes to staff. */
export const lenderPeople = (now = () => new Date()): LenderProvider => ({
  name: 'people',
  readNotice: () => null,
  decide: async () => ({ code: 'MANUWRITE', conditions: [], answerBy: answerBy(now()) }),
})

/** The day by which staff answer, `yyyy-mm-dd`, without Saturdays and Sundays. */
export function answerBy(now: Date): string {
  let day = aucklandDay(now)
  for (let left = ANSWER_WITHIN_DAYS; left > 0;) {
    day = addDays(day, 1)
    if (!isWeekend(day)) left -= 1
  }
  return day
}
