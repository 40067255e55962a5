import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { brandDir } from '../brand-dir.ts'
import { styles } from './brand-typeface.ts'
import { MACRONS, REQUIRED } from './letters-of-pages.ts'
import { readTypeface, styleFor } from './read-typeface.ts'
import { siteTypeface, unicodeRanges } from './site-typeface.ts'

const [latin, extended] = ['latin', 'latin-ext'].map((part) =>
  readFileSync(join(brandDir, `fonts/encode-sans-${part}.woff2`)),
)

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'brand-'))
  mkdirSync(join(dir, 'fonts'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const put = (name: string, bytes: Buffer) => writeFileSync(join(dir, 'fonts', name), bytes)
type Files = Parameters<typeof readTypeface>[1]['files']
const read = (files: Files) => readTypeface(dir, { family: 'Kowhai', files })
const faults = (files: Files) =>
  read(files).problems.map(({ file, path, reason }) =>
    [file, path, reason].filter(Boolean).join(': '),
  )

/** The sample's typeface in one weight, as most families are sold. */
const fixed: Record<number, Buffer> = {}
beforeAll(async () => {
  for (const weight of [400, 700])
    fixed[weight] = await subsetFont(latin!, `${REQUIRED}é`, {
      targetFormat: 'woff2',
      variationAxes: { wght: weight, wdth: 100 },
    })
})

const WHOLE = { weight: [100, 900], width: [75, 125] } satisfies Partial<Files[number]>

test('several files of one weight have the letters together', () => {
  put('a.woff2', latin!)
  put('b.woff2', extended!)
  const files = ['a', 'b'].map((name) => ({ file: `fonts/${name}.woff2`, ...WHOLE }))
  const { styles: found, problems } = read(files)
  expect(problems).toEqual([])
  expect(found.map((style) => style.length)).toEqual([2])
})

test('a typeface without macrons is refused, with the letters it lacks', () => {
  put('a.woff2', latin!)
  expect(faults([{ file: 'fonts/a.woff2', ...WHOLE }])).toEqual([
    `fonts/a.woff2: fonts/a.woff2 lacks ${[...MACRONS].join(' ')}: it needs the letters of English and te reo Māori, in one file or in several of the same weight`,
  ])
})

test('a file that is not woff2, is broken, or is missing is named', () => {
  put('a.woff2', Buffer.from('OTTO'))
  put('b.woff2', latin!.subarray(0, 2000))
  expect(
    faults(['a', 'b', 'c'].map((name) => ({ file: `fonts/${name}.woff2`, weight: 400 }))),
  ).toEqual([
    'brand.json: typeface.files[0].file: fonts/a.woff2 is not woff2: use the typeface as woff2, which programs such as fonttools make from TTF and OTF',
    expect.stringMatching(
      /^brand\.json: typeface\.files\[1\]\.file: fonts\/b\.woff2 cannot be read, or ends too early: use the typeface as woff2$/,
    ),
    'brand.json: typeface.files[2].file: there is no fonts/c.woff2: add the typeface as woff2',
  ])
})

test('weights and widths are those of the file, and no file is left over', () => {
  put('a.woff2', latin!)
  put('b.woff2', extended!)
  put('c.woff2', latin!)
  expect(
    faults([
      { file: 'fonts/a.woff2', weight: 400, width: [75, 125] },
      { file: 'fonts/b.woff2', weight: [100, 900] },
    ]),
  ).toEqual([
    'brand.json: typeface.files[0].weight: 400 should be [100, 900], as fonts/a.woff2 has it',
    'brand.json: typeface.files[1].width: 100 should be [75, 125], as fonts/b.woff2 has it',
    'fonts/c.woff2: typeface.files in brand.json doesn’t list it',
  ])
})

test('a family without a weight for headings is refused', () => {
  put('a.woff2', fixed[400]!)
  expect(faults([{ file: 'fonts/a.woff2', weight: 400 }])).toContain(
    'brand.json: typeface.files: there is no weight for headings: add 600 or more',
  )
})

test('pages take the sample’s letters from one file, and each macron from a small one', async () => {
  const { css, letters } = await siteTypeface(styles)
  expect(letters).toHaveLength(1)
  expect(readFileSync(letters[0]!).length).toBeLessThan(27_000)
  const rules = readFileSync(css, 'utf8')
  expect(rules.match(/'Site Letters'/g)).toHaveLength(1)
  expect(rules).toContain('unicode-range:U+100-101,U+112-113,U+12A-12B,U+14C-14D,U+16A-16B')
})

test('stand-ins have the metrics of the typeface, so that nothing moves when it arrives', async () => {
  const rules = readFileSync((await siteTypeface(styles)).css, 'utf8')
  const of = (family: string) =>
    new RegExp(`'${family}';.*?size-adjust:([\\d.]+)%;ascent-override:([\\d.]+)%`).exec(rules)!
  const [, adjust, ascent] = of('Stand-in Arial').map(Number)
  expect(adjust).toBeGreaterThan(98)
  expect(adjust).toBeLessThan(99)
  // 1.03 em, as its table of horizontal metrics says.
  expect((adjust! * ascent!) / 100).toBeCloseTo(103, 0)
  expect(Number(of('Stand-in Wide Arial')[1])).toBeGreaterThan(adjust!)
})

test('a family of fixed weights has its own letters for headings', async () => {
  put('a.woff2', fixed[400]!)
  put('b.woff2', fixed[700]!)
  const { styles: found } = read([
    { file: 'fonts/a.woff2', weight: 400 },
    { file: 'fonts/b.woff2', weight: 700 },
  ])
  const { css, letters } = await siteTypeface(found)
  expect(letters).toHaveLength(2)
  const rules = readFileSync(css, 'utf8')
  expect(
    [...rules.matchAll(/font-weight:(\d+);font-stretch:100%;/g)].map(([, one]) => one),
  ).toContain('700')
  expect(rules).not.toContain('macrons')
})

test('the style of a weight is the one a browser takes', () => {
  put('a.woff2', fixed[400]!)
  put('b.woff2', fixed[700]!)
  const { styles: found } = read([
    { file: 'fonts/a.woff2', weight: 400 },
    { file: 'fonts/b.woff2', weight: 700 },
  ])
  const files = [400, 450, 560, 620, 900].map((weight) => styleFor(weight, found)[0].file)
  expect(files).toEqual(['a', 'a', 'b', 'b', 'b'].map((name) => `fonts/${name}.woff2`))
})

test('codes are written as ranges', () => {
  expect(unicodeRanges([0x41, 0x43, 0x42, 0xe9])).toBe('U+41-43,U+E9')
})
