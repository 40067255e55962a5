import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '#content/catalogue.ts'

const { brand, models, dealers, colours, servicePlans } = catalogue

/** Names of the sample brand, of its cars, grades, dealers, paints and plans. */
const NAMES = [
  ...[brand, ...models, ...dealers, ...colours, ...servicePlans].map(({ name }) => name),
  ...models.flatMap(({ slug, variants }) => [slug, ...variants.map(({ code }) => code)]),
  ...models.flatMap(({ variants }) => variants.map(({ grade }) => grade)),
  brand.domain,
  // Also an ordinary word.
].filter((name) => name !== 'current')
const word = (name: string) => new RegExp(`(?<![\\p{L}\\d-])${name}(?![\\p{L}\\d])`, 'u')

/** Where files of a folder say a name of the sample brand. */
export const sampleWordsIn = (folder: string, files: string): string[] =>
  globSync(files, { cwd: folder }).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return NAMES.filter((name) => word(name).test(text)).map((name) => `${file}: ${name}`)
  })
