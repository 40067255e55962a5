/** Three landscapes, 1600 x 800, for behind a car. The left half stays calm and dark enough for white text; the ground starts at y = 640. */
export type BackdropName = 'coast' | 'alpine' | 'city'

const W = 1600,
  H = 800,
  GROUND = 640
type ColourStop = [offset: number, colour: string, opacity?: number]

const stops = (list: ColourStop[]): string =>
  list
    .map(
      ([o, c, a]) =>
        `<stop offset="${o}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`,
    )
    .join('')
const vertical = (id: string, list: ColourStop[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops(list)}</linearGradient>`
const horizontal = (id: string, list: ColourStop[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="0">${stops(list)}</linearGradient>`
const glow = (id: string, cx: number, cy: number, r: number, list: ColourStop[]): string =>
  `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${r}">${stops(list)}</radialGradient>`
const area = (d: string, fill: string, opacity = 1): string =>
  `<path d="${d}" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`
const rect = (y0: number, y1: number, fill: string, opacity = 1): string =>
  area(`M0 ${y0}H${W}V${y1}H0Z`, fill, opacity)

/** Small deterministic random generator (mulberry32): the same picture on every build. */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Rolling ridge through the given heights, evenly spaced, closed down to `base`. */
function hills(heights: number[], base = H): string {
  const step = W / (heights.length - 1)
  let d = `M0 ${heights[0]}`
  for (let i = 1; i < heights.length; i++)
    d += `C${Math.round((i - 0.55) * step)} ${heights[i - 1]} ${Math.round((i - 0.45) * step)} ${heights[i]} ${Math.round(i * step)} ${heights[i]}`
  return `${d}V${base}H0Z`
}

/** Rough line from (x0, y0) to (x1, y1) as path commands. */
function rough(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  parts: number,
  jitter: number,
  next: () => number,
): string {
  let d = ''
  for (let i = 1; i <= parts; i++) {
    const t = i / parts,
      j = i === parts ? 0 : jitter
    d += `L${Math.round(x0 + (x1 - x0) * t + (next() - 0.5) * j)} ${Math.round(y0 + (y1 - y0) * t + (next() - 0.5) * j)}`
  }
  return d
}

/** A peak with a lit right face and a shaded left face. */
function peak(
  x: number,
  y: number,
  half: number,
  base: number,
  lit: string,
  shaded: string,
  seed: number,
): string {
  const next = random(seed),
    foot = x - half * 0.1
  const outline = `M${x} ${y}${rough(x, y, x + half, base, 7, 26, next)}L${x - half} ${base}${rough(x - half, base, x, y, 7, 26, next)}Z`
  const face = `M${x} ${y}${rough(x, y, foot, base, 8, 56, next)}L${x - half} ${base}`
  const copy = random(seed)
  rough(x, y, x + half, base, 7, 26, copy)
  return area(outline, lit) + area(`${face}${rough(x - half, base, x, y, 7, 26, copy)}Z`, shaded)
}

/** Road or shore in front, with a thin light edge and a painted line. */
const road = (id: string, line: string): string =>
  area(
    `M0 ${GROUND + 8}C500 ${GROUND - 8} 1100 ${GROUND - 8} ${W} ${GROUND}V${H}H0Z`,
    `url(#${id})`,
  ) +
  `<path d="M0 ${GROUND + 8}C500 ${GROUND - 8} 1100 ${GROUND - 8} ${W} ${GROUND}" fill="none" stroke="${line}" stroke-opacity=".45" stroke-width="2"/>` +
  `<path d="M0 784C500 774 1100 774 ${W} 780" fill="none" stroke="#f4f5f2" stroke-opacity=".42" stroke-width="4"/>`

/** Calms the left side, so that white text has contrast. */
const veilStops: ColourStop[] = [
  [0, '#0a1622', 0.68],
  [0.42, '#0a1622', 0.44],
  [0.66, '#0a1622', 0],
]

function coast(p: string): [defs: string, body: string] {
  const defs =
    vertical(`${p}s`, [
      [0, '#20406a'],
      [0.45, '#5f7d9c'],
      [0.75, '#e0b08c'],
      [1, '#f6cf9f'],
    ]) +
    glow(`${p}g`, 1190, 424, 720, [
      [0, '#fff6e2', 1],
      [0.05, '#ffe9c4', 0.85],
      [0.2, '#ffd09a', 0.45],
      [0.55, '#ffb37a', 0.12],
      [1, '#ffb37a', 0],
    ]) +
    vertical(`${p}w`, [
      [0, '#e6b993'],
      [0.25, '#8097a8'],
      [1, '#2c4c66'],
    ]) +
    vertical(`${p}a`, [
      [0, '#6f8395'],
      [1, '#a3a09d'],
    ]) +
    vertical(`${p}b`, [
      [0, '#41596d'],
      [1, '#5f7180'],
    ]) +
    vertical(`${p}c`, [
      [0, '#1d3342'],
      [1, '#14232d'],
    ]) +
    vertical(`${p}r`, [
      [0, '#5b5f60'],
      [0.3, '#3d4143'],
      [1, '#1d2022'],
    ]) +
    `<filter id="${p}o" y="-30%" height="160%"><feGaussianBlur stdDeviation="26 5"/></filter>`
  let glints = ''
  const next = random(7)
  for (let i = 0; i < 70; i++) {
    const y = 436 + (i / 70) ** 1.5 * 150,
      spread = 16 + (y - 430) * 1.1,
      x = 1190 + (next() - 0.5) * 2 * spread,
      l = 8 + next() * (y - 416) * 0.4
    glints += `M${Math.round(x - l / 2)} ${Math.round(y)}h${Math.round(l)}`
  }
  const clouds = [
    [820, 226, 230],
    [1180, 110, 330],
    [1440, 250, 240],
    [980, 316, 210],
  ]
    .map(
      ([x, y, r]) =>
        `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${Math.round(r! * 0.035)}" fill="#ffd9bd" fill-opacity=".5"/>`,
    )
    .join('')
  return [
    defs,
    rect(0, 432, `url(#${p}s)`) +
      `<g filter="url(#${p}o)">${clouds}</g>` +
      rect(0, H, `url(#${p}g)`) +
      rect(430, GROUND + 20, `url(#${p}w)`) +
      area(
        'M1600 330C1540 336 1510 352 1470 356C1440 372 1420 376 1400 398C1380 406 1372 424 1340 431H1600Z',
        `url(#${p}a)`,
      ) +
      area(
        'M0 322C70 318 120 330 190 352C250 360 290 380 350 388C400 402 450 412 560 432H0Z',
        `url(#${p}a)`,
      ) +
      `<path d="${glints}" stroke="#fff1d6" stroke-opacity=".75" stroke-width="2.5"/>` +
      area(
        'M0 372C60 376 110 398 150 404C190 428 250 440 300 470C350 480 380 494 450 500H0Z',
        `url(#${p}b)`,
      ) +
      `<path d="M0 506C180 490 330 512 520 506C700 500 900 512 1600 500" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="3"/>` +
      area(hills([560, 574, 596, 600, 604, 592, 570, 548, 540]), `url(#${p}c)`) +
      road(`${p}r`, '#f1cfa5'),
  ]
}

function alpine(p: string): [defs: string, body: string] {
  const face = (id: string, top: string, middle: string, low: string) =>
    vertical(`${p}${id}`, [
      [0, top],
      [0.5, middle],
      [1, low],
    ])
  const defs =
    vertical(`${p}s`, [
      [0, '#2a5582'],
      [0.55, '#7ea3c0'],
      [1, '#d7e2e6'],
    ]) +
    face('a', '#f3f6f7', '#c3d2dc', '#a9bcc8') +
    face('b', '#b4c7d6', '#8fa9bc', '#92a9b8') +
    face('c', '#fbfbf9', '#a8b8c1', '#617584') +
    face('d', '#93a9bb', '#5c7488', '#465c6c') +
    vertical(`${p}f`, [
      [0, '#3c5b56'],
      [1, '#223a3b'],
    ]) +
    vertical(`${p}w`, [
      [0, '#8fb0bd'],
      [0.4, '#4f8296'],
      [1, '#1f4b60'],
    ]) +
    vertical(`${p}m`, [
      [0, '#eaf1f3', 0],
      [1, '#eaf1f3', 0.6],
    ]) +
    vertical(`${p}r`, [
      [0, '#8d8f89'],
      [0.22, '#5d605f'],
      [1, '#2a2d2f'],
    ])
  const url = (id: string) => `url(#${p}${id})`
  const far = [
    [180, 300, 260, 3],
    [520, 282, 280, 11],
    [900, 262, 300, 5],
    [1470, 230, 320, 8],
  ]
    .map(([x, y, h, seed]) => peak(x!, y!, h!, 480, url('a'), url('b'), seed!))
    .join('')
  const near = [
    [40, 330, 300, 21],
    [1240, 150, 380, 9],
    [760, 300, 250, 17],
    [1600, 260, 300, 4],
  ]
    .map(([x, y, h, seed]) => peak(x!, y!, h!, 490, url('c'), url('d'), seed!))
    .join('')
  let ripples = ''
  const next = random(5)
  for (let i = 0; i < 46; i++) {
    const y = 496 + (i / 46) ** 1.4 * 118
    ripples += `M${Math.round(next() * 1500)} ${Math.round(y)}h${Math.round(30 + next() * 150)}`
  }
  return [
    defs,
    rect(0, 500, url('s')) +
      far +
      rect(360, 482, url('m')) +
      near +
      rect(400, 490, url('m')) +
      area(hills([446, 470, 484, 476, 486, 488, 478, 462, 448, 436], 494), url('f')) +
      rect(490, GROUND + 20, url('w')) +
      `<g transform="matrix(1 0 0-.38 0 676)" opacity=".3">${near}</g>` +
      `<path d="${ripples}" stroke="#e8f2f5" stroke-opacity=".32" stroke-width="2"/>` +
      area(hills([606, 618, 626, 624, 618, 606, 596]), '#39443f') +
      road(`${p}r`, '#eceee6'),
  ]
}

function city(p: string): [defs: string, body: string] {
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

const DRAW: Record<BackdropName, (prefix: string) => [string, string]> = { coast, alpine, city }

/** The landscape as SVG. `uid` prefixes the ids: give each inlined copy its own. */
export function backdrop(name: BackdropName, uid: string = name): string {
  const p = `${uid}-`,
    [defs, body] = DRAW[name](p)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><defs>${defs}${horizontal(`${p}v`, veilStops)}</defs>${body}${rect(0, GROUND, `url(#${p}v)`)}</svg>`
}
