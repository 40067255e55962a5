import { globSync, readFileSync } from 'node:fs'
import type { SourceText } from './source-texts.ts'

const INLINE = /<\/?(?:a|abbr|b|bdi|code|em|i|span|strong|time)\b[^>]*>/g
const NO_WORDS = /<(script|style|svg|template|noscript)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#39;': '’',
  '&quot;': '"',
  '&nbsp;': ' ',
}

/** The texts of built pages, a block each. */
export const builtTexts = (folder = 'dist/client'): SourceText[] =>
  globSync(`${folder}/**/*.html`)
    .filter((file) => !file.includes('/styleguide/'))
    .sort()
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .replace(/^[\s\S]*?<body[^>]*>/, '')
        .replace(NO_WORDS, '')
        .replace(INLINE, '')
        .split(/<[^>]*>/)
        .map((text) =>
          text
            .replace(/&(?:amp|lt|gt|#39|quot|nbsp);/g, (entity) => ENTITIES[entity]!)
            .replace(/\s+/g, ' ')
            .trim(),
        )
        .filter((text) => /\p{L}\S*\s+\S*\p{L}/u.test(text))
        .map((text) => ({ at: file.slice(folder.length), text })),
    )
