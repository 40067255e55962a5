import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Car3d } from '#lib/pictures/cars-3d.ts'
import { extentsOf, readGlb, type Gltf } from './glb.ts'
import { hashOf } from '../open-picture.ts'
import type { CatalogueModel } from '../schema/model.ts'

/** The car in 3D, beside its pictures. */
export const CAR_3D_FILE = 'car.glb'

/** Some 15 seconds on a phone, and as much as the memory of one takes with the pictures unpacked. */
const MOST_BYTES = 15_000_000

/** Extensions that a browser shows without a decoder from elsewhere. */
const SHOWN =
  /^KHR_(lights_punctual|mesh_quantization|texture_transform|materials_(anisotropy|clearcoat|dispersion|emissive_strength|ior|iridescence|sheen|specular|transmission|unlit|variants|volume))$|^EXT_texture_(webp|avif)$/
/** Extensions that make a browser look for a decoder wherever a file says it uses them. */
const DECODED = /draco|meshopt|basisu/
const PICTURES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** How much smaller and larger than the model it may be: it may have mirrors and an aerial. */
const SIZES = [
  ['widthMm', 0.9, 1.3],
  ['heightMm', 0.9, 1.15],
  ['lengthMm', 0.9, 1.1],
] as const

/**
 * Reads and checks the car in 3D of a model; `null` if something is wrong with it, which is reported.
 *
 * @param colours Those the model is sold in, by code.
 */
export function readCar3d(
  folder: string,
  { slug, dimensions }: Pick<CatalogueModel, 'slug' | 'dimensions'>,
  colours: ReadonlyMap<string, string>,
  report: (reason: string) => void,
): Car3d | null {
  const file = join(folder, CAR_3D_FILE)
  const megabytes = (bytes: number) => `${Math.round(bytes / 100_000) / 10} MB`
  const { size } = statSync(file)
  if (size > MOST_BYTES) {
    report(
      `is ${megabytes(size)}: make it ${megabytes(MOST_BYTES)} at most, because phones load it`,
    )
    return null
  }
  const bytes = readFileSync(file)
  const read = readGlb(bytes)
  const reasons =
    'reason' in read
      ? [read.reason]
      : [
          ...missingParts(read.gltf, read.binaryBytes),
          ...variantFaults(read.gltf, colours),
          ...sizeFaults(read.gltf, dimensions, slug),
        ]
  for (const reason of reasons) report(reason)
  return reasons.length > 0
    ? null
    : { path: `${slug}/car`, hash: hashOf(bytes), bytes: bytes.length }
}

/** What a browser would have to load from elsewhere, or cannot read. */
function missingParts(gltf: Gltf, binaryBytes: number): string[] {
  const { buffers, bufferViews, images } = gltf
  const outside = [...buffers, ...images].flatMap(({ uri }) => uri ?? [])
  const needed = new Set([
    ...gltf.extensionsRequired.filter((name) => !SHOWN.test(name)),
    ...gltf.extensionsUsed.filter((name) => DECODED.test(name)),
  ])
  const formats = images.flatMap(({ mimeType = 'image/png' }) =>
    PICTURES.includes(mimeType) ? [] : mimeType,
  )
  const isCutShort =
    outside.length === 0 &&
    bufferViews.some(
      ({ buffer, byteOffset, byteLength }) =>
        buffer > 0 || byteOffset + byteLength > Math.min(binaryBytes, buffers[0]?.byteLength ?? 0),
    )
  return [
    ...outside.map(
      (uri) =>
        `takes a part from “${uri.slice(0, 40)}”: put everything it needs into the file itself`,
    ),
    ...[...needed].map(
      (name) =>
        `needs ${name}, which the site doesn’t show: export it without, with uncompressed shapes and pictures as JPEG, PNG or WebP`,
    ),
    ...formats.map((format) => `has a picture of type ${format}: use JPEG, PNG or WebP`),
    ...(isCutShort ? ['refers to data that it doesn’t contain: export it again'] : []),
  ]
}

function variantFaults(gltf: Gltf, colours: ReadonlyMap<string, string>): string[] {
  const names = gltf.extensions?.KHR_materials_variants?.variants.map(({ name }) => name) ?? []
  const wanted = [...colours.keys()]
  const painted = new Set(
    gltf.meshes
      .flatMap(({ primitives }) => primitives)
      .flatMap(({ extensions }) => extensions?.KHR_materials_variants?.mappings ?? [])
      .flatMap(({ variants }) => variants.map((variant) => names[variant])),
  )
  const missing = wanted.filter((code) => !names.includes(code))
  const others = names.filter((name) => !colours.has(name))
  const unpainted = wanted.filter((code) => names.includes(code) && !painted.has(code))
  return [
    ...(missing.length > 0
      ? [
          `has no material variant ${missing.join(', ')}: it needs one for each colour the model is sold in, named by the colour’s code`,
        ]
      : []),
    ...(others.length > 0
      ? [
          `has a material variant ${others.join(', ')}, and the model isn’t sold in that colour: use ${wanted.join(', ')}`,
        ]
      : []),
    ...unpainted.map((code) => `has a material variant ${code} that no part of the car uses`),
  ]
}

function sizeFaults(gltf: Gltf, dimensions: CatalogueModel['dimensions'], slug: string): string[] {
  const extents = extentsOf(gltf)
  if (!extents) return ['doesn’t say how large its shapes are: export it again']
  const isOther = SIZES.some(([name, least, most], axis) => {
    const ratio = (extents[axis]! * 1000) / dimensions[name]
    return !(ratio >= least && ratio <= most)
  })
  const metres = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(' × ')
  const wanted = SIZES.map(([name]) => dimensions[name] / 1000)
  return isOther
    ? [
        `measures ${metres(extents)} (x, y, z): it must have the size of models/${slug}.json in metres, ${metres(wanted)}, with y up and the front towards z`,
      ]
    : []
}
