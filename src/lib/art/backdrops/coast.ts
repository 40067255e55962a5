import { H, GROUND, vertical, glow, area, rect, random, hills, road } from './shapes.ts'

/** Dawn over a bay, with a low sun to the right. */
export function coast(p: string): [defs: string, body: string] {
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
