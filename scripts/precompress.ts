import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'

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
/** Smaller files gain nothing worth a second copy. */
const MIN_BYTES = 512

/**
 * Writes a brotli and a gzip copy beside each text file of the build, so that the server never compresses
 * while somebody waits; and notes what the build was made for, and which pages it leaves to be rendered.
 */
export const precompress = (): AstroIntegration => {
  let base = '/'
  let onDemand: string[] = []
  return {
    name: 'forecourt:precompress',
    hooks: {
      'astro:config:done': ({ config }) => {
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
        const folder = fileURLToPath(dir)
        const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .map((name) => join(folder, name))
          .filter((file) => TEXT.has(extname(file)) && statSync(file).isFile())
          .filter((file) => statSync(file).size >= MIN_BYTES)
        await Promise.all(
          files.map(async (file) => {
            const bytes = readFileSync(file)
            const [br, gz] = await Promise.all([
              promisify(brotliCompress)(bytes, {
                params: {
                  [constants.BROTLI_PARAM_QUALITY]: 11,
                  [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
                },
              }),
              promisify(gzip)(bytes, { level: 9 }),
            ])
            writeFileSync(`${file}.br`, br)
            writeFileSync(`${file}.gz`, gz)
          }),
        )
        writeFileSync(join(folder, '..', 'build.json'), JSON.stringify({ base, onDemand }))
        logger.info(`${files.length} files compressed ahead`)
      },
    },
  }
}
