import { cancelDaysOnPage } from '#lib/purchases/sale-agreement.ts'
import { CANCEL_DAYS } from '#lib/shared/constants.ts'
import { PAGES_BEYOND } from '#lib/site/all-calls.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

type Mark = (html: string) => string

/** Writes an attribute on the root element of a page. */
const markRoot =
  (name: string): Mark =>
  (html) =>
    html.replace(/^(<!doctype html>\s*)?<html /i, `$&${name} `)

/** Marks a page that loads the vendor's chat. Pages without the mark make no request for one. */
export const markForChat = markRoot('data-chat')

/** Marks a page with parts for a demonstration (`.demo-only`), so that they are there from the start and nothing moves. */
export const markForDemo: Mark = (html) =>
  /class="[^"]*\bdemo-only\b/.test(html) ? markRoot('data-demo')(html) : html

const BUILT_DAYS = cancelDaysOnPage(CANCEL_DAYS)
const TEXT_OF_DAYS = new RegExp(`<(p|li)\\b[^>]*>[^<]*\\b${BUILT_DAYS}[^<]*</\\1>`, 'g')

/** Writes the days for cancelling a purchase into pages. Without such days the promise is left out. */
export const markForCancelDays =
  (days: number): Mark =>
  (html) =>
    days === 0
      ? html.replaceAll(TEXT_OF_DAYS, '')
      : html.replaceAll(BUILT_DAYS, cancelDaysOnPage(days))

/** An item of a list without another list in it, a link, and a page of the sitemap. */
const LEADING = /<li\b[^>]*>(?:(?!<\/?li\b)[\s\S])*?<\/li>|<a\b[\s\S]*?<\/a>| *<url>.*<\/url>\n?/g

const leadsBeyond = (part: string): boolean =>
  [...part.matchAll(/(?:\bhref="|<loc>)([^"?#<]*)/g)].some(([, address]) =>
    PAGES_BEYOND.some((page) => address!.endsWith(page)),
  )

/** Takes out what leads to pages that only an API with every call has, and marks the page for its islands. */
export const markForOwnApi: Mark = (text) =>
  markRoot('data-own-api')(text.replaceAll(LEADING, (part) => (leadsBeyond(part) ? '' : part)))

type MarkingSettings = Pick<Settings, 'chat' | 'isDemo' | 'cancelDays'> & { ownApi: object | null }

/** The changes that the settings make to pages; `null` for none. */
export function pageMarks({ chat, isDemo, cancelDays, ownApi }: MarkingSettings): Mark | null {
  const marks = [
    ...(ownApi ? [markForOwnApi] : []),
    ...(chat ? [markForChat] : []),
    ...(isDemo ? [markForDemo] : []),
    ...(cancelDays === CANCEL_DAYS ? [] : [markForCancelDays(cancelDays)]),
  ]
  return marks.length > 0 ? (html) => marks.reduce((marked, mark) => mark(marked), html) : null
}
