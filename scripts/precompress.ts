import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { writePack, type Bodies } from '../src/server/http/site-pack.ts'

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
 * Packs all files of the build into one, with a brotli and a gzip copy of each text, so that the server never compresses
 * while somebody waits and reads them at once; and notes what the build was made for, and which pages it leaves to be
 * rendered.
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
        const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
          statSync(join(folder, name)).isFile(),
        )
        const dist = join(folder, '..')
        const packed = await Promise.all(
          files.map(async (name) => ({
            path: `/${name.split(sep).join('/')}`,
            bodies: await bodiesOf(join(folder, name)),
          })),
        )
        writePack(dist, packed)
        writeFileSync(join(dist, 'build.json'), JSON.stringify({ base, onDemand }))
        logger.info(`${files.length} files packed`)
      },
    },
  }
}

async function bodiesOf(file: string): Promise<Bodies> {
  const identity = readFileSync(file)
  if (!TEXT.has(extname(file)) || identity.length < MIN_BYTES) return { identity }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    promisify(gzip)(identity, { level: 9 }),
  ])
  return { br, gzip: gz, identity }
}
