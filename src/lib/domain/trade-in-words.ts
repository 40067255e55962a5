import type { Quote } from '#lib/contract/shapes/quote.ts'
import { OWED_LABEL, OWING_LABEL, type DealSums } from './deal-sums.ts'
import { formatMoney } from './money.ts'
import { isFinance } from './pay-options.ts'

/** A line of a deal: what it is, when or why, and how much. */
export interface DealLine {
  label: string
  when: string
  cents: number
}

/** What accepted trade-ins take off the price or add to it, and what of that is paid to the customer. */
export function tradeInLines(
  { payOption }: Pick<Quote, 'payOption'>,
  { equityCents, owedCents = 0 }: { equityCents: number; owedCents?: number },
): DealLine[] {
  const when = isFinance(payOption) ? 'Taken off the deposit' : 'Taken off the balance'
  return [
    ...(equityCents > 0 ? [{ label: 'Your trade-in', when, cents: -equityCents }] : []),
    ...(equityCents < 0
      ? [
          {
            label: OWING_LABEL,
            when: 'More is owing than we offer. Added to the balance',
            cents: -equityCents,
          },
        ]
      : []),
    ...(owedCents > 0
      ? [{ label: OWED_LABEL, when: 'More than is left to pay', cents: owedCents }]
      : []),
  ]
}

/** Where the customer gets money back for a trade-in. */
export const surplusNotes = ({ equityCents, owedCents }: DealSums): string[] =>
  equityCents > 0 && owedCents > 0
    ? [
        `Your trade-in brings ${formatMoney(owedCents)} more than is left to pay. We pay you that at hand-over.`,
      ]
    : []
