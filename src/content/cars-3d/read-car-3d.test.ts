import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { car3d, glb } from '#tests/brands/car-3d.ts'
import { catalogue } from '../catalogue.ts'
import { readPhotographs } from '../read-photographs.ts'

const brand = mkdtempSync(join(tmpdir(), 'brand-'))
const folder = join(brand, 'pictures', 'tarn')
const file = join(folder, 'car.glb')
afterAll(() => rmSync(brand, { recursive: true }))

const tarn = catalogue.models.find(({ slug }) => slug === 'tarn')!
const sold = new Set(tarn.variants.flatMap(({ colourCodes }) => colourCodes))
const colours = catalogue.colours.filter(({ code }) => sold.has(code))
const [first, second] = colours.map(({ code }) => code) as [string, string]
type Car = Awaited<ReturnType<typeof car3d>>

beforeEach(() => mkdirSync(folder, { recursive: true }))

/** What the check says of the Tarn in 3D after a change to it. */
const faultsOf = async (
  change: (car: Car) => Pick<Car, 'json' | 'bytes'> | Buffer | void,
  of = colours,
) => {
  const car = await car3d(tarn.dimensions, of)
  const changed = change(car) ?? car
  writeFileSync(file, Buffer.isBuffer(changed) ? changed : glb(changed.json, changed.bytes))
  const { problems } = await readPhotographs(brand, catalogue)
  expect(new Set(problems.map((problem) => problem.file))).toEqual(
    new Set(problems.length > 0 ? ['pictures/tarn/car.glb'] : []),
  )
  return problems.map(({ reason }) => reason)
}
/** Turns and stretches all of the car. */
const placed = (node: object) => (car: Car) => {
  Object.assign(car.json.nodes[0]!, node)
}

test('a car in 3D needs no photographs, and is named by its content', async () => {
  expect(await faultsOf(() => {})).toEqual([])
  const { cars3d, photographs, sources } = await readPhotographs(brand, catalogue)

  expect(photographs).toEqual({})
  expect(cars3d['tarn']).toEqual({
    path: 'tarn/car',
    hash: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    bytes: expect.any(Number) as number,
  })
  expect(sources).toEqual({ 'tarn/car': file })
})

test.each<[string, (car: Car) => Car | Buffer, RegExp]>([
  ['a picture', () => Buffer.from('no model'), /^is not a GLB: use a glTF 2\.0 model/],
  ['nothing', () => Buffer.alloc(0), /^is not a GLB/],
  [
    'an older version',
    ({ json, bytes }) => {
      const file = glb(json, bytes)
      file.writeUInt32LE(1, 4)
      return file
    },
    /^is version 1 of glTF: use version 2/,
  ],
  [
    'a file that was cut short',
    ({ json, bytes }) => glb(json, bytes).subarray(0, 2000),
    /^has 2000 bytes but says that it has \d+: send the whole file again/,
  ],
  [
    'a part that goes beyond the end',
    ({ json, bytes }) => {
      const file = glb(json, bytes)
      file.writeUInt32LE(1e6, 12)
      return file
    },
    /^has other parts than a description and its data/,
  ],
  [
    'another description',
    ({ bytes }) => glb({ nodes: 'all' }, bytes),
    /^has a description that is not glTF 2\.0/,
  ],
])('%s is not read', async (_, change, reason) => {
  expect(await faultsOf(change)).toEqual([expect.stringMatching(reason)])
})

test('what is too large for a phone is not even read', async () => {
  writeFileSync(file, '')
  truncateSync(file, 18_240_000)

  const { problems } = await readPhotographs(brand, catalogue)
  expect(problems.map(({ reason }) => reason)).toEqual([
    'is 18.2 MB: make it 15 MB at most, because phones load it',
  ])
})

test('everything it needs lies in the file', async () => {
  const faults = await faultsOf(({ json }) => {
    Object.assign(json.images[0]!, { uri: 'paint.png' })
    Object.assign(json.buffers[0]!, { uri: 'https://models.example/car.bin' })
  })
  expect(faults).toEqual([
    'takes a part from “https://models.example/car.bin”: put everything it needs into the file itself',
    'takes a part from “paint.png”: put everything it needs into the file itself',
  ])
  expect(await faultsOf(({ json, bytes }) => ({ json, bytes: bytes.subarray(0, 100) }))).toEqual([
    'refers to data that it doesn’t contain: export it again',
  ])
})

test('it needs no decoder, and no extension that is not shown', async () => {
  const faults = await faultsOf(({ json }) => {
    json.extensionsUsed.push('KHR_draco_mesh_compression', 'KHR_materials_clearcoat')
    Object.assign(json, { extensionsRequired: ['KHR_materials_clearcoat', 'KHR_texture_basisu'] })
    json.images[0]!.mimeType = 'image/ktx2'
  })
  expect(faults).toEqual([
    expect.stringMatching(/^needs KHR_texture_basisu, which the site doesn’t show: export it/),
    expect.stringMatching(/^needs KHR_draco_mesh_compression/),
    'has a picture of type image/ktx2: use JPEG, PNG or WebP',
  ])
})

test('it has a material variant for each colour of the model, by its code, and no other', async () => {
  const [, ...others] = colours
  expect(await faultsOf(() => {}, [...others, { ...colours[0]!, code: 'XX1' }])).toEqual([
    `has no material variant ${first}: it needs one for each colour the model is sold in, named by the colour’s code`,
    expect.stringMatching(
      /^has a material variant XX1, and the model isn’t sold in that colour: use \w+, /,
    ),
  ])
  expect(
    await faultsOf(({ mappings }) => {
      mappings.splice(1, 1)
    }),
  ).toEqual([`has a material variant ${second} that no part of the car uses`])
  const unpainted = await faultsOf(({ json }) => void Reflect.deleteProperty(json, 'extensions'))
  expect(unpainted).toEqual([
    expect.stringMatching(/^has no material variant \w+, .* it needs one/),
  ])
})

test.each([
  ['in centimetres', { scale: [100, 100, 100] }],
  ['with z up', { rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] }],
  ['with its front to the side', { rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] }],
])('a car %s is no car of the model', async (_, node) => {
  expect(await faultsOf(placed(node))).toEqual([
    expect.stringMatching(
      /^measures \S+ × \S+ × \S+ \(x, y, z\): it must have the size of models\/tarn\.json in metres, /,
    ),
  ])
})

test('it may be turned round and moved, by a matrix too, and have mirrors', async () => {
  const matrix = [-1.1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 5, 1, -3, 1]
  expect(await faultsOf(placed({ matrix }))).toEqual([])
  expect(await faultsOf(placed({ rotation: [0, 1, 0, 0], translation: [5, 1, -3] }))).toEqual([])
})

test('a car whose parts hold each other, or that has none, has no size', async () => {
  expect(await faultsOf(placed({ children: [0, 1, 2, 3, 4] }))).toEqual([])
  const empty = ['doesn’t say how large its shapes are: export it again']
  expect(await faultsOf(({ json }) => void (json.scenes[0]!.nodes = []))).toEqual(empty)
  expect(
    await faultsOf(({ json }) =>
      json.accessors.forEach((one) => Reflect.deleteProperty(one, 'min')),
    ),
  ).toEqual(empty)
})
