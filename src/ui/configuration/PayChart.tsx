import { formatMoney } from '#lib/shared/money.ts'
import { SummaryLine } from '../SummaryLine.tsx'

/** One way to pay, as a bar. */
export interface PayBar {
  name: string
  totalCents: number
  /** In the order they are paid; they add up to the total. */
  parts: readonly { name: PartName; cents: number }[]
  atTheEnd: string
  /** Every figure, where a table of all ways has no room. */
  figures: readonly (readonly [label: string, value: string])[]
}

const PARTS = ['Up front', 'Payments', 'Final payment'] as const
type PartName = (typeof PARTS)[number]

/** The total of each way to pay, drawn to one scale, with every amount in text beside it. */
export function PayChart({ bars }: { bars: readonly PayBar[] }) {
  const most = Math.max(...bars.map(({ totalCents }) => totalCents))
  return (
    <ul className="pay-chart" aria-label="Total cost of each way to pay">
      {bars.map(({ name, totalCents, parts, atTheEnd, figures }) => (
        <li key={name}>
          <p className="pay-chart__head">
            <span>{name}</span>
            <strong className="money">{formatMoney(totalCents)}</strong>
          </p>
          <svg
            className="pay-chart__bar"
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect width="100" height="4" />
            {parts.map((part, index) => (
              <rect
                key={part.name}
                data-part={PARTS.indexOf(part.name)}
                x={(100 * sum(parts.slice(0, index))) / most}
                width={(100 * part.cents) / most}
                height="4"
              />
            ))}
          </svg>
          <p className="small quiet">
            {parts.map((part) => (
              <span className="pay-chart__part" key={part.name}>
                <span
                  className="pay-chart__key"
                  data-part={PARTS.indexOf(part.name)}
                  aria-hidden="true"
                />
                {part.name} <span className="money">{formatMoney(part.cents)}</span>
                {', '}
              </span>
            ))}
            {atTheEnd.charAt(0).toLowerCase() + atTheEnd.slice(1)}
          </p>
          <details className="fold pay-chart__figures">
            <summary>See the full breakdown</summary>
            <dl className="summary">
              {figures.map(([label, value]) => (
                <SummaryLine key={label} label={label} value={value} />
              ))}
            </dl>
          </details>
        </li>
      ))}
    </ul>
  )
}

const sum = (parts: PayBar['parts']) => parts.reduce((cents, part) => cents + part.cents, 0)
