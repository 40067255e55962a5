import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { brandDir } from '../src/content/brand-dir.ts'
import { BUILT, LIVE } from '../src/server/site/published-builds.ts'

/** In a build: what it was made of. */
const STAMP = '.sources'

const SOURCES = [
  ...['src/**/*', 'scripts/**/*', 'astro.config.mjs', 'package-lock.json'],
  `${brandDir}/**/*`,
]

/** A hash of everything that a build is made of. */
function buildStamp(): string {
  const hash = createHash('sha256').update(process.env.SITE_URL ?? '')
  for (const file of globSync(SOURCES, { exclude: (name) => name.includes('.test.') }).sort())
    try {
      hash.update(file).update(readFileSync(file))
    } catch {
      // A folder cannot be read.
    }
  return hash.digest('hex')
}

/** Whether there is a build, and nothing that it was made of has changed since. */
export function isBuilt(dist: string): boolean {
  const file = `${dist}/${STAMP}`
  return existsSync(file) && readFileSync(file, 'utf8') === buildStamp()
}

/**
 * Leaves the hash in the build, as its last part: `npm start` builds what has none, or another one. From then on the build
 * of `npm run build` is live, in place of one that was published.
 */
export const stampBuild = (): AstroIntegration => {
  let file: URL
  let stamp = ''
  return {
    name: 'forecourt:stamp-build',
    hooks: {
      'astro:config:done': ({ config }) => void (file = new URL(STAMP, config.outDir)),
      'astro:build:start'() {
        // A build that fails leaves none, and what changes during a build is not in it.
        rmSync(file, { force: true })
        stamp = buildStamp()
      },
      'astro:build:done'() {
        writeFileSync(file, stamp)
        if (resolve(fileURLToPath(file), '..') === resolve(BUILT)) rmSync(LIVE, { force: true })
      },
    },
  }
}
