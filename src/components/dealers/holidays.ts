import { holidaysAhead } from '#lib/service/open-days.ts'
import { formatWeekday } from '#lib/shared/weekdays.ts'
import { dealerData } from './open-states.ts'

/** Lists the coming holidays on which a dealer is closed. */
export function showHolidays(): void {
  const said = document.querySelector<HTMLElement>('[data-holidays]')!
  const ahead = holidaysAhead(dealerData(said.closest<HTMLElement>('[data-place]')!), Date.now())
  if (ahead.length === 0) return
  const days = ahead.map(({ day, name }) => `${formatWeekday(day)} (${name})`)
  said.textContent = `Closed on ${days.join(' and ')}.`
  said.hidden = false
}
