import { memo, useId } from 'react'
import { formatMoney } from '#lib/shared/money.ts'
import { listed } from '#lib/shared/numbers.ts'

interface SwatchGroupProps {
  legend: string
  name: string
  /** Of the stylesheet's classes: `.paint-{code}` or `.trim-{code}`. */
  kind: 'paint' | 'trim'
  rows: readonly { code: string; name: string; premiumCents: number }[]
  chosen: string
  onChoose: (code: string) => void
  /** What each does to the delivery, by its code. */
  moves?: Readonly<Record<string, string>>
}

/** Colours as dots. The name of the chosen one stands below the row. */
export const SwatchGroup = memo(function SwatchGroup({
  legend,
  name,
  kind,
  rows,
  chosen,
  onChoose,
  moves,
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
                {moves?.[row.code] && <>. {moves[row.code]}</>}
              </span>
            </span>
          </label>
        ))}
      </div>
      {moves && <Moves rows={rows} moves={moves} />}
    </fieldset>
  )
})

/** What the other colours do to the delivery: those that do the same together. */
function Moves({ rows, moves }: Required<Pick<SwatchGroupProps, 'rows' | 'moves'>>) {
  const words = [...new Set(rows.flatMap(({ code }) => moves[code] ?? []))]
  if (words.length === 0) return null
  return (
    <ul className="small">
      {words.map((said) => (
        <li key={said}>
          <strong>{said}</strong>:{' '}
          {listed(
            rows.filter(({ code }) => moves[code] === said).map(({ name }) => name),
            'and',
          )}
        </li>
      ))}
    </ul>
  )
}
