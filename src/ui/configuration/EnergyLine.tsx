/** The energy label of a car in a line, as the regulations want it beside a listing; every figure is folded behind it. */
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
    <details className="fold energy-line">
      <summary>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path
            d="M12 2l3 6.5 7 .8-5.2 4.8 1.4 7L12 17.6 5.800 21.1l1.4-7L2 9.3l7-.8z"
            fill="currentColor"
          />
        </svg>
        <span>
          <span className="visually-hidden">{label}: </span>
          {[stars.replace(' out of 6 stars', ' of 6'), ...rest.flatMap(inShort)].map((text, i) => (
            <span key={text}>
              {i > 0 && ' · '}
              <span className="nowrap">{text}</span>
            </span>
          ))}
        </span>
      </summary>
      <p className="fine-print">
        {name && `${name}. `}
        {lines.map(([what, value]) => `${what}: ${value}`).join(' · ')}
      </p>
    </details>
  )
}

/** What the line says of a figure: how much the car uses, and what that costs in a year. */
const inShort = ([label, value]: readonly [label: string, value: string]): string[] => {
  if (label === 'Fuel' || label === 'Electricity') return [value]
  const [cost, distance] = label === 'Yearly energy cost' ? value.split(' for ') : []
  return cost && distance ? [`${cost} a year`] : []
}
