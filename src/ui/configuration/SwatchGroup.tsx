import { memo, useId } from 'react'
import { formatMoney } from '#lib/domain/money.ts'

interface SwatchGroupProps {
  legend: string
  name: string
  /** Of the stylesheet's classes: `.paint-{code}` or `.trim-{code}`. */
  kind: 'paint' | 'trim'
  rows: readonly { code: string; name: string; premiumCents: number }[]
  chosen: string
  onChoose: (code: string) => void
}

/** Colours as dots. The name of the chosen one stands below the row. */
export const SwatchGroup = memo(function SwatchGroup({
  legend,
  name,
  kind,
  rows,
  chosen,
  onChoose,
}: SwatchGroupProps) {
  const id = useId()
  return (
    <fieldset className="choice-group">
      <legend>{legend}</legend>
      <div className="swatches">
        {rows.map((row) => (
          <label className="swatch-choice" key={row.code} title={row.name}>
            <input
              type="radio"
              name={name}
              value={row.code}
              checked={row.code === chosen}
              onChange={() => onChoose(row.code)}
              aria-labelledby={`${id}${row.code}`}
              aria-describedby={`${id}${row.code}price`}
            />
            <span className={`swatch ${kind}-${row.code}`} />
            <span className="swatch-choice__name">
              <span id={`${id}${row.code}`}>{row.name}</span>,{' '}
              <span className="quiet" id={`${id}${row.code}price`}>
                {row.premiumCents === 0 ? 'no extra charge' : `+ ${formatMoney(row.premiumCents)}`}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
})
