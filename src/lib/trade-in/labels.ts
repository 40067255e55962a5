import type { DealSums } from '#lib/payments/deal-sums.ts'
import { formatMoney } from '#lib/shared/money.ts'

/** Where the customer gets money back for a trade-in. */
export const surplusNotes = ({ equityCents, owedCents }: DealSums): string[] =>
  equityCents > 0 && owedCents > 0
    ? [
        `Your trade-in is worth ${formatMoney(owedCents)} more than you have left to pay. We’ll pay you that at hand-over.`,
      ]
    : []
