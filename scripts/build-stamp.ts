import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { brandDir } from '../src/content/brand-dir.ts'

/** In a build: what it was made of. */
export const STAMP = '.sources'

const SOURCES = [
  ...['src/**/*', 'scripts/**/*', 'astro.config.mjs', 'package-lock.json'],
  `${brandDir}/**/*`,
]

/** A hash of everything that a build is made of. */
export function buildStamp(): string {
  const hash = createHash('sha256').update(process.env.SITE_URL ?? '')
  for (const file of globSync(SOURCES, { exclude: (name) => name.includes('.test.') }).sort())
    try {
      hash.update(file).update(readFileSync(file))
    } catch {
      // A folder cannot be read.
    }
  return hash.digest('hex')
}
