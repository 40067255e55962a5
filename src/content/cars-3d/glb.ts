import { z } from '#lib/shared/zod.ts'

const index = z.int().check(z.nonnegative())
const numbers = (length: number) => z.array(z.number()).check(z.length(length))
const list = <T extends z.ZodMiniType>(of: T) => z._default(z.array(of), [])

const Primitive = z.object({
  attributes: z.record(z.string(), index),
  extensions: z.optional(
    z.object({
      KHR_materials_variants: z.optional(
        z.object({ mappings: z.array(z.object({ variants: z.array(index) })) }),
      ),
    }),
  ),
})

/** What we read of the description of a model in 3D (glTF 2.0). */
const Gltf = z.object({
  asset: z.object({ version: z.string() }),
  scene: z._default(index, 0),
  scenes: list(z.object({ nodes: list(index) })),
  nodes: list(
    z.object({
      mesh: z.optional(index),
      children: list(index),
      matrix: z.optional(numbers(16)),
      translation: z._default(numbers(3), [0, 0, 0]),
      rotation: z._default(numbers(4), [0, 0, 0, 1]),
      scale: z._default(numbers(3), [1, 1, 1]),
    }),
  ),
  meshes: list(z.object({ primitives: z.array(Primitive) })),
  accessors: list(
    z.object({
      componentType: z.int(),
      normalized: z._default(z.boolean(), false),
      min: z.optional(z.array(z.number())),
      max: z.optional(z.array(z.number())),
    }),
  ),
  bufferViews: list(
    z.object({ buffer: index, byteOffset: z._default(index, 0), byteLength: index }),
  ),
  buffers: list(z.object({ uri: z.optional(z.string()), byteLength: index })),
  images: list(z.object({ uri: z.optional(z.string()), mimeType: z.optional(z.string()) })),
  extensionsUsed: list(z.string()),
  extensionsRequired: list(z.string()),
  extensions: z.optional(
    z.object({
      KHR_materials_variants: z.optional(
        z.object({ variants: z.array(z.object({ name: z.string() })) }),
      ),
    }),
  ),
})
export type Gltf = z.infer<typeof Gltf>

const MAGIC = 'glTF'
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
const HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8

/** Reads a GLB: its description, and how many bytes of shapes and pictures follow. Or says why it cannot be read. */
export function readGlb(bytes: Buffer): { gltf: Gltf; binaryBytes: number } | { reason: string } {
  if (bytes.length < HEAD_BYTES || bytes.toString('latin1', 0, 4) !== MAGIC)
    return { reason: 'is not a GLB: use a glTF 2.0 model as one binary file' }
  const version = bytes.readUInt32LE(4)
  if (version !== 2) return { reason: `is version ${version} of glTF: use version 2` }
  const length = bytes.readUInt32LE(8)
  if (length !== bytes.length)
    return {
      reason: `has ${bytes.length} bytes but says that it has ${length}: send the whole file again`,
    }
  const chunks = chunksOf(bytes)
  const [first, second] = chunks ?? []
  if (first?.type !== JSON_CHUNK || (second && second.type !== BINARY_CHUNK))
    return { reason: 'has other parts than a description and its data: export it again' }
  try {
    const gltf = z.parse(Gltf, JSON.parse(first.data.toString('utf8')))
    return { gltf, binaryBytes: second?.data.length ?? 0 }
  } catch {
    return { reason: 'has a description that is not glTF 2.0: export it again' }
  }
}

/** `null` if one goes beyond the end. */
function chunksOf(bytes: Buffer): { type: number; data: Buffer }[] | null {
  const chunks = []
  for (let at = HEAD_BYTES; at < bytes.length;) {
    if (at + CHUNK_HEAD_BYTES > bytes.length) return null
    const begin = at + CHUNK_HEAD_BYTES
    const end = begin + bytes.readUInt32LE(at)
    if (end > bytes.length) return null
    chunks.push({ type: bytes.readUInt32LE(at + 4), data: bytes.subarray(begin, end) })
    at = end
  }
  return chunks
}

type Vector = readonly number[]
/** By columns, as glTF has them. */
type Matrix = readonly number[]

const UNMOVED: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** How long a model is along each axis, in metres; `null` if its shapes do not say or there are none. */
export function extentsOf({ scene, scenes, nodes, meshes, accessors }: Gltf): Vector | null {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  const seen = new Set<number>()
  const waiting = (scenes[scene]?.nodes ?? []).map((node) => ({ node, from: UNMOVED }))
  for (const { node: index, from } of waiting) {
    const node = nodes[index]
    // A node has one place, so one that comes again is a circle.
    if (!node || seen.has(index)) continue
    seen.add(index)
    const moved = product(from, node.matrix ?? matrixOf(node))
    waiting.push(...node.children.map((child) => ({ node: child, from: moved })))
    if (node.mesh === undefined) continue
    for (const { attributes } of meshes[node.mesh]?.primitives ?? []) {
      const accessor = accessors[attributes['POSITION'] ?? -1]
      if (accessor?.min?.length !== 3 || accessor.max?.length !== 3) return null
      const { min, max } = accessor
      const unit = accessor.normalized ? (LARGEST[accessor.componentType] ?? 1) : 1
      for (let corner = 0; corner < 8; corner++) {
        const at = [0, 1, 2].map((axis) => (corner & (1 << axis) ? max : min)[axis]! / unit)
        for (let axis = 0; axis < 3; axis++) {
          const place =
            moved[axis]! * at[0]! +
            moved[axis + 4]! * at[1]! +
            moved[axis + 8]! * at[2]! +
            moved[axis + 12]!
          low[axis] = Math.min(low[axis]!, place)
          high[axis] = Math.max(high[axis]!, place)
        }
      }
    }
  }
  return low[0] === Infinity ? null : high.map((value, axis) => value - low[axis]!)
}

/** What stands for 1 in whole numbers, by the code of their type. */
const LARGEST: Record<number, number> = { 5120: 127, 5121: 255, 5122: 32_767, 5123: 65_535 }

const product = (a: Matrix, b: Matrix): Matrix =>
  a.map((_, i) => {
    const [row, column] = [i % 4, i - (i % 4)]
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[row + 4 * k]! * b[column + k]!, 0)
  })

function matrixOf({
  translation,
  rotation,
  scale,
}: Pick<Gltf['nodes'][number], 'translation' | 'rotation' | 'scale'>): Matrix {
  const [x, y, z, w] = rotation as [number, number, number, number]
  const turned = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
  ]
  return [
    ...turned.flatMap((column, axis) => column.map((value) => value * scale[axis]!)),
    ...translation,
    1,
  ]
}
