import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** A script that another imports as it is loaded. */
const IMPORTS = /(?:from|import)\s*["'`](\.[^"'`]+\.js)["'`]/g

/**
 * Writes on the root of each page which scripts its islands are made of, each after those that it imports. They are
 * fetched together, and run one by one (`src/layouts/first-paint.ts`).
 */
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
        const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.html'))
          .map((name) => join(folder, name))
        for (const page of pages) {
          const html = readFileSync(page, 'utf8')
          // What the page's own part needs once somebody is there may be much, and is fetched then.
          const needed = islandsOf(html).filter((tag) => !sleeps(tag))
          const asleep = islandsOf(html.replace(/<main[\s\S]*<\/main>/, '')).filter(sleeps)
          const urls = [...needed, ...asleep]
            .flatMap((tag) => [...tag.matchAll(/(?:renderer|component)-url="([^"]+)"/g)])
            .map(([, url]) => url!.slice(base.length))
          const seen = new Set<string>()
          const parts = urls.flatMap((path) => withImports(path, folder, seen))
          if (parts.length === 0) continue
          const list = parts.map((path) => base + path).join(' ')
          writeFileSync(
            page,
            html.replace(/<html [^>]*/, (root) => `${root} data-parts="${list}"`),
          )
        }
      },
    },
  }
}

const islandsOf = (html: string) => [...html.matchAll(/<astro-island [^>]*>/g)].map(([tag]) => tag)
const sleeps = (tag: string) => tag.includes('client="touch"')

function withImports(path: string, folder: string, seen: Set<string>): string[] {
  const file = join(folder, path)
  if (seen.has(path) || !existsSync(file)) return []
  seen.add(path)
  const imports = [...readFileSync(file, 'utf8').matchAll(IMPORTS)]
  return [
    ...imports.flatMap(([, imported]) => withImports(join(dirname(path), imported!), folder, seen)),
    path,
  ]
}
