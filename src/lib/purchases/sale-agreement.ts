import { daysInWords } from '#lib/shared/words.ts'
import type { PayKind } from '#lib/payments/pay-options.ts'

/** The days in which a buyer may cancel, on a content page. The server finds the text by its no-break space, to replace it for another setting. */
export const cancelDaysOnPage = (days: number) => daysInWords(days).replace(' ', '\u00a0')

/**
 * The wording of a sale agreement (decision 22). A changed word needs a new version: each issued agreement is stored
 * with its version, its text and the SHA-256 of it.
 */
export const SALE_AGREEMENT = {
  version: '2026-11-28.2',
  titles: {
    cash: 'Vehicle sale agreement',
    finance: 'Vehicle sale agreement',
    lease: 'Vehicle supply agreement',
  } satisfies Record<Exclude<PayKind, 'reservation'>, string>,
  /** The opening sentence, by how the car is paid for. */
  about: {
    cash: 'We sell you the vehicle below, and you buy it, at the price below.',
    finance:
      'We sell you the vehicle below, and you buy it, at the price below. A lender pays part of it for you. The credit contract is a separate document, between you and the lender.',
    lease:
      'We supply the vehicle below to the lessor, who leases it to you. The lease is a separate document, between you and the lessor. Until the lease begins, this agreement sets out what you and we owe each other.',
  } satisfies Record<Exclude<PayKind, 'reservation'>, string>,
  /** `{days}` is replaced by the days of the setting. */
  clauses: [
    [
      'Price and payment',
      'The price is fixed. It includes GST, the on-road costs and everything listed above, and there are no other charges. Any amount still to pay must be paid before the vehicle is handed over.',
    ],
    [
      'Trade-in',
      'You give us your trade-in at the hand-over, in the condition you described and free of any debt except the amount shown above. If it is not as described, or carries other debt, you and we will agree on a new value before you hand it over.',
    ],
    [
      'Delivery and hand-over',
      'The delivery dates are an estimate. If they move by more than 60 days, or if we cannot supply the vehicle, you may cancel and we will refund everything you have paid. The dealer named above will hand over the vehicle once it is paid for and has passed its pre-delivery inspection.',
    ],
    [
      'Risk and ownership',
      'Risk passes to you when the vehicle is handed over. Ownership passes to you when the price is paid in full. A leased vehicle remains the property of the lessor.',
    ],
    [
      'Changing your mind',
      'You may cancel under My Purchases for any reason within {days} of confirming the purchase. If no car was available when you confirmed, that time starts when we find you one. We will refund everything you have paid. Accepting this agreement does not shorten that time.',
    ],
    [
      'Your rights',
      'Nothing here limits your rights under the Consumer Guarantees Act 1993, the Fair Trading Act 1986 or the Credit Contracts and Consumer Finance Act 2003. The factory warranty is in addition to those rights. If you and we cannot settle a complaint, it can go to the Motor Vehicle Disputes Tribunal or the Disputes Tribunal. New Zealand law applies.',
    ],
    [
      'Accepting',
      'You accept by ticking the box and typing your full name while signed in to your account, or by signing on paper at your dealer. Part 4 of the Contract and Commercial Law Act 2017 allows an agreement to be accepted electronically. Once you accept, the agreement binds you and us. We will keep it exactly as you accepted it and email you a copy.',
    ],
  ] as const,
  consent:
    'I have read this agreement and accept it. I agree to accept it electronically, and my name typed below is my signature.',
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
