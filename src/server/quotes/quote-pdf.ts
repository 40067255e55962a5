import { asFileName } from '#lib/shared/words.ts'
import type { PdfFile, Quote } from '#lib/quotes/shapes.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { readyText } from '#lib/catalogue/delivery.ts'
import { payNote } from '#lib/finance/labels.ts'
import {
  balanceDue,
  countsTradeIn,
  depositDue,
  isLease,
  isReservation,
} from '#lib/payments/pay-options.ts'
import type { Deps } from '#server/deps.ts'
import { money, type Block, type Mail, type Row } from '#server/platform/mail/mail.ts'
import { readBuilt } from '#server/site/built-files.ts'
import { workInTurn } from '#server/platform/http/heavy-calls.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carBlocks, carName, financeBlocks, priceBlocks } from './quote-blocks.ts'

type PaperDeps = Pick<Deps, 'catalogue' | 'now' | 'settings'>

/**
 * A quote as a document of its own.
 *
 * @param name The recipient: the only personal detail in it.
 * @param code Reopens the same figures on the site.
 */
export const quotePdf = async (
  deps: PaperDeps,
  { quote, name, code }: { quote: Quote; name: string; code: string },
): Promise<NonNullable<Mail['attachment']>> => ({
  name: `${asFileName(`${deps.catalogue.brand.name} quote`)}.pdf`,
  bytes: await writeDocument(deps, {
    title: `Quote: ${carName(quote)}`,
    createdAt: deps.now(),
    blocks: [
      ...carBlocks(deps, quote),
      {
        rows: [
          ...((await canTypeset(name)) ? [['For', name] as Row] : []),
          ['Quote date', formatDay(aucklandDay(quote.created))],
          ['Price held until', formatDay(aucklandDay(quote.expires))],
          ['Price list', quote.catalogueVersion],
          ['Quote number', quote.quoteId],
          ['Quote code', code, `Shows these figures at ${mailPaths(deps).quoteCodes}`],
        ],
        inPairs: true,
      },
      ...(quote.delivery === undefined
        ? []
        : [{ rows: [['Delivery', readyText(quote.delivery), orderedOn(deps)] satisfies Row] }]),
      ...priceBlocks(quote),
      ...payBlocks(deps, quote),
      { text: deps.catalogue.brand.legalLines.join(' '), isNote: true },
    ],
  }),
})

const orderedOn = ({ now }: PaperDeps) =>
  `An estimate for a purchase confirmed on ${formatDay(aucklandDay(now()))}.`

/**
 * Writes a PDF with the pictures of the build. The writer is loaded on first use.
 *
 * @throws {ApiProblem} 503 where too many wait.
 */
export async function writeDocument(
  deps: Pick<Deps, 'catalogue'>,
  document: { title: string; blocks: Block[]; createdAt: Date },
): Promise<Uint8Array> {
  const { writePdf } = await import('#server/platform/pdf/pdf.ts')
  return workInTurn(() =>
    writePdf(deps, document, (path) => readBuilt('dist', path)?.identity ?? null),
  )
}

/** A document in the shape of an API response. */
export const pdfFile = ({ name, bytes }: NonNullable<Mail['attachment']>): PdfFile => ({
  name,
  mediaType: 'application/pdf',
  base64: Buffer.from(bytes).toString('base64'),
})

/** Whether our typeface has all the letters of a name. A name that would print as boxes is left out. */
export async function canTypeset(name: string): Promise<boolean> {
  const { hasLettersOf } = await import('#server/platform/pdf/pdf-text.ts')
  return hasLettersOf(name)
}

/** The payments and their times (decision 41). */
function payBlocks(deps: PaperDeps, quote: Quote): Block[] {
  if (quote.finance) return financeBlocks(deps, quote)
  const { financeProducts, cms } = deps.catalogue
  const depositCents = depositDue(quote, 0)
  const balanceCents = balanceDue(quote, 0)
  const note = payNote(quote.payOption, cms.buildAndQuote.disclaimers)
  const rows: Row[] = [
    [
      isReservation(quote.payOption) ? 'Reservation fee' : 'Deposit',
      money(depositCents),
      'You pay this online once you’ve confirmed. We charge nothing before then.',
    ],
  ]
  if (balanceCents > 0)
    rows.push([
      isLease(quote.payOption) ? 'First payment' : 'Balance',
      money(balanceCents),
      `Before you collect the car${countsTradeIn(quote.payOption) ? ', less any trade-in' : ''}.`,
    ])
  const product = financeProducts.find(({ payOption }) => payOption === quote.payOption)
  return [
    { heading: `How you pay: ${product?.name ?? quote.payOption}` },
    { rows },
    ...(note ? [{ text: note, isNote: true }] : []),
  ]
}

/** A SHA-256 in two lines of the same length, as people compare them. */
export const hashLines = (sha256: string): string => sha256.replace(/.{32}(?=.)/g, '$&\n')
