import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import sharp, { type Sharp } from 'sharp'
import { catalogue } from '../src/content/catalogue.ts'
import { besideDrawings, carPhotographTable } from '../src/content/model-photographs.ts'
import { photographs, sources } from '../src/content/photographs.ts'
import {
  FORMATS,
  frameOf,
  photographPath,
  widthsOf,
  type Format,
  type ModelPhotographs,
  type Photograph,
} from '../src/lib/pictures/photographs.ts'

/** Files by the content that they were made of: a later build takes them from here. May be deleted at any time. */
const CACHE = 'node_modules/.cache/photographs'

const MAKE: Record<Format, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 78 }),
  jpg: (picture) => picture.flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true }),
}

interface Made {
  /** Below the base. */
  path: string
  source: string
  width: number
  format: Format
}

/** The files that pages ask for. */
export function filesOf(
  all: Readonly<Record<string, ModelPhotographs>>,
  sourceOf: Readonly<Record<string, string>>,
): Made[] {
  const every: Photograph[] = Object.values(all).flatMap(({ pictures, spins }) => [
    ...pictures.map(({ photograph }) => photograph),
    ...spins.flatMap((spin) => Array.from({ length: spin.frames }, (_, i) => frameOf(spin, i))),
  ])
  return every.flatMap((photograph) =>
    widthsOf(photograph).flatMap((width) =>
      FORMATS.map((format) => ({
        path: photographPath(photograph, width, format),
        source: sourceOf[photograph.path]!,
        width,
        format,
      })),
    ),
  )
}

/** Makes a file in the cache unless it is there. Returns where it is, and whether it was made. */
async function inCache(file: Made, cache: string): Promise<{ cached: string; isNew: boolean }> {
  const cached = join(cache, file.path)
  const isThere = await stat(cached).then(Boolean, () => false)
  if (isThere) return { cached, isNew: false }
  await mkdir(dirname(cached), { recursive: true })
  // A build that is stopped leaves no half of a file.
  const half = `${cached}.${process.pid}`
  await MAKE[file.format](sharp(file.source).autoOrient().resize({ width: file.width })).toFile(
    half,
  )
  await rename(half, cached)
  return { cached, isNew: true }
}

/** Puts files into a folder, as many at a time as there are threads that make pictures. Returns how many were made. */
export async function placeFiles(files: readonly Made[], into: string, cache = CACHE) {
  const waiting = files.values()
  let made = 0
  const worker = async () => {
    for (const file of waiting) {
      const { cached, isNew } = await inCache(file, cache)
      if (isNew) made++
      const target = join(into, file.path)
      await mkdir(dirname(target), { recursive: true })
      await copyFile(cached, target)
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  return made
}

/** Whether photographs are on cards and in build and quote, where scripts of the browser show them. */
const hasPhotographs = Object.keys(besideDrawings(photographs)).length > 0

/** Makes the photographs of the brand in the sizes of the pages, when it is built; in development when one is asked for. */
export const photographFiles = (): AstroIntegration => {
  const files = filesOf(photographs, sources)
  return {
    name: 'forecourt:photographs',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        // Without photographs the scripts have no code for them.
        const define = { 'import.meta.env.HAS_PHOTOGRAPHS': JSON.stringify(hasPhotographs) }
        updateConfig({ vite: { define, plugins: [ofTheBrand] } })
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) => {
          const file = files.find(({ path }) => request.url?.endsWith(path))
          if (!file) return next()
          inCache(file, CACHE).then(({ cached }) => createReadStream(cached).pipe(response), next)
        })
      },
      'astro:build:done': async ({ dir, logger }) => {
        if (files.length === 0) return
        const made = await placeFiles(files, fileURLToPath(dir))
        logger.info(`${files.length} files, ${made} of them new`)
      },
    },
  }
}

/** What the scripts of a brand without photographs on cards name and never use, so that no part of it is sent to a browser. */
const UNUSED = [
  [/\/src\/ui\/Photo\.tsx$/, 'Photo'],
  [/\/src\/ui\/gallery\/picture-element\.ts$/, 'pictureElement'],
  [/\/src\/islands\/builder\/CarPhotographs\.tsx$/, 'CarPhotographs'],
] as const

const ofTheBrand = {
  name: 'photographs-of-the-brand',
  load(id: string, options?: { ssr?: boolean }) {
    if (/\/src\/lib\/pictures\/car-photographs\.ts$/.test(id))
      return `export const carPhotographs = ${JSON.stringify(carPhotographTable(catalogue.models, photographs))}`
    const unused = UNUSED.find(([file]) => file.test(id))
    return unused && !hasPhotographs && !options?.ssr ? `export const ${unused[1]} = null` : null
  },
}
