import { logoPath, TYPEFACE_PATH } from '#lib/shared/picture-paths.ts'
import { splitTeReo } from '#lib/shared/te-reo.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { Deps } from '#server/deps.ts'

/** A message to one person, ready to be queued. */
export interface Mail {
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** Its type follows from the name: see `ATTACHMENT_TYPES`. */
  attachment?: { name: string; bytes: Uint8Array }
  /** The address that stops messages like it. */
  unsubscribeUrl?: string
}

/** The media types of attachments, by the end of the name. */
export const ATTACHMENT_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  ics: 'text/calendar; charset=utf-8; method=PUBLISH',
}

/** A line of a table; a note goes below its label. */
export type Row = [label: string, value: string, note?: string]

/** A part of a message; both its text and its HTML are written from it. */
export type Block =
  | { text: string; isNote?: boolean }
  /** A code, shown large. */
  | { code: string }
  | { action: string; url: string }
  /** `inPairs`: two facts beside each other on paper. */
  | { rows: Row[]; inPairs?: true }
  /** The total of rows. */
  | { total: Row }
  | { heading: string }
  /** A picture of the build, by its path below the base, and its description. */
  | { picture: string; alt: string }

export const money = formatMoney

export interface Recipient {
  to: string
  firstName: string
}

/** The recipient of a message about a purchase, and the reference of the purchase. */
export interface Buyer extends Recipient {
  reference: string
}

/** The greeting of a message to a customer, by name if it is known. */
export const greeting = (firstName = ''): Block => ({
  text: firstName ? `Kia ora ${firstName},` : 'Kia ora,',
})

/**
 * Writes a message as text and as HTML, signed by the brand. The first block is the greeting.
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
    text: `${[...blocks.flatMap((block) => asText(block) ?? []), `${brand.name}\n--\n${foot.join('\n')}`].join('\n\n')}\n`,
    html: page({
      subject: oneLine(subject),
      brand,
      site: deps.settings.siteUrl.replace(/\/$/, ''),
      blocks,
      foot: foot.map(escape).join('<br>'),
    }),
  }
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

const rowsOf = (block: { rows: Row[] } | { total: Row }): Row[] =>
  'rows' in block ? block.rows : [block.total]

/** A block as plain text; `null` for a picture. */
const asText = (block: Block): string | null => {
  if ('picture' in block) return null
  if ('text' in block) return block.text
  if ('code' in block) return block.code
  if ('action' in block) return `${block.action}:\n${block.url}`
  if ('heading' in block) return block.heading
  return rowsOf(block)
    .map(([label, value, note]) => `${label}: ${value}${note ? `\n  ${note}` : ''}`)
    .join('\n')
}

/** A value of at most this many characters is not broken across lines. */
const SHORT = 24
const typefaceOf = ({ typeface }: Look['brand']): string =>
  `'${typeface.family}', Arial, Helvetica, sans-serif`
/** A variable file has all weights in one. */
const weightsOf = ({ typeface }: Look['brand']): string =>
  typeface.files.some(({ weight }) => typeof weight !== 'number') ? '400 700' : '400'
const WIDTH_PX = 552
const NOTE = 'font-size:14px;color:#4a4f55'

/** Styles for dark screens. They need classes, because inline styles cannot use media queries. */
const DARK = [
  'body,.sheet{background:#16191d !important}',
  'body,.sheet,.sheet a.link{color:#f1f3f5 !important}',
  '.note{color:#b8bec6 !important}',
  '.line{border-color:#3a4048 !important}',
].join('')

interface Look {
  brand: Deps['catalogue']['brand']
  /** The site’s address, without a slash at its end. */
  site: string
}

const asHtml = (block: Block, { brand, site }: Look, isFirstAction: boolean): string => {
  if ('picture' in block)
    return `<p style="margin:24px 0"><img src="${escape(site + block.picture)}" alt="${escape(block.alt)}" width="${WIDTH_PX}" style="display:block;width:100%;max-width:${WIDTH_PX}px;height:auto;border:0;border-radius:8px"></p>`
  if ('text' in block)
    return `<p${block.isNote ? ` class="note" style="${NOTE}"` : ''}>${inHtml(block.text).replaceAll('\n', '<br>')}</p>`
  if ('code' in block)
    return `<p style="font-size:32px;font-weight:700;letter-spacing:6px;margin:24px 0">${escape(block.code)}</p>`
  // One button a message; other actions are links.
  if ('action' in block)
    return isFirstAction
      ? `<p style="margin:24px 0"><a href="${escape(block.url)}" style="display:inline-block;padding:14px 28px;border-radius:6px;background:${brand.colours.primary};color:#ffffff;font-weight:600;text-decoration:none">${escape(block.action)}</a></p>`
      : `<p><a class="link" href="${escape(block.url)}" style="color:${brand.colours.primary};font-weight:600">${escape(block.action)}</a></p>`
  if ('heading' in block)
    return `<h2 style="font-size:18px;line-height:1.3;margin:28px 0 8px">${inHtml(block.heading)}</h2>`
  const isTotal = 'total' in block
  const cell = 'vertical-align:top;padding:8px 0;border-bottom:1px solid #dfe3e8'
  const rows = rowsOf(block).map(
    ([label, value, note]) =>
      `<tr><th class="line" scope="row" style="${cell};padding-right:24px;text-align:left;font-weight:${isTotal ? 700 : 400}">${inHtml(label)}${note ? `<br><span class="note" style="${NOTE};font-weight:400">${escape(note)}</span>` : ''}</th><td class="line" style="${cell};text-align:right;font-weight:${isTotal ? 700 : 600}${value.length <= SHORT ? ';white-space:nowrap' : ''}">${inHtml(value)}</td></tr>`,
  )
  return `<table style="border-collapse:collapse;width:100%${isTotal ? ';font-size:18px' : ''}">${rows.join('')}</table>`
}

const page = ({
  subject,
  blocks,
  foot,
  ...look
}: Look & { subject: string; blocks: Block[]; foot: string }): string => {
  const { brand, site } = look
  const firstAction = blocks.find((block) => 'action' in block)
  return `<!doctype html>
<html lang="en-NZ">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(subject)}</title>
<style>@font-face{font-family:'${brand.typeface.family}';font-weight:${weightsOf(brand)};src:url(${escape(site + TYPEFACE_PATH)}) format('woff2')}@media (prefers-color-scheme:dark){${DARK}}</style></head>
<body style="margin:0;padding:0;color:#121417;background:#ffffff;font:16px/1.5 ${typefaceOf(brand)}">
<div class="sheet" style="max-width:600px;margin:0 auto;color:#121417;background:#ffffff">
<div style="padding:20px 24px;background:${brand.colours.primary}"><img src="${escape(site + logoPath('brand'))}" alt="${escape(brand.name)}" width="178" height="30" style="display:block;border:0;color:#ffffff;font:700 20px/30px ${typefaceOf(brand)}"></div>
<div style="padding:8px 24px 24px">
${blocks.map((block) => asHtml(block, look, block === firstAction)).join('\n')}
<p class="note line" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #dfe3e8;${NOTE}">${foot}</p>
</div>
</div>
</body>
</html>
`
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (found) => ESCAPES[found]!)

/** Text whose Māori words a screen reader says in te reo. */
const inHtml = (text: string): string =>
  splitTeReo(text)
    .map((part) =>
      part.isTeReo ? `<span lang="mi">${escape(part.text)}</span>` : escape(part.text),
    )
    .join('')
