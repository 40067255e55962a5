import { aucklandDay } from '#lib/shared/dates.ts'

// A page is built once and read for weeks, so offers that have ended or begun since are marked here, by New Zealand's calendar.
const today = aucklandDay(Date.now())

for (const card of document.querySelectorAll<HTMLElement>('[data-until]'))
  card.hidden = card.dataset.until! < today
for (const mark of document.querySelectorAll<HTMLElement>('[data-shown-before]'))
  mark.hidden = mark.dataset.shownBefore! <= today
for (const notice of document.querySelectorAll<HTMLElement>('[data-shown-after]'))
  notice.hidden = notice.dataset.shownAfter! >= today
