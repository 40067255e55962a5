import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A script that another imports as it is loaded. */
const IMPORTS = /(?:from|import)\s*["'`](\.[^"'`]+\.js)["'`]/g

/**
 * Writes on the root of a page which scripts its islands are made of, each after those that it imports
 * (`src/layouts/first-paint.ts`): `data-parts` of those that wake as it opens, `data-later-parts` of those that sleep.
 *
 * @param folder The pages and scripts of the build.
 * @param base The path of the site, without a slash at its end.
 */
export function islandParts(folder: string, base: string): (html: string) => string {
  const known = new Map<string, string[]>()
  const withImports = (path: string): string[] => {
    let parts = known.get(path)
    if (parts) return parts
    // Two that import each other end here.
    known.set(path, [])
    parts = [...new Set([...importsOf(join(folder, path), path).flatMap(withImports), path])]
    known.set(path, parts)
    return parts
  }
  const partsOf = (tags: string[]) =>
    tags
      .flatMap((tag) => [...tag.matchAll(/(?:renderer|component)-url="([^"]+)"/g)])
      .flatMap(([, url]) => withImports(url!.slice(base.length)))
  return (html) => {
    const needed = new Set(partsOf(islandsOf(html).filter((tag) => !sleeps(tag))))
    // What the page's own part needs once somebody is there may be much, and is fetched then.
    const asleep = islandsOf(html.replace(/<main[\s\S]*<\/main>/, '')).filter(sleeps)
    const own = new Set(ownScripts(html).flatMap((url) => withImports(url.slice(base.length))))
    const later = new Set(partsOf(asleep).filter((path) => !needed.has(path) && !own.has(path)))
    const attribute = (name: string, parts: Set<string>) =>
      parts.size > 0 ? ` ${name}="${[...parts].map((path) => base + path).join(' ')}"` : ''
    const marks = attribute('data-parts', needed) + attribute('data-later-parts', later)
    return html.replace(/<html [^>]*/, (root) => root + marks)
  }
}

const importsOf = (file: string, path: string): string[] =>
  existsSync(file)
    ? [...readFileSync(file, 'utf8').matchAll(IMPORTS)].map(([, to]) => join(dirname(path), to!))
    : []

/** Of the page itself: what they import is on its way already. */
const ownScripts = (html: string) =>
  [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, url]) => url!)

const islandsOf = (html: string) => [...html.matchAll(/<astro-island [^>]*>/g)].map(([tag]) => tag)
const sleeps = (tag: string) => tag.includes('client="touch"')
