import { W, H, GROUND, vertical, glow, area, rect, random, road } from './shapes.ts'

/** A city on a wet night. */
export function city(p: string): [defs: string, body: string] {
  const rain = random(31)
  let drops = ''
  for (let i = 0; i < 34; i++) {
    const l = 16 + rain() * 40
    drops += `M${Math.round(20 + rain() * 285)} ${Math.round(rain() * 310)}l${Math.round(-l / 4)} ${Math.round(l)}`
  }
  const defs =
    vertical(`${p}s`, [
      [0, '#0a111c'],
      [0.6, '#1b2a40'],
      [1, '#4d4a5a'],
    ]) +
    vertical(`${p}a`, [
      [0, '#26364a'],
      [1, '#3a4455'],
    ]) +
    vertical(`${p}b`, [
      [0, '#101a27'],
      [1, '#1a2330'],
    ]) +
    glow(`${p}g`, 1120, 620, 700, [
      [0, '#ffb066', 0.55],
      [0.4, '#e07a3a', 0.2],
      [1, '#e07a3a', 0],
    ]) +
    vertical(`${p}r`, [
      [0, '#2b313a'],
      [0.3, '#171b21'],
      [1, '#0a0c10'],
    ]) +
    ['#ffc27a', '#ff8a4a', '#9fc6ff', '#ff5040']
      .map((c, i) =>
        vertical(`${p}k${i}`, [
          [0, c, 0.6],
          [0.35, c, 0.22],
          [1, c, 0],
        ]),
      )
      .join('') +
    `<filter id="${p}f"><feGaussianBlur stdDeviation="3"/></filter><filter id="${p}h" x="-60%" width="220%"><feGaussianBlur stdDeviation="7 2"/></filter>` +
    `<pattern id="${p}n" width="310" height="370" patternUnits="userSpaceOnUse"><path d="${drops}" stroke="#cfe0f2" stroke-opacity=".17" stroke-width="1.4"/></pattern>`
  const next = random(12)
  const skyline = (
    fill: string,
    low: number,
    high: number,
    width: number,
    lit: number,
    size: number,
  ): string => {
    let d = `M0 ${GROUND + 16}`,
      windows = '',
      cool = ''
    for (let x = 0; x < W;) {
      const w = Math.round(width * (0.6 + next() * 0.8)),
        top = Math.round(GROUND - low - next() ** 1.6 * (high - low) * (0.55 + 0.45 * (x / W)))
      d += `V${top}H${x + w}`
      for (let wy = top + 16; wy < GROUND - 20; wy += size * 2.6)
        for (let wx = x + 10; wx < x + w - 12; wx += size * 2.2) {
          if (next() < lit * (0.35 + 0.65 * (x / W))) {
            const square = `M${Math.round(wx)} ${Math.round(wy)}h${size}v${Math.round(size * 1.3)}h-${size}z`
            if (next() < 0.75) windows += square
            else cool += square
          }
        }
      x += w
    }
    return (
      area(`${d}V${GROUND + 16}H0Z`, fill) +
      area(windows, '#ffc98a', 0.62) +
      area(cool, '#b9d4f2', 0.5)
    )
  }
  const lights: [number, number, number, number][] = [
    [690, 586, 11, 2],
    [802, 600, 9, 0],
    [905, 580, 14, 0],
    [985, 604, 10, 3],
    [1072, 590, 17, 1],
    [1160, 606, 10, 0],
    [1248, 584, 15, 2],
    [1330, 602, 11, 3],
    [1424, 590, 16, 0],
    [1530, 598, 13, 1],
    [560, 604, 7, 0],
    [330, 606, 6, 1],
    [140, 604, 6, 2],
  ]
  const colours = ['#ffc27a', '#ff8a4a', '#9fc6ff', '#ff5040']
  const bokeh = lights
    .map(
      ([x, y, r, c]) =>
        `<circle cx="${x}" cy="${y}" r="${r}" fill="${colours[c]}" fill-opacity=".75"/>`,
    )
    .join('')
  const streaks = lights
    .map(
      ([x, , r, c]) =>
        `<path d="M${x - r} ${GROUND}h${r * 2}v${90 + r * 4}h-${r * 2}z" fill="url(#${p}k${c})"/>`,
    )
    .join('')
  return [
    defs,
    rect(0, GROUND + 20, `url(#${p}s)`) +
      skyline(`url(#${p}a)`, 130, 400, 84, 0.16, 5) +
      rect(0, H, `url(#${p}g)`) +
      skyline(`url(#${p}b)`, 46, 290, 116, 0.2, 7) +
      `<g filter="url(#${p}f)">${bokeh}</g>` +
      road(`${p}r`, '#c9d6e6') +
      `<g filter="url(#${p}h)">${streaks}</g>` +
      rect(0, H, `url(#${p}n)`),
  ]
}
