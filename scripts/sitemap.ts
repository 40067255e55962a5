import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** Writes `sitemap.xml` with each page that has a canonical address. */
export const sitemap = (): AstroIntegration => ({
  name: 'forecourt:sitemap',
  hooks: {
    'astro:build:done': ({ dir, logger }) => {
      const folder = fileURLToPath(dir)
      const addresses = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.html'))
        .flatMap((name) => {
          const html = readFileSync(join(folder, name), 'utf8')
          return /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? []
        })
        .sort()
      const entries = addresses.map((address) => `  <url><loc>${address}</loc></url>\n`)
      writeFileSync(
        join(folder, 'sitemap.xml'),
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`,
      )
      logger.info(`${addresses.length} pages for search engines`)
    },
  },
})
