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
  rows.splice(2, 0, ['Amount financed, including fees', formatMoney(finance.amountFinancedCents)])
  return [...rows, ['Total with your deposit', formatMoney(withDepositCents)]]
}

/** Rate, term and total of a payment in a line. The other figures of {@link financeRows} may be folded behind it. */
export const paymentTerms = ({
  annualRatePct,
  termMonths,
  totalPayableCents,
}: QuoteFinance): string =>
  `${annualRatePct}% a year for ${termMonths} months. Total amount payable: ${formatMoney(totalPayableCents)}`

/** A figure with what belongs to it in small type. */
export interface KeyFigure {
  label: string
  value: string
  note?: string
}

/** The figures of a payment at a glance: four lines that name everything decision 19 asks for. */
export function keyFigures(
  totals: Quote['totals'],
  finance: QuoteFinance,
  isLeased: boolean,
): KeyFigure[] {
  const { feesCents, accountFeePerPaymentCents, balloonCents } = finance
  const fees = [
    feesCents > 0 && `${formatMoney(feesCents)} in one-off fees`,
    accountFeePerPaymentCents > 0 && `${formatMoney(accountFeePerPaymentCents)} in each payment`,
  ].filter(Boolean)
  const cashPrice = `Cash price, drive-away: ${formatMoney(totals.driveAwayCents)}`
  return [
    {
      label: 'Deposit',
      value: formatMoney(totals.depositDueCents),
      note: isLeased
        ? cashPrice
        : `${cashPrice}. Amount financed, including fees: ${formatMoney(finance.amountFinancedCents)}`,
    },
    {
      label: 'Term',
      value: `${finance.termMonths} months`,
      note: `Payments: ${finance.paymentCount}, ${finance.frequency.toLowerCase()}`,
    },
    {
      label: 'Annual interest rate',
      value: `${finance.annualRatePct}%`,
      note: fees.length > 0 ? `Plus ${fees.join(' and ')}` : 'No fees',
    },
    {
      label: 'Total amount payable',
      value: formatMoney(finance.totalPayableCents),
      ...(balloonCents > 0 && { note: `With a final payment of ${formatMoney(balloonCents)}` }),
    },
  ]
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
