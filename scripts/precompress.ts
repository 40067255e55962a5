import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { liveFolder } from '../src/server/site/published-builds.ts'
import { builtPaths, clientFolder, COPIES } from '../src/server/site/built-files.ts'

const TEXT = new Set([
  '.html',
  '.css',
  '.js',
  '.mjs',
  '.svg',
  '.json',
  '.xml',
  '.txt',
  '.webmanifest',
])
/** Smaller files are not worth a compressed copy. */
const MIN_BYTES = 512

/**
 * Writes a brotli and a gzip copy of each text file of the build, so that the server never compresses while a browser
 * waits. Also records the brand's name, the site's address and the pages that are rendered on demand.
 */
export const precompress = (brand: string): AstroIntegration => {
  let site = ''
  let base = '/'
  let onDemand: string[] = []
  return {
    name: 'forecourt:precompress',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = config.site ?? ''
        base = config.base
      },
      'astro:routes:resolved': ({ routes }) => {
        onDemand = routes
          .filter(
            ({ type, origin, isPrerendered }) =>
              type === 'page' && origin === 'project' && !isPrerendered,
          )
          .flatMap(({ pathname }) => pathname ?? [])
      },
      'astro:build:done': async ({ dir, logger }) => {
        const dist = join(fileURLToPath(dir), '..')
        const files = builtPaths(dist)
        const live = clientFolder(resolve(liveFolder()))
        await Promise.all(
          files.map((path) => writeCopies(join(clientFolder(dist), path), join(live, path))),
        )
        writeFileSync(join(dist, 'build.json'), JSON.stringify({ brand, site, base, onDemand }))
        logger.info(`${files.length} files compressed`)
      },
    },
  }
}

/** @param live The same file of the live build, if it has one: most of its copies serve again. */
async function writeCopies(file: string, live: string): Promise<void> {
  const identity = readFileSync(file)
  if (!TEXT.has(extname(file)) || identity.length < MIN_BYTES) return
  if (live !== file && isSame(identity, live) && existsSync(live + COPIES.gzip)) {
    for (const copy of Object.values(COPIES)) copyFileSync(live + copy, file + copy)
    return
  }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    promisify(gzip)(identity, { level: 9 }),
  ])
  writeFileSync(file + COPIES.br, br)
  writeFileSync(file + COPIES.gzip, gz)
}

const isSame = (identity: Buffer, live: string): boolean =>
  existsSync(live) && readFileSync(live).equals(identity)
