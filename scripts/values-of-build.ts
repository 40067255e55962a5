import type { Plugin } from 'rolldown'
import { catalogue, catalogueVersion } from '../src/content/catalogue.ts'
import { KNOWN_PASSWORDS } from '../src/server/sign-in/passwords/known-passwords.ts'

/** Modules that come to the same at every start, and to what. */
const MODULES: [file: RegExp, values: Record<string, unknown>][] = [
  // Checked again at each start, once for the API and once for its pages, the content was a quarter of it.
  [/\/src\/content\/catalogue\.ts$/, { catalogue, catalogueVersion }],
  // Neither the packages that unpack the list nor the other lists in them.
  [/\/src\/server\/sign-in\/passwords\/known-passwords\.ts$/, { KNOWN_PASSWORDS }],
]

/** What some modules come to, instead of them, their files and what reads these. */
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
