import type { Settings } from '../settings.ts'

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

/** What this site's settings write on its pages. `null`: nothing. */
export function pageMarks({ chat, isDemo }: Pick<Settings, 'chat' | 'isDemo'>): Mark | null {
  const marks = [...(chat ? [markForChat] : []), ...(isDemo ? [markForDemo] : [])]
  return marks.length > 0 ? (html) => marks.reduce((marked, mark) => mark(marked), html) : null
}
