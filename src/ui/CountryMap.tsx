import { MAP_SIZE, islandPaths, spotsOf, viewAround } from '#lib/art/nz-map.ts'
import type { Position } from '#lib/addresses/distance.ts'
import './country-map.css'

interface Spot extends Position {
  /** The name beside it. */
  name: string
  /** The same link as in the list beside the map. */
  href?: string
  /** The same choice as in the list beside the map, which serves keyboards and screen readers. */
  onPick?: () => void
  isChosen?: boolean
}

interface CountryMapProps {
  /** The accessible name of the map. */
  label: string
  spots: readonly Spot[]
  /** The page is about this one place: only the country around it is shown. */
  only?: boolean
}

/** A map of New Zealand with places. It repeats the list beside it and adds nothing. */
export function CountryMap({ label, spots, only = false }: CountryMapProps) {
  const hasLinks = spots.some(({ href }) => href)
  const drawnSpots = spotsOf(spots)
  return (
    <svg
      className="nz-map"
      data-only={only || undefined}
      viewBox={only ? viewAround(drawnSpots[0]!) : `0 0 ${MAP_SIZE.width} ${MAP_SIZE.height}`}
      role={hasLinks ? 'group' : 'img'}
      aria-label={label}
    >
      {islandPaths().map((d) => (
        <path className="nz-map__land" key={d} d={d} />
      ))}
      {drawnSpots.map((spot) => {
        const { name, href, onPick, isChosen, x, y, side, box } = spot
        const drawn = (
          <>
            <rect className="nz-map__target" {...box} rx="4" />
            <circle className="nz-map__dot" cx={x} cy={y} r={isChosen ? 9 : 6} />
            <text
              className="nz-map__name"
              {...(only
                ? { x, y: y + 28, textAnchor: 'middle' }
                : {
                    x: side === 'right' ? x + 13 : x - 13,
                    y: box.y + box.height / 2 + 5.5,
                    textAnchor: side === 'right' ? 'start' : 'end',
                  })}
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
