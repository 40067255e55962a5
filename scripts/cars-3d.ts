import { createReadStream } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { cars3d, sources } from '../src/content/photographs.ts'
import { car3dPath } from '../src/lib/pictures/cars-3d.ts'

const files = Object.values(cars3d).map((car) => ({
  path: car3dPath(car),
  source: sources[car.path]!,
}))

/** Puts the cars in 3D of the brand beside its photographs. */
export const carFiles = (): AstroIntegration => ({
  name: 'forecourt:cars-3d',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      // Without cars in 3D the pages have no code for them.
      const define = { 'import.meta.env.HAS_CARS_3D': JSON.stringify(files.length > 0) }
      updateConfig({ vite: { define, plugins: [withoutWhatIsUnused] } })
    },
    'astro:server:setup': ({ server }) => {
      server.middlewares.use((request, response, next) => {
        const file = files.find(({ path }) => request.url?.endsWith(path))
        if (!file) return next()
        createReadStream(file.source).pipe(response)
      })
    },
    'astro:build:done': async ({ dir }) => {
      for (const { path, source } of files) {
        const target = join(fileURLToPath(dir), path)
        await mkdir(dirname(target), { recursive: true })
        await copyFile(source, target)
      }
    },
  },
})

/**
 * What the viewer names and never uses: decoders and pictures that it would load from elsewhere, one of them as WebAssembly,
 * which the policy forbids; and the export of a GLB.
 */
const UNUSED_BY_VIEWER: [file: RegExp, without: string][] = [
  [
    /\/three\/examples\/jsm\/libs\/meshopt_decoder\.module\.js$/,
    'export const MeshoptDecoder = { ready: Promise.resolve() }',
  ],
  [
    /\/three\/examples\/jsm\/loaders\/DRACOLoader\.js$/,
    'export class DRACOLoader { setDecoderPath() {} }',
  ],
  [
    /\/three\/examples\/jsm\/loaders\/KTX2Loader\.js$/,
    'export class KTX2Loader { setTranscoderPath() {} detectSupport() {} }',
  ],
  [/\/three\/examples\/jsm\/loaders\/RGBELoader\.js$/, 'export class RGBELoader {}'],
  [/\/three\/examples\/jsm\/exporters\/GLTFExporter\.js$/, 'export class GLTFExporter {}'],
  [/\/@monogrid\/gainmap-js\//, 'export class HDRJPGLoader {}'],
]

/** What the pages of a brand without cars in 3D name and never use, so that no part of it is sent to a browser. */
const UNUSED_BY_PAGES: [file: RegExp, without: string][] = [
  [/\/src\/ui\/view-3d\/View3d\.tsx$/, 'export const View3d = null'],
  [/\/src\/ui\/view-3d\/view-3d\.ts$/, 'export const startView3d = null'],
  [/\/src\/islands\/builder\/CarIn3d\.tsx$/, 'export const CarIn3d = null'],
]
/** Pages are rendered without the viewer, which needs a browser. */
const UNUSED_BY_SERVER: [file: RegExp, without: string][] = [
  [/\/src\/ui\/view-3d\/show-car\.ts$/, 'export {}'],
]

const withoutWhatIsUnused = {
  name: 'without-what-cars-3d-do-not-use',
  load(id: string, { ssr = false } = {}) {
    const unused = [
      ...UNUSED_BY_VIEWER,
      ...(files.length === 0 ? UNUSED_BY_PAGES : []),
      ...(ssr ? UNUSED_BY_SERVER : []),
    ]
    return unused.find(([file]) => file.test(id))?.[1] ?? null
  },
}
