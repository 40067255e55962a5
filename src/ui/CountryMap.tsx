import { MAP_SIZE, islandPaths, spotsOf } from '#lib/art/nz-map.ts'
import type { Place } from '#lib/addresses/places.ts'
import './country-map.css'

interface Spot extends Place {
  /** The name beside it. */
  name: string
  /** A link that the list beside the map has, too. */
  href?: string
  /** The list beside the map has the same choice, with a name and for the keyboard. */
  onPick?: () => void
  isChosen?: boolean
}

interface CountryMapProps {
  /** What the map is of, for who cannot see it. */
  label: string
  spots: readonly Spot[]
  /** There is but one place, which the page is about: it needs no name. */
  only?: boolean
}

/** New Zealand with places on it. A picture of the list beside it, which has all that the map has. */
export function CountryMap({ label, spots, only = false }: CountryMapProps) {
  const hasLinks = spots.some(({ href }) => href)
  return (
    <svg
      className="nz-map"
      viewBox={`0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`}
      role={hasLinks ? 'group' : 'img'}
      aria-label={label}
    >
      {islandPaths().map((d) => (
        <path className="nz-map__land" key={d} d={d} />
      ))}
      {spotsOf(spots).map((spot) => {
        const { name, href, onPick, isChosen, x, y, side, box } = spot
        if (only) return <circle className="nz-map__dot" key={name} cx={x} cy={y} r="9" />
        const drawn = (
          <>
            <rect className="nz-map__target" {...box} rx="4" />
            <circle className="nz-map__dot" cx={x} cy={y} r={isChosen ? 9 : 6} />
            <text
              className="nz-map__name"
              x={side === 'right' ? x + 13 : x - 13}
              y={y + 5.5}
              textAnchor={side === 'right' ? 'start' : 'end'}
            >
              {name}
            </text>
          </>
        )
        return href ? (
          <a className="nz-map__spot" key={name} href={href}>
            {drawn}
          </a>
        ) : (
          <g
            className="nz-map__spot"
            key={name}
            aria-hidden="true"
            data-chosen={isChosen || undefined}
            onClick={onPick}
          >
            {drawn}
          </g>
        )
      })}
    </svg>
  )
}
