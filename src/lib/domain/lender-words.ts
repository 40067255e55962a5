import { formatMoney } from './money.ts'
import type { LenderShare } from './pay-options.ts'

/**
 * What comes from the lender, line by line: the first is what the price lacks beside the deposit.
 *
 * @param hasPaid The lender has paid all of it.
 */
export function lenderLines(
  { restCents, feesCents, amountFinancedCents }: LenderShare,
  termMonths: number,
  hasPaid: boolean,
): { label: string; cents: number; note: string }[] {
  const pays = hasPaid ? 'has paid' : 'pays'
  const rest = {
    label: 'From the lender',
    cents: restCents,
    note: `The lender ${pays} the rest of the price. You repay it, with fees and interest.`,
  }
  if (feesCents === 0) return [rest]
  return [
    rest,
    {
      label: 'The lender’s fees',
      cents: feesCents,
      note: 'They are part of the loan, and not of the price.',
    },
    {
      label: 'Amount financed, fees included',
      cents: amountFinancedCents,
      note: `Both together. The lender ${pays} it; you repay it over ${termMonths} months, with interest.`,
    },
  ]
}

/** The same as a sentence, beside what the lender has paid or has still to pay. */
export const lenderSentence = ({
  restCents,
  feesCents,
  amountFinancedCents,
}: LenderShare): string =>
  feesCents === 0
    ? `The rest of the price (${formatMoney(restCents)}).`
    : `The rest of the price (${formatMoney(restCents)}) and the lender’s fees that are part of the loan (${formatMoney(feesCents)}), together the amount financed (${formatMoney(amountFinancedCents)}).`
