import { holidaysAhead } from '#lib/service/open-days.ts'
import { formatWeekday } from '#lib/shared/weekdays.ts'
import { placeOf } from './open-states.ts'

/** Says on the page of a dealer on which holidays of the next days it is closed. */
export function showHolidays(): void {
  const said = document.querySelector<HTMLElement>('[data-holidays]')!
  const ahead = holidaysAhead(placeOf(said.closest<HTMLElement>('[data-place]')!), Date.now())
  if (ahead.length === 0) return
  const days = ahead.map(({ day, name }) => `${formatWeekday(day)} (${name})`)
  said.textContent = `Closed on ${days.join(' and ')}.`
  said.hidden = false
}
