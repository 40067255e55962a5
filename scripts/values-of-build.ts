import type { Plugin } from 'rolldown'
import { catalogue, catalogueVersion } from '../src/content/catalogue.ts'
import { brandArt } from '../src/content/brand-art.ts'
import { brandDir } from '../src/content/brand-dir.ts'
import { documentFaces } from '../src/content/typeface/document-faces.ts'
import { englishLetters } from '../src/content/typeface/english-letters.ts'
import { cars3d, photographs, sources } from '../src/content/photographs.ts'
import { viewerStyle } from '../src/content/cars-3d/viewer-style.ts'
import { KNOWN_PASSWORDS } from '../src/server/sign-in/passwords/known-passwords.ts'

/** Modules with the same values at every start, and these values. */
const MODULES: [file: RegExp, values: Record<string, unknown>][] = [
  // Validating the content, for the API and for its pages, took a quarter of a start.
  [/\/src\/content\/catalogue\.ts$/, { catalogue, catalogueVersion }],
  [/\/src\/content\/brand-art\.ts$/, { brandArt }],
  [/\/src\/content\/typeface\/document-faces\.ts$/, { documentFaces }],
  [/\/src\/content\/typeface\/english-letters\.ts$/, { englishLetters }],
  // Pages are rendered from a bundle, which lies elsewhere.
  [/\/src\/content\/brand-dir\.ts$/, { brandDir }],
  // Every picture is opened once.
  [/\/src\/content\/photographs\.ts$/, { photographs, sources, cars3d }],
  [/\/src\/content\/cars-3d\/viewer-style\.ts$/, { viewerStyle }],
  // Leaves out the packages that unpack the list, and their other lists.
  [/\/src\/server\/sign-in\/passwords\/known-passwords\.ts$/, { KNOWN_PASSWORDS }],
]

/** Bundles the values of some modules instead of the modules, their files and readers. */
export const valuesOfBuild = (): Plugin => ({
  name: 'values-of-build',
  load: {
    filter: { id: MODULES.map(([file]) => file) },
    handler: (id) =>
      Object.entries(MODULES.find(([file]) => file.test(id))![1])
        .map(([name, value]) => [name, JSON.stringify(JSON.stringify(value))])
        .map(([name, text]) => `export const ${name} = JSON.parse(${text})`)
        .join('\n'),
  },
})
