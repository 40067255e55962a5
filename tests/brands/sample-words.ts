import { globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { catalogue } from '#content/catalogue.ts'

const { brand, models, dealers, colours, servicePlans } = catalogue
const SAMPLE = 'src/content'

/** Names of the sample brand, of its cars, dealers, paints and plans, and what it says of itself. */
const NAMES = [
  ...[brand, ...models, ...dealers, ...colours, ...servicePlans].map(({ name }) => name),
  ...models.flatMap(({ slug, variants }) => [slug, ...variants.map(({ code }) => code)]),
  ...models.map(({ tagline }) => tagline),
  brand.name.toUpperCase(),
  brand.domain,
  brand.strapline,
  brand.typeface.family,
  // Also an ordinary word.
].filter((name) => name.toLowerCase() !== 'current')
const GRADES = models.flatMap(({ variants }) => variants.map(({ grade }) => grade))
/** Scripts have these words in capitals for much else. */
const CODE = ['.js', '.mjs']

const wordOf = (name: string) =>
  [
    name,
    new RegExp(`(?<![\\p{L}\\d-])${name.replace(/[.?]/g, '\\$&')}(?![\\p{L}\\d])`, 'u'),
  ] as const
const names = [...new Set(NAMES)].map(wordOf)
const grades = [...new Set(GRADES)].map(wordOf)
/** The outlines of its logo and sign. */
const outlines = globSync('*.svg', { cwd: SAMPLE }).flatMap((file) =>
  [...readFileSync(join(SAMPLE, file), 'utf8').matchAll(/ d="([^"]{40,})"/g)].map(
    ([, outline]) => [`an outline of ${file}`, outline!] as const,
  ),
)

/** What a text has of the sample brand. */
export const sampleWordsOf = (text: string, isCode = false): string[] => [
  ...[...names, ...(isCode ? [] : grades)].flatMap(([name, word]) => (word.test(text) ? name : [])),
  ...outlines.flatMap(([name, outline]) => (text.includes(outline) ? name : [])),
]

/** Where files of a folder have something of the sample brand, in their path or their text. */
export const sampleWordsIn = (folder: string, files: string): string[] =>
  globSync(files, { cwd: folder }).flatMap((file) =>
    sampleWordsOf(
      `${file}\n${readFileSync(join(folder, file), 'utf8')}`,
      CODE.includes(extname(file)),
    ).map((word) => `${file}: ${word}`),
  )
