import type { Problem } from '../content-error.ts'
import { contrast, shadesOf } from './contrast.ts'
import { PAIRS, type Pair } from './pairs.ts'
import { colourOf, originsOf, type BrandColours } from './palette.ts'

const named = (name: string): string => (name.startsWith('#') ? name : `var(--${name})`)
/** The colour of the brand to change for a pair: that of the text, or of its ground. */
const toChange = ({ front, ground }: Pair) =>
  originsOf(named(front))[0] ?? originsOf(named(ground))[0]
const contrastOf = ({ front, ground }: Pair, colours: BrandColours): number =>
  contrast(colourOf(named(front), colours)!, colourOf(named(ground), colours)!)

/** The colours that are too hard to read, each with its nearest shade that is not. */
export function colourProblems(colours: BrandColours): Problem[] {
  return (Object.keys(colours) as (keyof BrandColours)[]).flatMap((name) => {
    const own = PAIRS.filter((pair) => toChange(pair) === name)
    const worst = own
      .map((pair) => ({ ...pair, has: contrastOf(pair, colours) }))
      .filter(({ has, least }) => has < least)
      .sort((a, b) => a.has / a.least - b.has / b.least)[0]
    if (!worst) return []
    const shade = shadesOf(colours[name]).find((one) =>
      own.every((pair) => contrastOf(pair, { ...colours, [name]: one }) >= pair.least),
    )
    const [front, ground] = [worst.front, worst.ground].map((one) =>
      one.startsWith('#') || one === name ? one : `${one} (${colourOf(named(one), colours)!})`,
    )
    // Cut, not rounded: 4.46 is not 4.5.
    const has = (Math.floor(worst.has * 10) / 10).toFixed(1)
    const wanted = shade
      ? `the nearest shade with enough contrast everywhere is ${shade}`
      : 'no shade of it has enough contrast everywhere: change the others'
    return [
      {
        file: 'brand.json',
        path: `colours.${name}`,
        reason: `${colours[name]} is hard to read: ${worst.where}, ${front} on ${ground}, has a contrast of ${has}, and it needs ${worst.least}; ${wanted}`,
      },
    ]
  })
}
