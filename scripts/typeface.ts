import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { styles } from '../src/content/typeface/brand-typeface.ts'
import { siteTypeface } from '../src/content/typeface/site-typeface.ts'

/**
 * `import 'virtual:typeface.css'`: the faces of the brand's typeface, which are bundled and hashed.
 * `import letters from 'virtual:typeface-letters'`: the addresses of the files that every page needs.
 */
export const typeface = async (): Promise<Plugin> => {
  const { css, letters } = await siteTypeface(styles)
  const LETTERS = '\0typeface-letters'
  return {
    name: 'typeface',
    resolveId: (id) =>
      ({ 'virtual:typeface.css': resolve(css), 'virtual:typeface-letters': LETTERS })[id],
    load: (id) =>
      id === LETTERS
        ? [
            ...letters.map(
              (file, i) =>
                `import file${i} from ${JSON.stringify(`${resolve(file)}?url&no-inline`)}`,
            ),
            `export default [${letters.map((_, i) => `file${i}`).join(', ')}]`,
          ].join('\n')
        : undefined,
  }
}
