import { aucklandDay } from '#lib/shared/dates.ts'

// A page is built once and read for weeks, so offers that have ended since are hidden here, by New Zealand's calendar.
const today = aucklandDay(Date.now())

for (const card of document.querySelectorAll<HTMLElement>('[data-until]'))
  card.hidden = card.dataset.until! < today
for (const notice of document.querySelectorAll<HTMLElement>('[data-shown-after]'))
  notice.hidden = notice.dataset.shownAfter! >= today
