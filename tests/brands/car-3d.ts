/**
 * Makes a car in 3D for tests: a body, a cabin and wheels, with a material variant for each colour. It stands for no real car.
 *
 *     node tests/brands/car-3d.ts folder-of-a-brand slug
 *
 * writes `pictures/{slug}/car.glb`, in all colours that the model is sold in.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

interface Colour {
  code: string
  hex: string
}
interface Model {
  dimensions: { lengthMm: number; widthMm: number; heightMm: number; wheelbaseMm: number }
  variants: { colourCodes: string[] }[]
}
type Point = [x: number, y: number, z: number]
interface Mesh {
  positions: Point[]
  normals: Point[]
}

const PAINT = 0
const GLASS = 1
const TYRE = 2
const PLATE = 3
const WHEEL_RADIUS = 0.34

/** What lies between two copies of an outline (z, y), each at half the width, as triangles. */
function between(outline: readonly (readonly [z: number, y: number])[], half: number): Mesh {
  const mesh: Mesh = { positions: [], normals: [] }
  const add = (normal: Point, ...points: Point[]) => {
    mesh.positions.push(...points)
    mesh.normals.push(...points.map(() => normal))
  }
  const corners = outline.map((corner, i) => [corner, outline[(i + 1) % outline.length]!] as const)
  const [z, y] = [0, 1].map(
    (axis) => outline.reduce((sum, corner) => sum + corner[axis]!, 0) / outline.length,
  ) as [number, number]
  for (const [[z1, y1], [z2, y2]] of corners) {
    const length = Math.hypot(z2 - z1, y2 - y1)
    const out: Point = [0, (z2 - z1) / length, (y1 - y2) / length]
    add(out, [-half, y1, z1], [-half, y2, z2], [half, y2, z2])
    add(out, [-half, y1, z1], [half, y2, z2], [half, y1, z1])
    add([1, 0, 0], [half, y, z], [half, y1, z1], [half, y2, z2])
    add([-1, 0, 0], [-half, y, z], [-half, y2, z2], [-half, y1, z1])
  }
  return mesh
}

/** The bytes of a GLB: a header, the description as JSON, and the rest. */
export function glb(json: object, bytes: Buffer): Buffer {
  const chunk = (type: number, data: Buffer, filler: number) => {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3, filler)])
    const head = Buffer.alloc(8)
    head.writeUInt32LE(padded.length, 0)
    head.writeUInt32LE(type, 4)
    return Buffer.concat([head, padded])
  }
  const chunks = [
    chunk(0x4e4f534a, Buffer.from(JSON.stringify(json)), 0x20),
    chunk(0x004e4942, bytes, 0),
  ]
  const head = Buffer.alloc(12)
  head.write('glTF', 0)
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + chunks.reduce((sum, { length }) => sum + length, 0), 8)
  return Buffer.concat([head, ...chunks])
}

/** A colour as light, which glTF counts in. */
const light = (hex: string) =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2)

const material = (hex: string, metallicFactor: number, roughnessFactor: number) => ({
  pbrMetallicRoughness: { baseColorFactor: [...light(hex), 1], metallicFactor, roughnessFactor },
  doubleSided: true,
})

/** The description and the bytes of a car, and which material a colour has: apart, so that a test can spoil one. */
export async function car3d(
  { lengthMm, widthMm, heightMm, wheelbaseMm }: Model['dimensions'],
  colours: readonly Colour[],
) {
  const [long, wide, high, base] = [lengthMm, widthMm, heightMm, wheelbaseMm].map(
    (mm) => mm / 1000,
  ) as [number, number, number, number]
  const nose = long / 2
  const waist = high * 0.58
  // Counted round so that the outside is in front: z grows to the nose.
  const body = between(
    [
      [-nose, 0.3],
      [-nose, waist * 0.95],
      [nose * 0.45, waist],
      [nose * 0.92, waist * 0.85],
      [nose, waist * 0.6],
      [nose, 0.3],
    ],
    wide / 2,
  )
  const cabin = between(
    [
      [-nose * 0.93, waist * 0.94],
      [-nose * 0.6, high],
      [nose * 0.1, high],
      [nose * 0.45, waist * 0.96],
    ],
    wide * 0.43,
  )
  const plate = between(
    [
      [-nose - 0.01, 0.5],
      [-nose - 0.01, 0.62],
      [-nose, 0.62],
      [-nose, 0.5],
    ],
    0.18,
  )
  const ring = Array.from({ length: 24 }, (_, i): [number, number] => [
    -Math.cos((i / 12) * Math.PI) * WHEEL_RADIUS,
    Math.sin((i / 12) * Math.PI) * WHEEL_RADIUS,
  ])
  const wheel = between(ring, 0.12)

  const parts: Buffer[] = []
  const bufferViews: { buffer: 0; byteOffset: number; byteLength: number }[] = []
  const accessors: object[] = []
  const put = (bytes: Buffer) => {
    const byteOffset = parts.reduce((sum, { length }) => sum + length, 0)
    parts.push(bytes, Buffer.alloc(-bytes.length & 3))
    bufferViews.push({ buffer: 0, byteOffset, byteLength: bytes.length })
    return bufferViews.length - 1
  }
  const accessor = (values: number[][], type: string, extents = {}) => {
    const bufferView = put(Buffer.from(new Float32Array(values.flat()).buffer))
    accessors.push({ bufferView, componentType: 5126, count: values.length, type, ...extents })
    return accessors.length - 1
  }
  const primitive = ({ positions, normals }: Mesh, of: number) => {
    const along = (pick: (...all: number[]) => number) =>
      [0, 1, 2].map((axis) => Math.fround(pick(...positions.map((point) => point[axis]!))))
    return {
      attributes: {
        POSITION: accessor(positions, 'VEC3', { min: along(Math.min), max: along(Math.max) }),
        NORMAL: accessor(normals, 'VEC3'),
        // Of a picture that is the same all over.
        ...(of === PLATE && {
          TEXCOORD_0: accessor(
            positions.map(() => [0.5, 0.5]),
            'VEC2',
          ),
        }),
      },
      material: of,
    }
  }
  const mappings = colours.map((_, i) => ({ material: PLATE + 1 + i, variants: [i] }))
  const painted = {
    ...primitive(body, PAINT),
    extensions: { KHR_materials_variants: { mappings } },
  }
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f4f4f0' } })
    .png()
    .toBuffer()
  const wheels = [-1, 1].flatMap((side) =>
    [-base / 2, base / 2].map((z) => ({
      mesh: 1,
      translation: [side * (wide / 2 - 0.1), WHEEL_RADIUS, z],
    })),
  )
  const json = {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_variants'],
    extensions: {
      KHR_materials_variants: { variants: colours.map(({ code }) => ({ name: code })) },
    },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, children: wheels.map((_, i) => i + 1) }, ...wheels],
    meshes: [
      { primitives: [painted, primitive(cabin, GLASS), primitive(plate, PLATE)] },
      { primitives: [primitive(wheel, TYRE)] },
    ],
    materials: [
      material('#8c9094', 0.3, 0.4),
      material('#141a20', 0, 0.1),
      material('#1b1c1e', 0, 0.9),
      {
        pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0 },
        doubleSided: true,
      },
      ...colours.map(({ hex }) => material(hex, 0.3, 0.35)),
    ],
    textures: [{ source: 0 }],
    images: [{ bufferView: put(png), mimeType: 'image/png' }],
    accessors,
    bufferViews,
    buffers: [{ byteLength: 0 }],
  }
  const bytes = Buffer.concat(parts)
  json.buffers[0]!.byteLength = bytes.length
  return { json, bytes, mappings }
}

const json = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/** Writes a car in 3D for a model of a brand: in all colours that it is sold in, or in those that are given. */
export async function writeCar3d(
  brandDir: string,
  slug: string,
  colours?: readonly Colour[],
): Promise<void> {
  const { dimensions, variants } = json<Model>(join(brandDir, 'models', `${slug}.json`))
  const sold = variants.flatMap(({ colourCodes }) => colourCodes)
  const all = json<Colour[]>(join(brandDir, 'colours.json'))
  const car = await car3d(dimensions, colours ?? all.filter(({ code }) => sold.includes(code)))
  const folder = join(brandDir, 'pictures', slug)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'car.glb'), glb(car.json, car.bytes))
}

const [, script, brandDir, slug] = process.argv
if (script === import.meta.filename && brandDir && slug) await writeCar3d(brandDir, slug)
