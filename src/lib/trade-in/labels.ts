import type { DealSums } from '#lib/payments/deal-sums.ts'
import { formatMoney } from '#lib/shared/money.ts'

/** Where the customer gets money back for a trade-in. */
export const surplusNotes = ({ equityCents, owedCents }: DealSums): string[] =>
  equityCents > 0 && owedCents > 0
    ? [
        `Your trade-in brings ${formatMoney(owedCents)} more than is left to pay. We pay you that at hand-over.`,
      ]
    : []
