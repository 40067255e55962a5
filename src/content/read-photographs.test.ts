import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'
import { readPhotographs } from './read-photographs.ts'

/** The photographs of the sample's Tarn that are sound: each test spoils a copy. */
const sound = mkdtempSync(join(tmpdir(), 'sound-'))
const brand = mkdtempSync(join(tmpdir(), 'brand-'))
const tarn = join(brand, 'pictures', 'tarn')

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#456' } })

const WORDS = {
  side: { alt: 'The Tarn from the side', focus: [40, 60] },
  'side-RDB': { alt: 'The Tarn in {colour}, from the side' },
  interior: { alt: 'Seats in {interior}' },
  boot: { alt: 'An open boot', caption: '410 litres' },
  spin: { alt: 'The Tarn in {colour}, from all sides' },
}
const writeWords = (words: object) =>
  writeFileSync(join(tarn, 'pictures.json'), JSON.stringify(words))

beforeAll(async () => {
  mkdirSync(join(sound, 'spin/RDB'), { recursive: true })
  const [jpeg, frame, cutOut] = await Promise.all([
    plain(1600, 1000).jpeg().toBuffer(),
    plain(960, 600).webp().toBuffer(),
    plain(1600, 1000).ensureAlpha(0.5).png().toBuffer(),
  ])
  for (const name of ['side', 'side-RDB', 'side-RDB-PLUS', 'interior-CLB', 'boot'])
    writeFileSync(join(sound, `${name}.jpg`), jpeg)
  writeFileSync(join(sound, 'side-TN27X-A.png'), cutOut)
  for (let i = 1; i <= 24; i++)
    writeFileSync(join(sound, `spin/RDB/${String(i).padStart(2, '0')}.webp`), frame)
})

beforeEach(() => {
  rmSync(brand, { recursive: true })
  mkdirSync(join(brand, 'pictures'), { recursive: true })
  cpSync(sound, tarn, { recursive: true })
  writeWords(WORDS)
})

afterAll(() => {
  for (const folder of [sound, brand]) rmSync(folder, { recursive: true })
})

const faults = async () =>
  (await readPhotographs(brand, catalogue)).problems.map(({ file, path, reason }) =>
    [file.replace('pictures/tarn/', ''), path, reason].filter(Boolean).join(': '),
  )

test('a brand without photographs has none, and nothing is wrong with it', async () => {
  rmSync(join(brand, 'pictures'), { recursive: true })

  expect(await readPhotographs(brand, catalogue)).toEqual({
    photographs: {},
    sources: {},
    cars3d: {},
    problems: [],
  })
})

test('photographs are known by view and codes, with their size, words and focal point', async () => {
  const { photographs, sources, problems } = await readPhotographs(brand, catalogue)

  expect(problems).toEqual([])
  expect(photographs.tarn?.pictures.map(({ view, codes, alt }) => [view, ...codes, alt])).toEqual([
    ['side', 'RDB', 'PLUS', 'The Tarn from the side'],
    ['side', 'TN27X-A', 'The Tarn from the side'],
    ['side', 'The Tarn from the side'],
    ['side', 'RDB', 'The Tarn in Beacon Red, from the side'],
    ['interior', 'CLB', 'Seats in Charcoal cloth'],
    ['boot', 'An open boot'],
  ])
  expect(photographs.tarn?.spins).toMatchObject([
    { path: 'tarn/spin/RDB', frames: 24, colourCode: 'RDB', width: 960, height: 600 },
  ])
  expect(sources['tarn/spin/RDB/24']).toBe(join(tarn, 'spin/RDB/24.webp'))
})

test('a picture says that it is of a studio', async () => {
  writeWords({ ...WORDS, boot: { ...WORDS.boot, studio: true } })
  const { photographs } = await readPhotographs(brand, catalogue)

  const inStudio = photographs.tarn?.pictures.filter(({ photograph }) => photograph.isStudio)
  expect(inStudio?.map(({ view }) => view)).toEqual(['boot'])
})

test('every fault of a folder is named, with what to do', async () => {
  mkdirSync(join(brand, 'pictures/tarnn'))
  mkdirSync(join(tarn, 'exterior'))
  const jpeg = await plain(1600, 1000).jpeg().toBuffer()
  writeFileSync(join(tarn, 'side-WHS.jpg'), jpeg.subarray(0, jpeg.length / 2))
  writeFileSync(
    join(tarn, 'side-BLD.jpg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  )
  writeFileSync(join(tarn, 'side-BKO.jpg'), await plain(1500, 938).jpeg().toBuffer())
  writeFileSync(join(tarn, 'side-SVT.jpg'), await plain(1600, 900).jpeg().toBuffer())
  writeFileSync(join(tarn, 'side-XYZ.jpg'), jpeg)
  writeFileSync(join(tarn, 'side-RDB-LUXURY.jpg'), jpeg)
  writeFileSync(join(tarn, 'Side.jpg'), jpeg)
  writeFileSync(join(tarn, 'three-quarter-rdb.jpg'), jpeg)
  writeFileSync(join(tarn, 'front.tiff'), jpeg)
  writeFileSync(join(tarn, 'boot.png'), await plain(1600, 1000).png().toBuffer())
  writeWords({
    ...WORDS,
    side: { alt: 'From the {sied}' },
    boot: { alt: ' ' },
    interior: {},
    rear: { alt: 'From behind' },
    'side-WHS': { alt: 'White', focus: [50, 120] },
  })

  expect(await faults()).toMatchInlineSnapshot(`
    [
      "pictures.json: side-WHS.focus[1]: must be at most 100",
      "exterior: is a folder: move its pictures up beside pictures.json, or remove it",
      "front.tiff: has the wrong ending: use a JPEG, PNG, WebP or AVIF picture",
      "side-BLD.jpg: contains svg: use a JPEG, PNG, WebP or AVIF picture",
      "side-WHS.jpg: cannot be read, or ends too early: use a JPEG, PNG, WebP or AVIF picture",
      "boot.png: is boot.jpg in another format: keep one of them",
      "Side.jpg: must be named by its view in lower case and then codes, as in side-RDB.jpg",
      "boot.jpg: has no alternative text: say what it shows as “alt” in pictures.json, under “boot”",
      "boot.jpg: is not a view (side, three-quarter, front, rear, interior, hero), and a detail needs a “caption” in pictures.json, under “boot”",
      "boot.png: has no alternative text: say what it shows as “alt” in pictures.json, under “boot”",
      "boot.png: is not a view (side, three-quarter, front, rear, interior, hero), and a detail needs a “caption” in pictures.json, under “boot”",
      "front.tiff: has no alternative text: say what it shows as “alt” in pictures.json, under “front”",
      "interior-CLB.jpg: has no alternative text: say what it shows as “alt” in pictures.json, under “interior” or “interior-CLB”",
      "side-BKO.jpg: has “{sied}” in its words, and only {colour} and {interior} can be filled in",
      "side-BKO.jpg: is 1500 pixels wide: it needs at least 1600",
      "side-BLD.jpg: has “{sied}” in its words, and only {colour} and {interior} can be filled in",
      "side-RDB-LUXURY.jpg: names LUXURY, which this model is not sold with: use one of WHS, RDB, SVT, BLD, BKO, GNF, WHP, T2W, T2B, PURE, PLUS, PREMIUM, TN27P-A, TN27P-B, TN27H-A, TN27H-B, TN27H-C, TN27X-A",
      "side-RDB-PLUS.jpg: has “{sied}” in its words, and only {colour} and {interior} can be filled in",
      "side-SVT.jpg: has “{sied}” in its words, and only {colour} and {interior} can be filled in",
      "side-SVT.jpg: is 1600 × 900, but side-BKO.jpg is 1500 × 938: pictures of one view must have the same shape",
      "side-TN27X-A.png: has “{sied}” in its words, and only {colour} and {interior} can be filled in",
      "side-XYZ.jpg: names XYZ, which this model is not sold with: use one of WHS, RDB, SVT, BLD, BKO, GNF, WHP, T2W, T2B, PURE, PLUS, PREMIUM, TN27P-A, TN27P-B, TN27H-A, TN27H-B, TN27H-C, TN27X-A",
      "side.jpg: has “{sied}” in its words, and only {colour} and {interior} can be filled in",
      "three-quarter-rdb.jpg: must have its codes in capitals: three-quarter-RDB",
      "pictures.json: rear: there is no picture or view with this name",
      "pictures/tarnn: no model has this slug: use one of cove, tarn, estuary, moraine, current, firn, headland, skerry",
    ]
  `)
})

test('a spin has 24 to 72 frames without a gap, in a colour that is sold', async () => {
  rmSync(join(tarn, 'spin/RDB/07.webp'))
  mkdirSync(join(tarn, 'spin/WHS'))
  mkdirSync(join(tarn, 'spin/XYZ'))
  for (const name of ['01.jpg', '02.jpg']) writeFileSync(join(tarn, 'spin', name), '')
  for (const name of ['01.jpg', '02.jpg', 'three.jpg'])
    writeFileSync(join(tarn, 'spin/WHS', name), await plain(900, 600).jpeg().toBuffer())
  writeWords({ ...WORDS, spin: {} })

  expect(await faults()).toMatchInlineSnapshot(`
    [
      "spin: has files outside a colour’s folder, such as 01.jpg: move frames to spin/WHS or another colour’s folder",
      "spin/RDB: has no alternative text: say what it shows as “alt” in pictures.json, under “spin” or “spin-RDB”",
      "spin/RDB: has no frame 07: none may be left out",
      "spin/RDB: has 23 frames: it needs 24 to 72",
      "spin/WHS: has no alternative text: say what it shows as “alt” in pictures.json, under “spin” or “spin-WHS”",
      "spin/WHS/three.jpg: is not a frame: frames are named 01, 02 and so on",
      "spin/WHS: has 2 frames: it needs 24 to 72",
      "spin/WHS/01.jpg: is 900 pixels wide: it needs at least 960",
      "spin/WHS/01.jpg: is 900 × 600, but spin/RDB/01.webp is 960 × 600: pictures of one view must have the same shape",
      "spin/WHS/02.jpg: is 900 pixels wide: it needs at least 960",
      "spin/WHS/02.jpg: is 900 × 600, but spin/RDB/01.webp is 960 × 600: pictures of one view must have the same shape",
      "spin/XYZ: is not named after a colour of this model: use one of WHS, RDB, SVT, BLD, BKO, GNF, WHP, T2W, T2B",
    ]
  `)
})

test('without its words a folder has no alternative text', async () => {
  rmSync(join(tarn, 'pictures.json'))
  expect(await faults()).toContain(
    'pictures.json: is missing: it gives the alternative text of each picture',
  )

  writeFileSync(join(tarn, 'pictures.json'), '{')
  expect((await faults())[0]).toMatch(/^pictures\.json: is not JSON: /)
})
