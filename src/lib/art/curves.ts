/** Curves and number formatting. Data has y UP; everything written to SVG has y DOWN and is rounded to whole millimetres. */

export interface Knot {
  x: number
  y: number
  corner: boolean
  heading?: number
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
/** Rounded number as text; never "-0". */
export const num = (value: number): string => String(Math.round(value) || 0)
/** A point for path data, with y flipped. */
export const pt = (x: number, y: number): string => `${num(x)} ${num(-y)}`
/** The point at `radius` and clockwise `degrees` from twelve o'clock, round the origin. */
export const polar = (radius: number, degrees: number): [number, number] => [
  radius * Math.sin(radians(degrees)),
  radius * Math.cos(radians(degrees)),
]

/** "x,y" smooth knot; "x,y!" corner; "x,y@deg" smooth knot with a set heading (0 = rearward, 90 = up). */
export function knots(text: string): Knot[] {
  return text
    .trim()
    .split(/\s+/)
    .map((token) => {
      const m = /^(-?[\d.]+),(-?[\d.]+)(!)?(?:@(-?[\d.]+))?$/.exec(token)
      if (!m) throw new Error(`bad knot "${token}"`)
      return {
        x: +m[1]!,
        y: +m[2]!,
        corner: !!m[3],
        heading: m[4] === undefined ? undefined : radians(+m[4]),
      }
    })
}

/** Knot text -> path commands. `move` false continues the current path with a line to the first knot. */
export function spline(source: string | Knot[], close = false, move = true): string {
  const given = typeof source === 'string' ? knots(source) : source
  const all = close ? [...given, given[0]!] : given
  let out = `${move ? 'M' : 'L'}${pt(all[0]!.x, all[0]!.y)}`
  for (let start = 0, i = 1; i < all.length; i++) {
    if (i === all.length - 1 || all[i]!.corner || all[i]!.heading !== undefined) {
      out += hobby(all.slice(start, i + 1))
      start = i
    }
  }
  return close ? `${out}Z` : out
}

/** The strip between a line and its copy moved by `rise` (negative = down): shade or light beside a crease. */
export function band(text: string, rise: number): string {
  const line = knots(text)
  const moved = [...line].reverse().map((k) => ({ ...k, y: k.y + rise }))
  return `${spline(line)}${spline(moved, false, false)}Z`
}

export const meanY = (text: string): number => {
  const k = knots(text)
  return k.reduce((sum, q) => sum + q.y, 0) / k.length
}

/* ---- Hobby's algorithm (METAFONT): fair cubic curves through few points ---- */

const wrap = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle))

/** Velocity function: how far a handle reaches, for the turning angles at its two ends. */
function reach(a: number, b: number): number {
  const sa = Math.sin(a),
    sb = Math.sin(b),
    ca = Math.cos(a),
    cb = Math.cos(b)
  const alpha = Math.SQRT2 * (sa - sb / 16) * (sb - sa / 16) * (ca - cb)
  return (2 + alpha) / (1 + 0.5 * (Math.sqrt(5) - 1) * ca + 0.5 * (3 - Math.sqrt(5)) * cb) / 3
}

/** Turning angle at each knot, relative to the chord that leaves it (a tridiagonal system). */
function turningAngles(
  p: Knot[],
  length: number[],
  chord: number[],
): { theta: number[]; psi: number[] } {
  const last = p.length - 1
  const psi: number[] = Array(last + 1).fill(0)
  for (let i = 1; i < last; i++) psi[i] = wrap(chord[i]! - chord[i - 1]!)
  const A: number[] = [],
    B: number[] = [1],
    C: number[] = [],
    D: number[] = []
  const first = p[0]!.heading,
    end = p[last]!.heading
  C[0] = first === undefined ? 1 : 0
  D[0] = first === undefined ? -psi[1]! : wrap(first - chord[0]!)
  for (let i = 1; i < last; i++) {
    A[i] = 1 / length[i - 1]!
    C[i] = 1 / length[i]!
    B[i] = 2 * (A[i]! + C[i]!)
    D[i] = -(2 * psi[i]! * A[i]! + psi[i + 1]! * C[i]!)
  }
  A[last] = end === undefined ? 1 : 0
  B[last] = 1
  D[last] = end === undefined ? 0 : wrap(end - chord[last - 1]!)
  for (let i = 1; i <= last; i++) {
    const w = A[i]! / B[i - 1]!
    B[i]! -= w * (C[i - 1] ?? 0)
    D[i]! -= w * D[i - 1]!
  }
  const theta: number[] = []
  theta[last] = D[last]! / B[last]!
  for (let i = last - 1; i >= 0; i--) theta[i] = (D[i]! - C[i]! * theta[i + 1]!) / B[i]!
  return { theta, psi }
}

/** One smooth run of knots -> "C..." commands (or one "L" for a plain pair). */
function hobby(p: Knot[]): string {
  const last = p.length - 1
  if (last < 1) return ''
  if (last === 1 && p[0]!.heading === undefined && p[1]!.heading === undefined)
    return `L${pt(p[1]!.x, p[1]!.y)}`
  const length: number[] = [],
    chord: number[] = []
  for (let i = 0; i < last; i++) {
    const dx = p[i + 1]!.x - p[i]!.x,
      dy = p[i + 1]!.y - p[i]!.y
    length[i] = Math.hypot(dx, dy) || 1
    chord[i] = Math.atan2(dy, dx)
  }
  const { theta, psi } = turningAngles(p, length, chord)
  let out = ''
  for (let i = 0; i < last; i++) {
    const leave = theta[i]!,
      arrive = i === last - 1 ? -theta[last]! : -psi[i + 1]! - theta[i + 1]!
    const ra = reach(leave, arrive) * length[i]!,
      rb = reach(arrive, leave) * length[i]!
    const from = p[i]!,
      to = p[i + 1]!,
      h0 = chord[i]! + leave,
      h1 = chord[i]! - arrive
    out += `C${pt(from.x + ra * Math.cos(h0), from.y + ra * Math.sin(h0))} ${pt(to.x - rb * Math.cos(h1), to.y - rb * Math.sin(h1))} ${pt(to.x, to.y)}`
  }
  return out
}
