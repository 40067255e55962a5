/** The plain car from the front. Lines are knots in shares: outwards, 100 is half of the width; upwards, 100 is the roof. */
import type { FrontView } from './front/view.ts'

export function silhouetteFront(
  { widthMm }: { widthMm: number },
  tyreWidth: number,
  up: (share: number) => number,
): FrontView {
  const out = (share: number) => Math.round((share / 200) * widthMm)
  const mm = (line: string) =>
    line.replace(
      /(-?[\d.]+),(-?[\d.]+)/g,
      (_, x: string, y: string) => `${out(Number(x))},${up(Number(y))}`,
    )
  return {
    width: widthMm,
    tyreWidth,
    track: out(96.5),
    cabin: mm('0,100 36,99 55,96.7 63,93.4! 73,83 83,72 89,64! 89,59! 0,59!'),
    screen: mm('0,95.4 32,94.6 56,92! 67,81 78,68.8! 43,67.6 0,67.4'),
    sideGlass: mm('64,89.6! 76,77.6 85,67! 83.5,66.4! 81,68 69.5,82.6!'),
    body: mm(
      '0,68.4 43,68 80,66.8! 89,64.6 95,60 98.5,53 100,43@-90 99.8,32 98.5,22 95,17! 76,13.6 45,11.8! 0,11.7',
    ),
    nose: mm('0,50.5 28,51.2 47,54.2 65,57 80,59.3 95,60.5'),
    crown: mm('79,65 88,62.4 93,58.4'),
    folds: [],
    cuts: [mm('82,66.6! 74,63 65,60 52,56'), mm('52,56! 42,52 28,49.6 0,49.2')],
    apron: mm('0,15.5! 61,15.5! 83,18! 102,22.5! 102,8! 0,8!'),
    face: {
      lamp: mm('94,58.6! 80,56.6 61,52.6 48,49! 47,46.6! 61,48 79,51 93.5,55!'),
      optics: [[out(76), up(52.6), 28, 24]],
      drl: [mm('49,47.6 62,49 79,52 92,55.6')],
      drlWidth: 9,
      intake: mm('0,32! 52,32! 58,29! 50,23! 0,22.8!'),
      creases: [],
    },
    mirror: [out(97), up(71.5)],
  }
}
