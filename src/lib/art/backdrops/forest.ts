import { W, GROUND, vertical, glow, area, rect, random, hills, road, type Point } from './shapes.ts'

/** A road through beech forest. */
export function forest(p: string): [defs: string, body: string] {
  const defs =
    vertical(`${p}s`, [
      [0, '#23392f'],
      [0.5, '#6f8b62'],
      [1, '#c9d69c'],
    ]) +
    glow(`${p}g`, 1150, 330, 620, [
      [0, '#fbfadc', 0.95],
      [0.25, '#eef3b8', 0.5],
      [0.6, '#cfe08f', 0.14],
      [1, '#cfe08f', 0],
    ]) +
    vertical(`${p}l`, [
      [0, '#f6fbd2', 0.4],
      [1, '#f6fbd2', 0],
    ]) +
    vertical(`${p}t`, [
      [0, '#1d2a22'],
      [1, '#0d1511'],
    ]) +
    vertical(`${p}m`, [
      [0, '#4a6448'],
      [1, '#2f4535'],
    ]) +
    vertical(`${p}r`, [
      [0, '#595c52'],
      [0.3, '#3a3d38'],
      [1, '#1a1d1b'],
    ]) +
    `<filter id="${p}f"><feGaussianBlur stdDeviation="5"/></filter>`
  const next = random(23)
  /** Trunks with a foot that spreads and a bough now and then. */
  const trunks = (count: number, width: number, clear: (x: number) => boolean): string => {
    let d = ''
    for (let i = 0; i < count; i++) {
      const x = ((i + next()) / count) * W
      const w = width * (0.5 + next())
      const lean = (next() - 0.5) * 60
      if (clear(x)) continue
      const [l, r, top] = [Math.round(x - w), Math.round(x + w), Math.round(x + lean)]
      d += `M${Math.round(l - w * 0.8)} 660C${l} 620 ${l} 560 ${Math.round(top - w * 0.7)} 0H${Math.round(top + w * 0.7)}C${r} 560 ${r} 620 ${Math.round(r + w * 0.8)} 660Z`
    }
    return d
  }
  /** Crowns and undergrowth: many small rounds along a line. */
  const leaves = (y: number, spread: number, size: number, count: number): string => {
    let d = ''
    for (let i = 0; i < count; i++) {
      const x = Math.round(next() * W)
      const cy = Math.round(y + (next() - 0.5) * spread)
      const r = Math.round(size * (0.4 + next()))
      d += `M${x - r} ${cy}a${r} ${Math.round(r * 0.6)} 0 1 0 ${r * 2} 0a${r} ${Math.round(r * 0.6)} 0 1 0-${r * 2} 0`
    }
    return d
  }
  /** A fern: fronds that bend over to both sides. */
  const fern = (x: number, y: number, size: number): string => {
    let d = ''
    for (const side of [-1, -0.6, -0.25, 0.25, 0.6, 1]) {
      const tip: Point = [x + side * size, y - size * (0.95 - Math.abs(side) * 0.6)]
      d += `M${x} ${y}Q${Math.round(x + side * size * 0.3)} ${Math.round(y - size * 0.9)} ${Math.round(tip[0])} ${Math.round(tip[1])}Q${Math.round(x + side * size * 0.45)} ${Math.round(y - size * 0.6)} ${x} ${y}`
    }
    return d
  }
  const shafts = [
    [900, 130],
    [1080, 90],
    [1230, 150],
    [1420, 80],
  ]
    .map(([x, w]) => `M${x} 0h${w}l-${w! + 190} 640h-${w! + 60}Z`)
    .join('')
  const ferns = [60, 170, 300, 420, 540, 690, 820, 960, 1090, 1240, 1370, 1480, 1570]
    .map((x) => fern(x, 652, Math.round(38 + next() * 42)))
    .join('')
  const glade = (x: number) => x > 1000 && x < 1330
  return [
    defs,
    rect(0, GROUND + 20, `url(#${p}s)`) +
      rect(0, GROUND + 20, `url(#${p}g)`) +
      `<g filter="url(#${p}f)">${area(
        trunks(34, 9, () => false),
        '#8ba377',
        0.55,
      )}${area(leaves(120, 240, 60, 40), '#7c9a66', 0.4)}</g>` +
      area(trunks(22, 14, glade), `url(#${p}m)`, 0.9) +
      area(hills([600, 606, 596, 610, 602, 612, 600, 606, 598]), '#32483a') +
      area(shafts, `url(#${p}l)`, 0.7) +
      area(
        trunks(11, 26, (x) => x > 860 && x < 1420),
        `url(#${p}t)`,
      ) +
      `<g filter="url(#${p}f)">${area(leaves(0, 170, 60, 60), '#16241b', 0.85)}</g>` +
      area(leaves(632, 26, 40, 40), '#1c2b20') +
      area(ferns, '#2c4630') +
      road(`${p}r`, '#dfe6c0'),
  ]
}
