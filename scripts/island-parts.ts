import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { islandParts as partsMark } from '../src/server/http/island-parts.ts'

/** Names the scripts of each built page's islands on its root. The server does it for a page that it renders on demand. */
export const islandParts = (): AstroIntegration => {
  let base = ''
  return {
    name: 'forecourt:island-parts',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/$/, '')
      },
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir)
        const mark = partsMark(folder, base)
        const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        for (const name of pages.filter((file) => file.endsWith('.html'))) {
          const page = join(folder, name)
          writeFileSync(page, mark(readFileSync(page, 'utf8')))
        }
      },
    },
  }
}
