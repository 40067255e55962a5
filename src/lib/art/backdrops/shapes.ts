/** The parts of landscapes: SVG text in a field of 1600 x 800, y down. */

export const W = 1600
export const H = 800
/** The height at which the ground begins. */
export const GROUND = 640

export type ColourStop = [offset: number, colour: string, opacity?: number]

const stops = (list: ColourStop[]): string =>
  list
    .map(
      ([o, c, a]) =>
        `<stop offset="${o}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`,
    )
    .join('')
export const vertical = (id: string, list: ColourStop[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops(list)}</linearGradient>`
export const horizontal = (id: string, list: ColourStop[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="0">${stops(list)}</linearGradient>`
export const glow = (id: string, cx: number, cy: number, r: number, list: ColourStop[]): string =>
  `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${r}">${stops(list)}</radialGradient>`
export const area = (d: string, fill: string, opacity = 1): string =>
  `<path d="${d}" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`
export const rect = (y0: number, y1: number, fill: string, opacity = 1): string =>
  area(`M0 ${y0}H${W}V${y1}H0Z`, fill, opacity)

/** Small deterministic random generator (mulberry32): the same picture on every build. */
export function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Rolling ridge through the given heights, evenly spaced, closed down to `base`. */
export function hills(heights: number[], base = H): string {
  const step = W / (heights.length - 1)
  let d = `M0 ${heights[0]}`
  for (let i = 1; i < heights.length; i++)
    d += `C${Math.round((i - 0.55) * step)} ${heights[i - 1]} ${Math.round((i - 0.45) * step)} ${heights[i]} ${Math.round(i * step)} ${heights[i]}`
  return `${d}V${base}H0Z`
}

export type Point = [x: number, y: number]

/** A line from a to b, broken in the middle again and again, by less each time: how rock looks from afar. */
function broken(a: Point, b: Point, jitter: number, next: () => number, depth = 4): Point[] {
  if (depth === 0) return [b]
  const middle: Point = [
    (a[0] + b[0]) / 2 + (next() - 0.5) * jitter * 0.5,
    (a[1] + b[1]) / 2 + (next() - 0.5) * jitter,
  ]
  return [
    ...broken(a, middle, jitter * 0.55, next, depth - 1),
    ...broken(middle, b, jitter * 0.55, next, depth - 1),
  ]
}

/** A closed outline through points, in whole units and steps from one to the next: short, and short compressed. */
function outline(points: Point[]): string {
  let [x, y] = [0, 0]
  const steps = points.map((point, i) => {
    const [dx, dy] = [Math.round(point[0]) - x, Math.round(point[1]) - y]
    ;[x, y] = [x + dx, y + dy]
    return `${i === 0 ? 'M' : i === 1 ? 'l' : ''}${dx}${dy < 0 ? '' : ' '}${dy}`
  })
  return `${steps.join(' ')}Z`
}

/**
 * A mountain: a broken outline, and spurs that run down from its ridges, in the shade to the left of a crest.
 *
 * @param half Half its width at the base.
 */
export function peak(
  x: number,
  y: number,
  half: number,
  base: number,
  lit: string,
  shaded: string,
  seed: number,
  depth = 5,
): string {
  const next = random(seed)
  const height = base - y
  const summit: Point = [x, y]
  const left = broken(summit, [x - half, base], height * 0.34, next, depth)
  const right = broken(summit, [x + half, base], height * 0.34, next, depth)
  /** From a share of the way down a ridge to the foot; `width` and `lean` are shares of that drop. */
  const spur = (ridge: Point[], share: number, width: number, lean: number): string => {
    const top = ridge[Math.floor(share * ridge.length)]!
    const drop = base - top[1]
    const foot: Point = [top[0] + lean * drop, base]
    const edge: Point = [foot[0] - width * drop, base]
    return outline([
      top,
      ...broken(top, foot, drop * 0.26, next, 3),
      edge,
      ...broken(edge, top, drop * 0.22, next, 3),
    ])
  }
  const foot: Point = [x - half * 0.2, base]
  const shade =
    outline([summit, ...left, foot, ...broken(foot, summit, height * 0.24, next, 3)]) +
    spur(right, 0.16, 0.3, 0.16) +
    spur(right, 0.4, 0.46, 0.26) +
    spur(right, 0.66, 0.6, 0.3)
  const gleam = spur(left, 0.28, 0.22, -0.34) + spur(left, 0.6, 0.3, -0.3)
  return (
    area(outline([...left.toReversed(), summit, ...right]), lit) +
    area(shade, shaded) +
    area(gleam, lit, 0.4)
  )
}

/** Road or shore in front, with a thin light edge and a painted line. */
export const road = (id: string, line: string): string =>
  area(
    `M0 ${GROUND + 8}C500 ${GROUND - 8} 1100 ${GROUND - 8} ${W} ${GROUND}V${H}H0Z`,
    `url(#${id})`,
  ) +
  `<path d="M0 ${GROUND + 8}C500 ${GROUND - 8} 1100 ${GROUND - 8} ${W} ${GROUND}" fill="none" stroke="${line}" stroke-opacity=".45" stroke-width="2"/>` +
  `<path d="M0 784C500 774 1100 774 ${W} 780" fill="none" stroke="#f4f5f2" stroke-opacity=".42" stroke-width="4"/>`
