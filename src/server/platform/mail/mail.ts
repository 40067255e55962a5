import { formatMoney } from '#lib/shared/money.ts'
import type { Deps } from '#server/deps.ts'

/** A message to one person, ready to be queued. */
export interface Mail {
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** A file that goes with it. What it is follows from its name: see `ATTACHMENT_TYPES`. */
  attachment?: { name: string; bytes: Uint8Array }
  /** Where its reader stops messages like it. */
  unsubscribeUrl?: string
}

/** What a file that goes with a message is, by the end of its name. */
export const ATTACHMENT_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  ics: 'text/calendar; charset=utf-8; method=PUBLISH',
}

/** A line of a table; a note stands below its label. */
export type Row = [label: string, value: string, note?: string]

/** What a message is made of; both its text and its HTML are written from it. */
export type Block =
  | { text: string; isNote?: boolean }
  /** A code, shown large. */
  | { code: string }
  | { action: string; url: string }
  /** `inPairs`: on paper two facts stand beside one another. */
  | { rows: Row[]; inPairs?: true }
  /** What rows add up to. */
  | { total: Row }
  | { heading: string }

export const money = formatMoney

export interface Recipient {
  to: string
  firstName: string
}

/** Whom a message about a purchase goes to, and the reference that people know the purchase by. */
export interface Buyer extends Recipient {
  reference: string
}

/** How a message to a customer begins, by name where that is known. */
export const greeting = (firstName = ''): Block => ({
  text: firstName ? `Kia ora ${firstName},` : 'Kia ora,',
})

/**
 * Writes a message as text and as HTML. The first block greets; the brand signs.
 *
 * @param message `reference`: of the purchase that it is about.
 */
export function writeMail(
  deps: Deps,
  message: { kind: string; to: string; subject: string; blocks: Block[]; reference?: string },
): Mail {
  const { kind, to, subject, reference } = message
  const blocks = reference
    ? [...message.blocks, { text: `Your purchase reference: ${reference}`, isNote: true }]
    : message.blocks
  const { brand } = deps.catalogue
  const { line1, suburb, city, postcode } = brand.address
  const foot = [
    `${brand.legalName}, ${line1}, ${suburb}, ${city} ${postcode}`,
    `${brand.phone} · ${brand.email}`,
  ]
  return {
    kind,
    to,
    subject: oneLine(subject),
    text: `${[...blocks.map(asText), `${brand.name}\n--\n${foot.join('\n')}`].join('\n\n')}\n`,
    html: page(
      oneLine(subject),
      brand.name,
      blocks.map((block) => asHtml(block, brand.colours.primary)).join('\n'),
      foot.map(escape).join('<br>'),
    ),
  }
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

const rowsOf = (block: { rows: Row[] } | { total: Row }): Row[] =>
  'rows' in block ? block.rows : [block.total]

const asText = (block: Block): string => {
  if ('text' in block) return block.text
  if ('code' in block) return block.code
  if ('action' in block) return `${block.action}:\n${block.url}`
  if ('heading' in block) return block.heading
  return rowsOf(block)
    .map(([label, value, note]) => `${label}: ${value}${note ? `\n  ${note}` : ''}`)
    .join('\n')
}

/** A value of so many characters stands on one line, whatever is written beside it. */
const SHORT = 24
const NOTE = 'font-size:14px;color:#4a4f55'

const asHtml = (block: Block, colour: string): string => {
  if ('text' in block)
    return `<p${block.isNote ? ` style="${NOTE}"` : ''}>${escape(block.text).replaceAll('\n', '<br>')}</p>`
  if ('code' in block)
    return `<p style="font-size:32px;font-weight:700;letter-spacing:6px;margin:24px 0">${escape(block.code)}</p>`
  if ('action' in block)
    return `<p style="margin:24px 0"><a href="${escape(block.url)}" style="display:inline-block;padding:12px 24px;border-radius:4px;background:${colour};color:#ffffff;font-weight:600;text-decoration:none">${escape(block.action)}</a></p>`
  if ('heading' in block)
    return `<h2 style="font-size:18px;margin:24px 0 8px">${escape(block.heading)}</h2>`
  const isTotal = 'total' in block
  const rows = rowsOf(block).map(
    ([label, value, note]) =>
      `<tr><th scope="row" style="text-align:left;vertical-align:top;font-weight:${isTotal ? 700 : 400};padding:4px 24px 4px 0">${escape(label)}${note ? `<br><span style="${NOTE};font-weight:400">${escape(note)}</span>` : ''}</th><td style="vertical-align:top;text-align:right;padding:4px 0;font-weight:${isTotal ? 700 : 600}${value.length <= SHORT ? ';white-space:nowrap' : ''}">${escape(value)}</td></tr>`,
  )
  return `<table style="border-collapse:collapse;width:100%${isTotal ? ';font-size:18px' : ''}">${rows.join('')}</table>`
}

const page = (
  subject: string,
  brand: string,
  body: string,
  foot: string,
): string => `<!doctype html>
<html lang="en-NZ">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:24px;color:#121417;background:#ffffff;font:16px/1.5 sans-serif">
<div style="max-width:600px">
<p style="font-size:20px;font-weight:700">${escape(brand)}</p>
${body}
<p style="margin-top:32px;color:#4a4f55;font-size:14px">${foot}</p>
</div>
</body>
</html>
`

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (found) => ESCAPES[found]!)
