import { W, vertical, area, rect, random, hills, peak, road } from './shapes.ts'

/** Golden plains below far ranges, under a nor’west arch, late in the day. */
export function plains(p: string): [defs: string, body: string] {
  const defs =
    vertical(`${p}s`, [
      [0, '#2f5f94'],
      [0.5, '#86a9c4'],
      [0.85, '#f0d9b0'],
      [1, '#f6e3bd'],
    ]) +
    vertical(`${p}k`, [
      [0, '#fffaf0', 1],
      [1, '#f0dcc4', 0.7],
    ]) +
    vertical(`${p}a`, [
      [0, '#fff4df'],
      [1, '#c9b9a8'],
    ]) +
    vertical(`${p}b`, [
      [0, '#9a9dab'],
      [1, '#a99f9b'],
    ]) +
    vertical(`${p}h`, [
      [0, '#a38e62'],
      [1, '#c7a55f'],
    ]) +
    vertical(`${p}t`, [
      [0, '#d3ac5c'],
      [0.5, '#b98d45'],
      [1, '#7c5f31'],
    ]) +
    vertical(`${p}m`, [
      [0, '#f6e3bd', 0],
      [1, '#f6e3bd', 0.75],
    ]) +
    vertical(`${p}r`, [
      [0, '#857a69'],
      [0.25, '#5a544b'],
      [1, '#2a2825'],
    ]) +
    `<filter id="${p}f" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="22 6"/></filter>`
  const next = random(41)
  const ranges = [
    [90, 430, 230, 2],
    [330, 408, 240, 7],
    [560, 424, 210, 13],
    [790, 396, 260, 5],
    [1040, 382, 270, 19],
    [1290, 372, 290, 3],
    [1530, 392, 260, 29],
  ]
    .map(([x, y, half, seed]) => peak(x!, y!, half!, 500, `url(#${p}a)`, `url(#${p}b)`, seed!, 4))
    .join('')
  /** A shelterbelt: a row of macrocarpas, seen along the plain. */
  const belt = (x0: number, x1: number, y: number, size: number): string => {
    let d = `M${x0} ${y}`
    for (let x = x0; x < x1; x += size) {
      const top = Math.round(y - size * (1 + next() * 0.7))
      d += `L${Math.round(x + size * 0.2)} ${top}L${Math.round(x + size * 0.7)} ${Math.round(top - size * 0.2 * next())}`
    }
    return `${d}L${x1} ${y}Z`
  }
  let tussock = ''
  for (let i = 0; i < 64; i++) {
    const y = 552 + (i / 64) ** 1.3 * 84
    const size = 2 + (y - 550) * 0.07
    const x = Math.round(next() * W)
    tussock += `M${x} ${Math.round(y)}q${Math.round(-size * 0.4)} ${Math.round(-size)} ${Math.round(-size)} ${Math.round(-size * 1.3)}M${x} ${Math.round(y)}v${Math.round(-size * 1.7)}M${x} ${Math.round(y)}q${Math.round(size * 0.4)} ${Math.round(-size)} ${Math.round(size)} ${Math.round(-size * 1.3)}`
  }
  let fence = ''
  for (let x = 20; x < W; x += 62) fence += `M${x} 634v-38`
  const arch = [
    [1060, 150, 560, 34],
    [760, 196, 320, 16],
    [1390, 222, 260, 14],
    [1120, 250, 380, 10],
  ]
    .map(
      ([x, y, rx, ry]) =>
        `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#${p}k)" fill-opacity=".62"/>`,
    )
    .join('')
  return [
    defs,
    rect(0, 504, `url(#${p}s)`) +
      `<g filter="url(#${p}f)">${arch}</g>` +
      ranges +
      rect(400, 502, `url(#${p}m)`) +
      rect(498, 560, `url(#${p}h)`) +
      area(
        belt(0, 420, 520, 13) + belt(610, 1180, 516, 10) + belt(1290, W, 522, 14),
        '#55583c',
        0.85,
      ) +
      area(hills([548, 542, 546, 540, 546, 542, 550, 544, 548]), `url(#${p}t)`) +
      `<path d="${tussock}" fill="none" stroke="#ecd08a" stroke-opacity=".55" stroke-width="2"/>` +
      `<path d="${fence}" stroke="#4a3c26" stroke-width="5"/><path d="M0 604H${W}M0 616H${W}M0 628H${W}" stroke="#4a3c26" stroke-opacity=".6" stroke-width="1.5"/>` +
      road(`${p}r`, '#f6e3bd'),
  ]
}
