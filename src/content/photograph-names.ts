import { existsSync } from 'node:fs'
import { HERO, OUTSIDE, VIEWS, type Photograph } from '#lib/pictures/photographs.ts'
import { z } from '#lib/shared/zod.ts'
import { readShape } from './check/shape-faults.ts'
import { pathText } from './json-lines.ts'
import { readJson } from './check/read-json.ts'
import type { Catalogue } from './schema/catalogue.ts'
import { percent } from './schema/values.ts'

/** The words about the pictures of a model, beside them. */
export const WORDS_FILE = 'pictures.json'

const Entry = z.strictObject({
  alt: z.optional(z.string()),
  caption: z.optional(z.string()),
  focus: z.optional(z.tuple([percent, percent])),
  studio: z.optional(z.boolean()),
})

/** By the name of a picture, or of a view for all pictures of it; `null` for those that were reported. */
export type Words = Record<string, z.infer<typeof Entry> | null>

export type Named = Pick<Catalogue, 'models' | 'colours' | 'interiors'>

/** The codes that the name of a picture may have, with their names. */
export interface ModelNames {
  colours: ReadonlyMap<string, string>
  interiors: ReadonlyMap<string, string>
  /** Grades, and options by their `kdcd`. */
  trims: readonly string[]
}

/** The codes of a model: only what it is sold in. */
export function modelNames(
  { variants }: Catalogue['models'][number],
  { colours, interiors }: Named,
): ModelNames {
  const options = variants.flatMap((variant) => variant.options)
  const sold = (rows: Named['interiors'], codes: readonly string[]) =>
    new Map(
      rows
        .filter(({ code }) => codes.includes(code))
        .map(({ code, name }) => [code, name] as const),
    )
  return {
    colours: sold(
      colours,
      options.flatMap(({ colourCodes }) => colourCodes),
    ),
    interiors: sold(
      interiors,
      options.flatMap(({ interiorCodes }) => interiorCodes),
    ),
    trims: [
      ...new Set([...variants.map(({ grade }) => grade), ...options.map(({ kdcd }) => kdcd)]),
    ],
  }
}

/** Whether a view is one of those every model may have. All others are details. */
export const isNamed = (view: string): boolean => [...VIEWS, HERO].some((name) => name === view)

/** Reads a name such as `side-RDB-SPORT`: the view in lower case, then codes. */
export function pictureName(
  stem: string,
  names: ModelNames,
): { view: string; codes: string[] } | { reason: string } {
  const inCapitals = namedInCapitals(stem, names)
  if (inCapitals) return { reason: `must have its codes in capitals: ${inCapitals}` }
  const [, view, tail] = /^([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:-([A-Z0-9-]+))?$/.exec(stem) ?? []
  if (!view)
    return { reason: 'must be named by its view in lower case and then codes, as in side-RDB.jpg' }
  const { colours, interiors, trims } = names
  const isOutside = OUTSIDE.some((name) => name === view) || view === HERO
  const known = [...colours.keys(), ...(isOutside ? [] : interiors.keys()), ...trims]
  // A code may have another at its start.
  const longestFirst = known.toSorted((a, b) => b.length - a.length)
  const codes: string[] = []
  let rest = tail ?? ''
  while (rest !== '') {
    const code = longestFirst.find((one) => `${rest}-`.startsWith(`${one}-`))
    if (!code)
      return {
        reason: `names ${rest}, which this model is not sold with: use one of ${known.join(', ')}`,
      }
    codes.push(code)
    rest = rest.slice(code.length + 1)
  }
  return { view, codes }
}

/** What `side-rdb` was to be named, which would be a detail: `side-RDB` if the model has such codes. */
function namedInCapitals(stem: string, names: ModelNames): string | null {
  const view = [...VIEWS, HERO].find((one) => stem.startsWith(`${one}-`))
  if (!view || !/[a-z]/.test(stem.slice(view.length))) return null
  const name = view + stem.slice(view.length).toUpperCase()
  return 'reason' in pictureName(name, names) ? null : name
}

/** The words of a folder; faults are reported with their path in the file. `null` if there are none. */
export function readWords(
  file: string,
  report: (path: string, reason: string) => void,
): Words | null {
  if (!existsSync(file)) {
    report('', 'is missing: it gives the alternative text of each picture')
    return null
  }
  let entries: [string, unknown][]
  try {
    entries = Object.entries(readJson(file) as object)
  } catch (error) {
    report('', (error as Error).message)
    return null
  }
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const entry = readShape(Entry, value)
      if ('data' in entry) return [name, entry.data]
      for (const { path, reason } of entry.faults) report(pathText([name, ...path]), reason)
      return [name, null]
    }),
  )
}

/** The words about a picture, its own before those of its view, and what is wrong with them. */
export function wordsOf(
  words: Words | null,
  stem: string,
  view: string,
  codes: readonly string[],
  { colours, interiors }: ModelNames,
): Pick<Photograph, 'focus' | 'isStudio'> & { alt: string; caption: string; faults: string[] } {
  const faults: string[] = []
  if (words?.[view] === null || words?.[stem] === null || words === null)
    return { alt: '', caption: '', faults }
  const { alt = '', caption = '', focus, studio } = { ...words[view], ...words[stem] }
  const place = `${WORDS_FILE}, under “${view}”${stem === view ? '' : ` or “${stem}”`}`
  const values: Record<string, string | undefined> = {
    colour: codes.map((code) => colours.get(code)).find(Boolean),
    interior: codes.map((code) => interiors.get(code)).find(Boolean),
  }
  const filled = (text: string) =>
    text.trim().replace(/\{(\w+)\}/g, (placeholder, word: string) => {
      const value = values[word]
      if (value === undefined)
        faults.push(
          `has “${placeholder}” in its words, and ${word in values ? `no ${word} in its name` : 'only {colour} and {interior} can be filled in'}`,
        )
      return value ?? ''
    })
  if (alt.trim() === '')
    faults.push(`has no alternative text: say what it shows as “alt” in ${place}`)
  if (!isNamed(view) && view !== 'spin' && caption.trim() === '')
    faults.push(
      `is not a view (${[...VIEWS, HERO].join(', ')}), and a detail needs a “caption” in ${place}`,
    )
  return {
    alt: filled(alt),
    caption: filled(caption),
    ...(focus && { focus }),
    ...(studio && { isStudio: true }),
    faults,
  }
}

/** The numbers that are missing before the last of them, as names of frames. */
export function missingFrames(frames: readonly string[]): string[] {
  const last = Math.max(0, ...frames.map(Number))
  return Array.from({ length: last }, (_, i) => String(i + 1).padStart(2, '0')).filter(
    (name) => !frames.includes(name),
  )
}
