import { GROUND, vertical, area, rect, random, hills, peak, road } from './shapes.ts'

/** Peaks behind a lake, on a clear day. */
export function alpine(p: string): [defs: string, body: string] {
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
      `<g id="${p}n">${near}</g>` +
      rect(400, 490, url('m')) +
      area(hills([446, 470, 484, 476, 486, 488, 478, 462, 448, 436], 494), url('f')) +
      rect(490, GROUND + 20, url('w')) +
      `<use href="#${p}n" transform="matrix(1 0 0-.38 0 676)" opacity=".3"/>` +
      `<path d="${ripples}" stroke="#e8f2f5" stroke-opacity=".32" stroke-width="2"/>` +
      area(hills([606, 618, 626, 624, 618, 606, 596]), '#39443f') +
      road(`${p}r`, '#eceee6'),
  ]
}
