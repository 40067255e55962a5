import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/**
 * What a page writes whose first screen waits for its islands, or whose next page's does; the name is their file's, without
 * the build's letters.
 */
const LINK = /<link rel="(modulepreload|prefetch)" href="scripts-of:([^"]+)">/g
const IMPORT = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g
/** Every page has these in its document already. */
const OF_EVERY_PAGE = 'site-islands'

/**
 * Links such pages to the file of their islands and to whatever that imports. Otherwise the browser learns of each only
 * from the one before, which takes a round trip each.
 */
export const preloadScripts = (): AstroIntegration => {
  let base = ''
  return {
    name: 'forecourt:preload-scripts',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base
      },
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir)
        const scripts = join(folder, '_astro')
        const known = withImports(scripts, OF_EVERY_PAGE, new Set())
        const linksTo = (_: string, rel: string, name: string) =>
          [...withImports(scripts, name, known)]
            .map((file) => `<link rel="${rel}" href="${posix.join(base, '_astro', file)}">`)
            .join('')
        // The pages of the build, and those that the server renders.
        for (const part of [folder, join(folder, '../server')])
          for (const name of readdirSync(part, { recursive: true, encoding: 'utf8' })) {
            if (!/\.(html|mjs)$/.test(name)) continue
            const text = readFileSync(join(part, name), 'utf8')
            const written = text.replace(LINK, linksTo)
            if (written !== text) writeFileSync(join(part, name), written)
          }
      },
    },
  }
}

/** The files that come with a script, without those that are there already. */
function withImports(folder: string, name: string, known: Set<string>): Set<string> {
  const file = readdirSync(folder).find(
    (other) => other.startsWith(`${name}.`) && other.endsWith('.js'),
  )
  if (!file) throw new Error(`The build has no script ${name}.`)
  const found = new Set([file])
  for (const script of found)
    for (const [, other] of readFileSync(join(folder, script), 'utf8').matchAll(IMPORT))
      if (!known.has(other!)) found.add(other!)
  return found
}
