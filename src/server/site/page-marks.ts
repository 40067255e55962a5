import { cancelDaysOnPage } from '#lib/purchases/sale-agreement.ts'
import { CANCEL_DAYS } from '#lib/shared/constants.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

type Mark = (html: string) => string

/** Writes an attribute on the root element of a page. */
const markRoot =
  (name: string): Mark =>
  (html) =>
    html.replace(/^(<!doctype html>\s*)?<html /i, `$&${name} `)

/** A page that loads the vendor's chat. Pages without the mark ask nobody whether there is one. */
export const markForChat = markRoot('data-chat')

/** A page with something that only a demonstration shows (`.demo-only`). It is there as the page opens, so nothing moves. */
export const markForDemo: Mark = (html) =>
  /class="[^"]*\bdemo-only\b/.test(html) ? markRoot('data-demo')(html) : html

const BUILT_DAYS = cancelDaysOnPage(CANCEL_DAYS)
const TEXT_OF_DAYS = new RegExp(`<(p|li)\\b[^>]*>[^<]*\\b${BUILT_DAYS}[^<]*</\\1>`, 'g')

/** Has pages name the days in which a purchase may be cancelled. Where there are none, the promise is not made. */
export const markForCancelDays =
  (days: number): Mark =>
  (html) =>
    days === 0
      ? html.replaceAll(TEXT_OF_DAYS, '')
      : html.replaceAll(BUILT_DAYS, cancelDaysOnPage(days))

type MarkingSettings = Pick<Settings, 'chat' | 'isDemo' | 'cancelDays'>

/** What this site's settings write on its pages. `null`: nothing. */
export function pageMarks({ chat, isDemo, cancelDays }: MarkingSettings): Mark | null {
  const marks = [
    ...(chat ? [markForChat] : []),
    ...(isDemo ? [markForDemo] : []),
    ...(cancelDays === CANCEL_DAYS ? [] : [markForCancelDays(cancelDays)]),
  ]
  return marks.length > 0 ? (html) => marks.reduce((marked, mark) => mark(marked), html) : null
}
