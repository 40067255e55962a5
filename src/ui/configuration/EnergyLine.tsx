/** The energy label of a car in a line: its stars large, and every other figure as text behind them. */
export function EnergyLine({
  name,
  lines,
}: {
  /** Of the grade, where the place shows a model. */
  name?: string
  /** By `energyLabel`: the stars come first. */
  lines: readonly (readonly [label: string, value: string])[]
}) {
  const [[label, stars] = ['', ''], ...rest] = lines
  return (
    <p className="energy-line">
      <span className="energy-line__stars">
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path
            d="M12 2l3 6.5 7 .8-5.2 4.8 1.4 7L12 17.6 5.800 21.1l1.4-7L2 9.3l7-.8z"
            fill="currentColor"
          />
        </svg>
        <span className="visually-hidden">{label}: </span>
        {stars.replace(' out of 6 stars', ' of 6')}
      </span>{' '}
      <span className="fine-print">
        {name && `${name}. `}
        {rest.map(([what, value]) => `${what}: ${value}`).join(' · ')}
      </span>
    </p>
  )
}
