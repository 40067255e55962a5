/**
 * Makes photographs for tests: a plain car in a studio, from any side. It stands for no real car.
 *
 *     node tests/brands/photographs.ts folder-of-a-brand slug
 *
 * writes to `pictures/{slug}/` what an agency would send: a model in three of its colours, of which one turns.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

type Point = [x: number, y: number, z: number]
interface Face {
  points: Point[]
  fill: [red: number, green: number, blue: number]
  /** Drawn as if it were so much nearer, in millimetres. */
  nearer?: number
}

interface Frame {
  width: number
  height: number
  /** The car is smaller, and on the right. */
  isWide?: boolean
}

const SIZE = { width: 1600, height: 1000 }
const HALF_WIDTH = 900
/** Half the car in millimetres from the side, x from the front bumper, z up: its body and its cabin. */
const BODY = [
  [-2200, 320],
  [-2250, 620],
  [-2050, 900],
  [-900, 1010],
  [2000, 1030],
  [2220, 860],
  [2230, 380],
] as const
const CABIN = [
  [-1000, 1000],
  [-250, 1520],
  [1300, 1560],
  [2030, 1020],
] as const
const LIGHT: Point = [-0.35, -0.5, 0.79]

const rgb = (hex: string): Face['fill'] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Face['fill']

/** A body between its two sides, each `inset` from the widest part of the car. */
function between(
  outline: readonly (readonly [number, number])[],
  inset: number,
  fill: Face['fill'],
): Face[] {
  const half = HALF_WIDTH - inset
  const side = (y: number): Point[] => outline.map(([x, z]) => [x, y, z])
  const strips = outline.map(([x, z], i): Face => {
    const [nextX, nextZ] = outline[(i + 1) % outline.length]!
    return {
      fill,
      points: [
        [x, -half, z],
        [nextX, -half, nextZ],
        [nextX, half, nextZ],
        [x, half, z],
      ],
    }
  })
  return [...strips, { fill, points: side(-half) }, { fill, points: side(half).toReversed() }]
}

function wheel(x: number, y: number): Face[] {
  const ring = (radius: number, at: number): Point[] =>
    Array.from({ length: 20 }, (_, i) => {
      const angle = (i / 20) * 2 * Math.PI
      return [x + radius * Math.cos(angle), at, 340 + radius * Math.sin(angle)]
    })
  const out = Math.sign(y)
  return [
    { fill: [28, 30, 33], points: ring(340, y), nearer: 500 },
    { fill: [176, 180, 184], points: ring(215, y + out * 12), nearer: 520 },
    { fill: [70, 73, 78], points: ring(60, y + out * 20), nearer: 540 },
  ]
}

const car = (paint: string): Face[][] => [
  between(BODY, 0, rgb(paint)),
  between(CABIN, 150, [34, 42, 50]),
  [-HALF_WIDTH - 8, HALF_WIDTH + 8].flatMap((y) => [-1420, 1380].flatMap((x) => wheel(x, y))),
  // Lamps: pale in front, red behind.
  [-1, 1].map((out) => lamp(-2215, out, [246, 244, 230])),
  [-1, 1].map((out) => lamp(2232, out, [176, 22, 30])),
]

function lamp(x: number, out: number, fill: Face['fill']): Face {
  const [near, far] = [out * 430, out * 840]
  const slant = x < 0 ? 100 : 0
  return {
    fill,
    points: [
      [x, near, 640],
      [x, far, 640],
      [x + slant, far, 760],
      [x + slant, near, 760],
    ],
  }
}

const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** A picture of the car on a studio floor. */
function studio(paint: string, degrees: number, { width, height, isWide }: Frame): string {
  const angle = ((90 - degrees) * Math.PI) / 180
  const tilt = 0.16
  const scale = width / (isWide ? 9000 : 5600)
  const middle = width * (isWide ? 0.7 : 0.5)
  const turned = ([x, y, z]: Point): Point => {
    const across = x * Math.cos(angle) - y * Math.sin(angle)
    const deep = x * Math.sin(angle) + y * Math.cos(angle)
    return [across, deep * Math.cos(tilt) - z * Math.sin(tilt), z * Math.cos(tilt) + deep * tilt]
  }
  const drawn = car(paint)
    .flat()
    .map(({ points, fill, nearer = 0 }) => {
      const seen = points.map(turned)
      return { fill, points: seen, depth: mean(seen.map(([, deep]) => deep)) - nearer }
    })
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ points, fill }) => {
      const [a, b, c] = points as [Point, Point, Point]
      const u = a.map((value, i) => b[i]! - value) as Point
      const v = a.map((value, i) => c[i]! - value) as Point
      const normal = [
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
      ]
      const length = Math.hypot(...normal) || 1
      const lit =
        0.62 + 0.42 * Math.abs(normal.reduce((sum, n, i) => sum + n * LIGHT[i]!, 0) / length)
      const colour = fill.map((value) => Math.min(255, Math.round(value * lit))).join(',')
      const path = points
        .map(
          ([x, , z]) =>
            `${(middle + x * scale).toFixed(1)},${(height * 0.74 - z * scale).toFixed(1)}`,
        )
        .join(' ')
      return `<polygon points="${path}" fill="rgb(${colour})" stroke="rgb(${colour})"/>`
    })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-color="#cfd6d9"/><stop offset=".6" stop-color="#eef0ef"/>
<stop offset=".66" stop-color="#b9bfc1"/><stop offset="1" stop-color="#dfe2e2"/></linearGradient>
<filter id="b"><feGaussianBlur stdDeviation="18"/></filter></defs>
<rect width="100%" height="100%" fill="url(#g)"/>
<ellipse cx="${middle}" cy="${height * 0.745}" rx="${2250 * scale}" ry="${height * 0.05}" fill="#000" opacity=".4" filter="url(#b)"/>
${drawn.join('')}</svg>`
}

const GRAIN = { width: 251, height: 239, channels: 3 } as const
/** So that it weighs what a photograph does; always the same, so that a build finds what it made of it before. */
const grain = Buffer.alloc(GRAIN.width * GRAIN.height * GRAIN.channels)
for (let at = 0, chance = 1; at < grain.length; at++) {
  let sum = 0
  for (let draw = 0; draw < 4; draw++) {
    chance = (Math.imul(chance, 1_664_525) + 1_013_904_223) >>> 0
    sum += chance >>> 24
  }
  // Four draws are about as wide as a bell: 128, give or take 37.
  grain[at] = sum / 4
}

/** A photograph of the car, seen from so many degrees: 0 from the front, 90 with its front to the left. */
export const photograph = (paint: string, degrees: number, size: Frame = SIZE): Promise<Buffer> =>
  sharp(Buffer.from(studio(paint, degrees, size)))
    .composite([{ input: grain, raw: GRAIN, tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer()

/** A seat and a wheel, in the colour of an interior. */
const interior = (hex: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><rect width="1600" height="1000" fill="#c9cdcf"/>
<rect y="420" width="1600" height="580" fill="#25282c"/><rect x="880" y="180" width="460" height="560" rx="120" fill="${hex}"/>
<rect x="820" y="680" width="600" height="260" rx="110" fill="${hex}"/><circle cx="430" cy="520" r="220" fill="none" stroke="#0f1113" stroke-width="46"/>
<rect x="330" y="150" width="420" height="190" rx="24" fill="#101a26"/></svg>`,
    ),
  )
    .jpeg({ quality: 88 })
    .toBuffer()

const OUTSIDE = { side: 90, 'three-quarter': 40, front: 0, rear: 180 }
const FRAMES = 24
const HERO = { width: 1920, height: 1080, isWide: true }
const FRAME = { width: 960, height: 600 }

interface Model {
  name: string
  signatureColourCode: string
  variants: { colourCodes: string[] }[]
}

const json = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T

/** Writes the photographs of a model of a brand, in the first three of its colours. */
export async function writePhotographs(brandDir: string, slug: string): Promise<void> {
  const { name, signatureColourCode, variants } = json<Model>(
    join(brandDir, 'models', `${slug}.json`),
  )
  const sold = variants.flatMap(({ colourCodes }) => colourCodes)
  const codes = [...new Set([signatureColourCode, ...sold])].slice(0, 3)
  const all = json<{ code: string; hex: string }[]>(join(brandDir, 'colours.json'))
  const colours = codes.flatMap((wanted) => all.find(({ code }) => code === wanted) ?? [])
  const folder = join(brandDir, 'pictures', slug)
  const spin = join('spin', colours[0]!.code)
  mkdirSync(join(folder, spin), { recursive: true })
  const files: [name: string, bytes: Promise<Buffer>][] = [
    ...colours.flatMap(({ code, hex }) =>
      Object.entries(OUTSIDE).map(([view, degrees]): [string, Promise<Buffer>] => [
        `${view}-${code}.jpg`,
        photograph(hex, degrees),
      ]),
    ),
    ...Array.from({ length: FRAMES }, (_, i): [string, Promise<Buffer>] => [
      join(spin, `${String(i + 1).padStart(2, '0')}.jpg`),
      photograph(colours[0]!.hex, 90 - (i * 360) / FRAMES, FRAME),
    ]),
    ['hero.jpg', photograph(colours[0]!.hex, 52, HERO)],
    ['interior.jpg', interior('#3a3d42')],
    ['boot.jpg', photograph(colours[0]!.hex, 160)],
  ]
  await Promise.all(
    files.map(async ([name, bytes]) => writeFileSync(join(folder, name), await bytes)),
  )
  writeFileSync(join(folder, 'pictures.json'), JSON.stringify(words(name), null, 2))
}

const words = (name: string) => ({
  side: { alt: `The ${name} in {colour} from the side`, focus: [50, 58] },
  'three-quarter': { alt: `The ${name} in {colour} from the front left` },
  front: { alt: `The ${name} in {colour} from the front` },
  rear: { alt: `The ${name} in {colour} from behind` },
  interior: { alt: 'The front seats, with a screen above the wheel' },
  boot: { alt: `The boot of the ${name}, closed`, caption: 'The tailgate lifts up.' },
  hero: { alt: `The ${name} parked in a white hall`, focus: [75, 60] },
  spin: { alt: `The ${name} in {colour}, from all sides` },
})

const [, script, brandDir, slug] = process.argv
if (script === import.meta.filename && brandDir && slug) await writePhotographs(brandDir, slug)
