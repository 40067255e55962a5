import { memo, useId } from 'react'
import { formatMoney } from '#lib/shared/money.ts'
import { listed } from '#lib/shared/numbers.ts'

interface SwatchGroupProps {
  legend: string
  name: string
  /** Picks the CSS class: `.paint-{code}` or `.trim-{code}`. */
  kind: 'paint' | 'trim'
  rows: readonly { code: string; name: string; premiumCents: number }[]
  chosen: string
  onChoose: (code: string) => void
  /** Called when the pointer or focus reaches a colour, before it is chosen. */
  onPoint?: (code: string) => void
  /** How each colour changes the delivery, in words, by its code. */
  moves?: Readonly<Record<string, string>>
}

/** Colours as dots, with the name of the chosen one below the row. */
export const SwatchGroup = memo(function SwatchGroup({
  legend,
  name,
  kind,
  rows,
  chosen,
  onChoose,
  onPoint,
  moves,
}: SwatchGroupProps) {
  const id = useId()
  return (
    <fieldset className="choice-group">
      <legend>{legend}</legend>
      <div className="swatches">
        {rows.map((row) => (
          <label
            className="swatch-choice"
            key={row.code}
            title={row.name}
            onPointerEnter={() => onPoint?.(row.code)}
            onFocus={() => onPoint?.(row.code)}
          >
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

/** How the other colours change the delivery, grouped by the same change. */
function Moves({ rows, moves }: Required<Pick<SwatchGroupProps, 'rows' | 'moves'>>) {
  const words = [...new Set(rows.flatMap(({ code }) => moves[code] ?? []))]
  if (words.length === 0) return null
  return (
    <ul className="small">
      {words.map((text) => (
        <li key={text}>
          <strong>{text}</strong>:{' '}
          {listed(
            rows.filter(({ code }) => moves[code] === text).map(({ name }) => name),
            'and',
          )}
        </li>
      ))}
    </ul>
  )
}
