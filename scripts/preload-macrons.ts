import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { MACRONS } from '../src/content/typeface/letters-of-pages.ts'

const MACRON = new RegExp(`[${MACRONS}]`)
/** What a page doesn't show as text: code, and elements with their attributes, such as an island's data. */
const UNSEEN = /<(script|style|template)\b[\s\S]*?<\/\1>|<[^>"]*(?:"[^"]*"[^>"]*)*>/g
const LETTERS = /<link rel="preload" as="font"[^>]*>/
/** Files are numbered, those of one style after one another (src/content/typeface/site-typeface.ts). */
const numberOf = (file: string): number => Number(/-(\d+)\.[^.]+\.woff2/.exec(file)?.[1])

/**
 * Built pages with a macron load its file with the first letters, those of text. Found at layout instead, it's looked for in
 * each system typeface of the list, and the page is laid out again when it arrives.
 */
export const preloadMacrons = (): AstroIntegration => ({
  name: 'forecourt:preload-macrons',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir)
      const files = readdirSync(join(folder, '_astro'))
        .filter((name) => /^macrons-.*\.woff2$/.test(name))
        .toSorted((a, b) => numberOf(a) - numberOf(b))
      const ofSameStyle = (link: string) => files.find((file) => numberOf(file) > numberOf(link))
      if (files.length === 0) return
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.html')) continue
        const page = readFileSync(join(folder, name), 'utf8')
        if (MACRON.test(page.replace(UNSEEN, '')))
          writeFileSync(
            join(folder, name),
            page.replace(LETTERS, (link) => {
              const file = ofSameStyle(link)
              return file ? link + link.replace(/[^/"]+\.woff2/, file) : link
            }),
          )
      }
    },
  },
})
