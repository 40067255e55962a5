import type { ReactNode } from 'react'
import { formatMoney } from '#lib/shared/money.ts'

interface SummaryLineProps {
  label: ReactNode
  /** An amount of money, instead of `value`. */
  cents?: number
  value?: ReactNode
  /** Shown below the value in small type. */
  note?: ReactNode
  /** `money` aligns the digits, `nowrap` keeps the value on one line. */
  kind?: 'money' | 'nowrap'
  isTotal?: boolean
}

/** A line of a `<dl className="summary">`. */
export const SummaryLine = ({ label, cents, value, note, kind, isTotal }: SummaryLineProps) => (
  <div className={`summary__line${isTotal ? ' summary__line--total' : ''}`}>
    <dt>{label}</dt>
    {cents === undefined ? (
      <dd className={kind}>{value}</dd>
    ) : (
      <dd className="money">{formatMoney(cents)}</dd>
    )}
    {note && <dd className="summary__reason">{note}</dd>}
  </div>
)
