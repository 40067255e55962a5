import type { Plugin } from 'rolldown'
import { catalogue, catalogueVersion } from '../src/content/catalogue.ts'

/**
 * The content as it was checked for this build, instead of its files and what checks them. The server would check it
 * again at each start, once for the API and once for its pages, which was a quarter of the start.
 */
export const checkedContent = (): Plugin => ({
  name: 'checked-content',
  load: {
    filter: { id: /\/src\/content\/catalogue\.ts$/ },
    handler: () =>
      Object.entries({ catalogue, catalogueVersion })
        .map(([name, value]) => [name, JSON.stringify(JSON.stringify(value))])
        .map(([name, text]) => `export const ${name} = JSON.parse(${text})`)
        .join('\n'),
  },
})
