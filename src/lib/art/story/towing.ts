/** Trailers behind a car, from its tow ball at x = 0. */
import { path, stroke } from '../svg.ts'
import type { Pen } from './lit.ts'

interface Trailer {
  lengthMm: number
  draw: (pen: Pen) => string
}

/** A two-tone caravan with one axle. */
const caravan: Trailer = {
  lengthMm: 5900,
  draw: ({ shape, box, wheel, shadow, light }) => {
    const shell =
      'M1010-560C970-900 1020-1900 1180-2300Q1260-2500 1500-2520H5180Q5560-2520 5680-2180L5860-640Q5870-470 5720-450H1160Q1030-450 1010-560Z'
    const windows = [roundedWindow(1500, 900), roundedWindow(2780, 620), roundedWindow(4620, 640)]
    return (
      shadow(900, 6000) +
      path('M-40-470L1080-500V-420L0-400Z', 'fill="#14171a"') +
      path('M300-460H390V-190H300Z', 'fill="#24292c"') +
      `<circle cx="345" cy="-110" r="110" fill="#0c0e10"/><circle cx="345" cy="-110" r="52" fill="#7d858a"/>` +
      box(520, -860, 430, 380, 60, '#c9ccc8') +
      shape(shell, '#eceae3') +
      path(
        'M1004-980C1006-820 1000-680 1012-560Q1030-450 1160-450H5720Q5870-470 5860-640L5816-980Z',
        'fill="#39535e"',
      ) +
      stroke('M1002-985H5818', 22, '#e0a458', 0.9) +
      windows
        .map((d) => path(d, `fill="${light.glass[2]![1]}"`) + stroke(d, 16, '#0d1013'))
        .join('') +
      windows.map((d) => path(d, `fill="${light.glass[0]![1]}" fill-opacity=".34"`)).join('') +
      stroke(
        'M3620-560V-2040Q3620-2140 3720-2140H4180Q4280-2140 4280-2040V-560',
        12,
        '#20262a',
        0.5,
      ) +
      path(roundedWindow(3760, 380), `fill="${light.glass[1]![1]}" fill-opacity=".7"`) +
      box(4160, -1240, 50, 130, 20, '#2a2f33') +
      stroke('M1500-2528H5180', 30, '#fff', 0.5) +
      path('M5760-900L5800-900L5840-620H5770Z', 'fill="#b3202a"') +
      path('M2880-450A420 420 0 0 1 3720-450Z', 'fill="#0a0c0d"') +
      wheel(3300, 345) +
      path(
        'M1010-560Q1030-450 1160-450H5720Q5870-470 5860-640L5850-700H1000Z',
        'fill="#000" fill-opacity=".22"',
      )
    )
  },
}

function roundedWindow(x: number, width: number): string {
  const r = 70
  return `M${x + r}-2090H${x + width - r}q${r} 0 ${r} ${r}V-1480q0 ${r}-${r} ${r}H${x + r}q-${r} 0-${r}-${r}V-2020q0-${r} ${r}-${r}Z`
}

/** A small trailer with two kayaks on its frame. */
const kayaks: Trailer = {
  lengthMm: 4100,
  draw: ({ shape, wheel, shadow }) => {
    const kayak = (y: number, fill: string) =>
      shape(
        `M150 ${y - 90}C700 ${y + 80} 1300 ${y + 130} 2150 ${y + 130}S3600 ${y + 80} 4100 ${y - 110}C3500 ${y - 130} 2900 ${y - 120} 2560 ${y - 96}Q2150 ${y - 30} 1760 ${y - 96}C1300 ${y - 130} 700 ${y - 120} 150 ${y - 90}Z`,
        fill,
      ) + stroke(`M330 ${y - 66}C1000 ${y + 20} 3000 ${y + 30} 3900 ${y - 80}`, 14, '#fff', 0.4)
    return (
      shadow(700, 3700) +
      path('M-40-470L1200-520H3400V-470H1200L0-400Z', 'fill="#14171a"') +
      stroke('M1240-1500V-560M3260-1500V-560M1240-1000H3260', 46, '#3a4145') +
      stroke('M1240-1500V-560M3260-1500V-560', 12, '#fff', 0.3) +
      kayak(-1480, '#e07a2c') +
      kayak(-1130, '#f0c64a') +
      shape('M1000-900H3560V-520H1000Z', '#39424a') +
      stroke('M1000-894H3560', 18, '#aeb6ba', 0.8) +
      stroke('M1640-880V-540M2280-880V-540M2920-880V-540', 16, '#000', 0.35) +
      path('M3500-760H3560V-600H3500Z', 'fill="#b3202a"') +
      path('M1860-520A400 370 0 0 1 2660-520Z', 'fill="#0a0c0d"') +
      wheel(2260, 310)
    )
  },
}

/** The heaviest trailer that a car with this rating would be seen with. */
export const trailerFor = (brakedTowKg: number): Trailer => (brakedTowKg >= 1400 ? caravan : kayaks)
