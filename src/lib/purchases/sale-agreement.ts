import { daysInWords } from '#lib/shared/words.ts'
import type { PayKind } from '#lib/payments/pay-options.ts'

/** The days in which a buyer may cancel, on a content page. The server finds the text by its no-break space, to replace it for another setting. */
export const cancelDaysOnPage = (days: number) => daysInWords(days).replace(' ', '\u00a0')

/**
 * The wording of a sale agreement (decision 22). A changed word needs a new version: each issued agreement is stored
 * with its version, its text and the SHA-256 of it.
 */
export const SALE_AGREEMENT = {
  version: '2026-11-23',
  titles: {
    cash: 'Vehicle sale agreement',
    finance: 'Vehicle sale agreement',
    lease: 'Vehicle supply agreement',
  } satisfies Record<Exclude<PayKind, 'reservation'>, string>,
  /** The opening sentence, by how the car is paid for. */
  about: {
    cash: 'We sell you the vehicle below, and you buy it, at the price below.',
    finance:
      'We sell you the vehicle below, and you buy it, at the price below. A lender pays a part of it for you. Its credit contract is between you and the lender, and is a document of its own.',
    lease:
      'We supply the vehicle below to the lessor, who leases it to you. The lease is between you and the lessor, and is a document of its own. Until it begins, this agreement says what you and we owe each other.',
  } satisfies Record<Exclude<PayKind, 'reservation'>, string>,
  /** `{days}` is replaced by the days of the setting. */
  clauses: [
    [
      'Price and payment',
      'The price is fixed. It includes GST, the on-road costs and everything listed above, and there are no other charges. What is still to pay is paid before the vehicle is handed over.',
    ],
    [
      'Trade-in',
      'A vehicle that you trade in comes to us at the hand-over, as you described it, and free of any debt but what is named above. If it is not, we agree on its value again before you hand it over.',
    ],
    [
      'Delivery and hand-over',
      'The days of delivery are an estimate. If it moves by more than 60 days, or if we cannot supply the vehicle, you may cancel and we refund everything you have paid. The vehicle is handed over by the dealer named above, once it is paid for and has passed its pre-delivery inspection.',
    ],
    [
      'Risk and ownership',
      'The risk passes to you when the vehicle is handed over. Ownership passes when the price is paid in full; of a leased vehicle it stays with the lessor.',
    ],
    [
      'Changing your mind',
      'Within {days} of confirming the purchase, or of our finding a car for it if it had to wait for one, you may cancel under My Purchases for any reason, and we refund everything you have paid. Accepting this agreement does not shorten that time.',
    ],
    [
      'Your rights',
      'Nothing here limits your rights under the Consumer Guarantees Act 1993, the Fair Trading Act 1986 or the Credit Contracts and Consumer Finance Act 2003. The factory warranty is in addition to them. A complaint that we cannot settle together can go to the Motor Vehicle Disputes Tribunal or the Disputes Tribunal. New Zealand law applies.',
    ],
    [
      'Accepting',
      'You accept by ticking the box and typing your full name while signed in to your account, or by signing on paper at your dealer. Part 4 of the Contract and Commercial Law Act 2017 lets an agreement be accepted electronically. From then on it binds you and us. We keep it as it was accepted, and email you a copy.',
    ],
  ] as const,
  consent:
    'I have read this agreement and accept it. I agree to do so electronically, and that my name typed below is my signature.',
} as const

/** A part of an agreement, on its page and on paper. */
export type AgreementPart =
  | { heading: string }
  | { text: string }
  /** Label, value, and a note below. */
  | { rows: [label: string, value: string, note?: string][] }

const HEADING = '# '
const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** A row without a note ends at its value. */
const writeRow = ([label, value, note = '']: readonly [string, string, string?]): string =>
  [label, value, note]
    .map(oneLine)
    .filter((cell, at) => at < 2 || cell !== '')
    .join('\t')

const writePart = (part: AgreementPart): string =>
  'heading' in part
    ? HEADING + oneLine(part.heading)
    : 'text' in part
      ? oneLine(part.text)
      : part.rows.map(writeRow).join('\n')

/** The agreement as one text, as it is stored and hashed, with tabs between the cells of a row. */
export const writeAgreement = (title: string, parts: readonly AgreementPart[]): string =>
  [{ heading: title }, ...parts].map(writePart).join('\n\n')

/** Reads a text that {@link writeAgreement} wrote back into its parts. */
export function readAgreement(document: string): { title: string; parts: AgreementPart[] } {
  const [title = '', ...parts] = document.split('\n\n')
  return { title: title.slice(HEADING.length), parts: parts.map(readPart) }
}

const readPart = (part: string): AgreementPart => {
  // Only rows have tabs, and typed text is in rows only.
  if (!part.includes('\t'))
    return part.startsWith(HEADING) ? { heading: part.slice(HEADING.length) } : { text: part }
  return {
    rows: part.split('\n').map((line) => {
      const [label = '', value = '', note] = line.split('\t')
      return note ? [label, value, note] : [label, value]
    }),
  }
}
