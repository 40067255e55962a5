import type { PayOption } from '#lib/codes.ts'
import type { Quote, QuoteFinance } from '#lib/quotes/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { payKind } from '#lib/payments/pay-options.ts'

const PER: Record<QuoteFinance['frequency'], string> = {
  Weekly: 'a week',
  Fortnightly: 'a fortnight',
  Monthly: 'a month',
}

/** A payment as people say it: `$212.86 a week`. Always show {@link financeRows} with it. */
export const paymentInWords = ({ paymentCents, frequency }: QuoteFinance): string =>
  `${formatMoney(paymentCents)} ${PER[frequency]}`

/** The figures that must accompany a payment figure (decision 19), each with its label. */
export function financeRows(
  totals: Quote['totals'],
  finance: QuoteFinance,
  isLeased: boolean,
): [label: string, value: string][] {
  const rows: [label: string, value: string][] = [
    ['Cash price, drive-away', formatMoney(totals.driveAwayCents)],
    ['Deposit', formatMoney(totals.depositDueCents)],
    ['Term', `${finance.termMonths} months`],
    ['Payments', `${finance.paymentCount}, ${finance.frequency.toLowerCase()}`],
    ['Last regular payment', formatMoney(finance.lastPaymentCents)],
    ['Annual interest rate', `${finance.annualRatePct}%`],
    ['One-off fees', formatMoney(finance.feesCents)],
    ['Account fee in each payment', formatMoney(finance.accountFeePerPaymentCents)],
    ['Final payment', formatMoney(finance.balloonCents)],
    ['Total amount payable', formatMoney(finance.totalPayableCents)],
  ]
  if (isLeased) return rows
  const withDepositCents = finance.totalPayableCents + totals.depositDueCents
  rows.splice(2, 0, ['Amount financed, fees included', formatMoney(finance.amountFinancedCents)])
  return [...rows, ['Total with your deposit', formatMoney(withDepositCents)]]
}

/** The note with the figures of a pay option. */
export const payNote = (
  payOption: PayOption,
  { finance, lease, reservation }: Readonly<Record<'finance' | 'lease' | 'reservation', string>>,
): string | null =>
  ({
    cash: null,
    finance: `${finance} Finance is subject to the lender’s checks.`,
    lease: `${lease} The lease is subject to the lender’s checks.`,
    reservation,
  })[payKind(payOption)]
