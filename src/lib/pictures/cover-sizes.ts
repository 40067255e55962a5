import type { Photograph } from './photographs.ts'

const PHONE = '(width < 720px)'
const BELOW_DESK = '(width < 960px)'

/**
 * Boxes as wide as the window that a photograph covers: how high they are, by the first media query that holds. Where words
 * make the height it is about right.
 */
const BOXES = {
  hero: [[PHONE, '62vw + 16rem'], [BELOW_DESK, '56vw'], ['min(48vw, 46rem)']],
  owners: [[PHONE, '58vw + 22rem'], ['24vw + 20rem']],
  head: [[PHONE, '30rem'], ['clamp(24rem, 38vw, 36rem)']],
  about: [[PHONE, '75vw'], ['min(52vw, 36rem)']],
  road: [[PHONE, 'clamp(15rem, 62vw, 22rem)'], ['clamp(24rem, 42vw, 38rem)']],
  story: [[PHONE, '30rem'], ['max(40rem, 56.25vw)']],
  door: [['100vh']],
  studio: [[PHONE, '72vw'], ['48vw']],
} as const satisfies Record<string, [...(readonly [string, string])[], readonly [string]]>
export type CoveredBox = keyof typeof BOXES

/**
 * The `sizes` of a photograph that covers a box: in one that is higher than the photograph is drawn wider than the window,
 * and cropped.
 */
export const coverSizes = ({ width, height }: Photograph, box: CoveredBox): string =>
  BOXES[box]
    .map((entry) => {
      const [media, boxHeight] = entry.length === 2 ? entry : ['', entry[0]]
      return `${media} max(100vw, ${(width / height).toFixed(3)} * (${boxHeight}))`.trim()
    })
    .join(', ')
