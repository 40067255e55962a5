import { formatMoney } from '#lib/shared/money.ts'
import type { LenderShare } from '#lib/payments/pay-options.ts'

/**
 * How the lender's part of the price and its fees make up the amount financed, in words.
 *
 * @param hasPaid The lender has paid all of it.
 */
export const lenderNote = (
  { feesCents, amountFinancedCents }: LenderShare,
  termMonths: number,
  hasPaid: boolean,
): string =>
  [
    `The lender ${hasPaid ? 'has paid' : 'pays'} the rest of the price.`,
    feesCents === 0
      ? `You repay it over ${termMonths} months, with interest.`
      : `With its fees of ${formatMoney(feesCents)}, the amount financed is ${formatMoney(amountFinancedCents)}. You repay that over ${termMonths} months, with interest.`,
  ].join(' ')

/** The parts of the amount financed, as a sentence. */
export const lenderSentence = ({
  restCents,
  feesCents,
  amountFinancedCents,
}: LenderShare): string =>
  feesCents === 0
    ? `The rest of the price (${formatMoney(restCents)}).`
    : `The amount financed (${formatMoney(amountFinancedCents)}): the rest of the price (${formatMoney(restCents)}) plus the lender’s fees included in the loan (${formatMoney(feesCents)}).`
