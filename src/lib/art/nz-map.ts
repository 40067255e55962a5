import type { Position } from '#lib/addresses/distance.ts'

/**
 * A simple outline of New Zealand, drawn for this project: each island as longitude and latitude of its capes and bays,
 * clockwise from the north. True to some ten kilometres, which is enough to find a town by.
 */
const NORTH =
  '172.65,-34.45 172.72,-34.42 173.05,-34.42 172.99,-34.62 173.2,-34.92 173.3,-34.82 173.45,-34.82 173.5,-35 173.75,-34.96 174.02,-35.16 174.12,-35.32 174.33,-35.17 174.5,-35.6 174.57,-35.86 174.4,-35.84 174.47,-36.02 174.6,-36.1 174.8,-36.28 174.85,-36.38 174.7,-36.6 174.82,-36.83 175.18,-36.94 175.32,-37.18 175.53,-37.16 175.45,-36.8 175.35,-36.47 175.52,-36.52 175.72,-36.72 175.83,-36.84 175.89,-37.2 175.97,-37.42 176.18,-37.64 176.47,-37.76 177,-37.95 177.32,-38 177.68,-37.74 178.02,-37.54 178.3,-37.57 178.55,-37.69 178.36,-38.1 178.3,-38.53 178.0,-38.69 177.97,-38.82 177.92,-39.08 177.87,-39.27 177.8,-39.08 177.42,-39.08 177.1,-39.19 176.9,-39.42 176.95,-39.6 177.09,-39.65 177,-39.85 176.83,-40.18 176.62,-40.49 176.23,-40.9 175.97,-41.24 175.6,-41.47 175.29,-41.61 175.2,-41.42 174.92,-41.44 174.84,-41.34 174.62,-41.29 174.8,-41.1 174.97,-40.95 175.12,-40.74 175.23,-40.46 175.2,-40.2 174.98,-39.95 174.48,-39.79 174.2,-39.63 173.85,-39.48 173.75,-39.28 174.05,-39.05 174.28,-38.98 174.58,-38.82 174.63,-38.4 174.77,-38.1 174.82,-37.8 174.7,-37.39 174.54,-37.07 174.45,-36.9 174.22,-36.42 174.42,-36.3 174.2,-36.36 173.78,-35.98 173.55,-35.76 173.37,-35.53 173.08,-35.22 173.14,-35.12 172.92,-34.76'
const SOUTH =
  '172.68,-40.5 173.04,-40.56 172.7,-40.66 172.9,-40.84 173.02,-40.78 173.02,-41.08 173.27,-41.26 173.55,-41.06 173.83,-40.82 173.92,-40.98 174.1,-41.1 174.28,-40.99 174.38,-41.1 174.15,-41.28 174.07,-41.48 174.28,-41.73 174,-42.05 173.72,-42.42 173.3,-42.86 173.07,-43.06 172.76,-43.22 172.74,-43.5 172.85,-43.6 173.12,-43.72 172.97,-43.89 172.68,-43.83 172.22,-43.93 171.8,-44.06 171.5,-44.2 171.27,-44.4 171.15,-44.93 170.98,-45.12 170.87,-45.38 170.66,-45.64 170.74,-45.78 170.45,-45.94 170.2,-46.1 169.82,-46.45 169.4,-46.62 169,-46.67 168.5,-46.58 168.33,-46.62 168.2,-46.38 167.85,-46.37 167.7,-46.18 167.4,-46.26 166.62,-46.16 166.45,-45.91 166.55,-45.6 166.9,-45.22 167.35,-44.85 167.8,-44.55 168.05,-44.28 168.38,-44.03 168.65,-43.97 169.05,-43.84 169.65,-43.59 170.2,-43.22 170.5,-43 170.95,-42.71 171.19,-42.44 171.33,-42.08 171.47,-41.76 171.68,-41.7 172.08,-41.28 172.1,-41 172.22,-40.78 172.5,-40.6'
const STEWART =
  '167.75,-46.7 167.95,-46.69 168.14,-46.88 168.22,-47.05 167.95,-47.12 167.55,-47.28 167.45,-47.18 167.7,-46.95'

/** The drawing's size, with room for names beside the coasts. */
export const MAP_SIZE = { width: 460, height: 560 }

const UNITS_A_DEGREE = 41
/** A degree of longitude is so much of one of latitude in the middle of the country. */
const LONGITUDE_SHARE = Math.cos((41 * Math.PI) / 180)

type Point = readonly [x: number, y: number]

/** The position of a place on the drawing. */
function project({ latitude, longitude }: Position): Point {
  const x = 35 + (longitude - 166.4) * LONGITUDE_SHARE * UNITS_A_DEGREE
  const y = 12 + (-34.4 - latitude) * UNITS_A_DEGREE
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10]
}

const ISLANDS = [NORTH, SOUTH, STEWART].map((knots) =>
  knots.split(' ').map((knot) => {
    const [longitude, latitude] = knot.split(',').map(Number)
    return project({ longitude: longitude!, latitude: latitude! })
  }),
)

/** The part of the drawing with a place in its middle, a quarter of the whole, as a `viewBox`. */
export function viewAround({ x, y }: { x: number; y: number }): string {
  const [width, height] = [MAP_SIZE.width / 2, MAP_SIZE.height / 2]
  return `${Math.round(x - width / 2)} ${Math.round(y - height / 2)} ${width} ${height}`
}

/** The outline of each island as the `d` of a path. */
export const islandPaths = (): string[] =>
  ISLANDS.map((points) => `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`)

type Side = 'left' | 'right'

export interface Spot {
  x: number
  y: number
  /** The side its name is on. */
  side: Side
  /** The box of its dot and name. */
  box: { x: number; y: number; width: number; height: number }
}

/** Dealers by their town, each town as one place on the map. */
export const townsOf = <D extends Position & { address: { city: string } }>(
  dealers: readonly D[],
) =>
  [...new Set(dealers.map(({ address }) => address.city))].map((city) => {
    const inTown = dealers.filter(({ address }) => address.city === city)
    const { latitude, longitude } = inTown[0]!
    return {
      name: inTown.length > 1 ? `${city} (${inTown.length})` : city,
      latitude,
      longitude,
      dealers: inTown,
    }
  })

/** The approximate width of a letter of a name, the height of its line, and the room around a dot. */
const LETTER = 10
const LINE = 28
const AROUND = 14
/** Places beside a dot where its name may be, best first: on its height, then a line below or above. */
const SHIFTS = [0, LINE, -LINE, 2 * LINE, -2 * LINE]

/**
 * Positions places and their names on the drawing. A name is on the side of the nearer coast, where the sea has room, or
 * on the other side, or lower or higher, if it would cover another place or its name.
 */
export function spotsOf<P extends Position & { name: string }>(places: readonly P[]): (P & Spot)[] {
  const dots = places.map((place) => project(place))
  const placed: (P & Spot)[] = []
  places.forEach((place, index) => {
    const [x, y] = dots[index]!
    const near = nearerCoast(dots[index]!)
    const sides: Side[] = [near, near === 'left' ? 'right' : 'left']
    const spots = SHIFTS.flatMap((shift) =>
      sides.map((side) => ({ ...place, x, y, side, box: boxOf(x, y + shift, side, place.name) })),
    )
    const isFree = ({ box }: Spot) =>
      !dots.some((dot, other) => other !== index && covers(box, dot)) &&
      !placed.some((other) => overlap(nameIn(box), nameIn(other.box)))
    placed.push(spots.find(isFree) ?? spots[0]!)
  })
  return placed
}

const boxOf = (x: number, y: number, side: Side, name: string): Spot['box'] => {
  const width = 30 + LETTER * name.length
  const left = side === 'right' ? x - AROUND : x + AROUND - width
  return { x: left, y: y - LINE / 2, width, height: LINE }
}

/** The part that the name fills. */
const nameIn = ({ x, width, ...box }: Spot['box']): Spot['box'] => ({
  ...box,
  x: x + AROUND / 2,
  width: width - AROUND,
})

const covers = ({ x, y, width, height }: Spot['box'], [px, py]: Point): boolean =>
  px >= x && px <= x + width && py >= y && py <= y + height

const overlap = (a: Spot['box'], b: Spot['box']): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

function nearerCoast([x, y]: Point): Side {
  const coasts = ISLANDS.flatMap((points) => crossings(points, y))
  const room = (side: number) =>
    Math.min(...coasts.map((coast) => (coast - x) * side).filter((distance) => distance > 0))
  return room(1) <= room(-1) ? 'right' : 'left'
}

/** The x positions at which an outline crosses a height. */
const crossings = (points: readonly Point[], y: number): number[] =>
  points.flatMap(([x1, y1], index) => {
    const [x2, y2] = points[(index + 1) % points.length]!
    return y1 <= y === y2 <= y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)]
  })
