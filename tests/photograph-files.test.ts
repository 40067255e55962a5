import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { photograph } from './brands/photographs.ts'
import { filesOf, placeFiles } from '../scripts/photographs.ts'

const folder = mkdtempSync(join(tmpdir(), 'photographs-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('photographs are made in the formats and sizes of the pages, once for a content', async () => {
  const source = join(folder, 'side.jpg')
  writeFileSync(source, await photograph('#1E3A5F', 90))
  const side = { path: 'kea/side', hash: 'a1', width: 1600, height: 1000 }
  const spin = { ...side, path: 'kea/spin/RDB', width: 960, frames: 24, colourCode: 'RDB', alt: '' }
  const all = (hash: string) => ({
    kea: {
      pictures: [{ view: 'side', codes: [], photograph: { ...side, hash }, alt: '' }],
      spins: [],
    },
  })
  const files = filesOf(all('a1'), { 'kea/side': source }).filter(({ width }) => width < 1152)
  const place = (of: typeof files) => placeFiles(of, join(folder, 'out'), join(folder, 'cache'))

  expect(await place(files)).toBe(9)
  expect(await place(files)).toBe(0)
  expect(await place(filesOf(all('b2'), { 'kea/side': source }).slice(0, 1))).toBe(1)
  const made = await Promise.all(
    ['avif', 'webp', 'jpg'].map(async (format) => {
      const bytes = readFileSync(join(folder, `out/pictures/kea/side-480-a1.${format}`))
      const { format: found, width, height, exif } = await sharp(bytes).metadata()
      return [found, width, height, exif]
    }),
  )
  expect(made).toEqual([
    ['heif', 480, 300, undefined],
    ['webp', 480, 300, undefined],
    ['jpeg', 480, 300, undefined],
  ])
  // A spin has its frames in two widths and three formats.
  expect(filesOf({ kea: { pictures: [], spins: [spin] } }, {})).toHaveLength(24 * 2 * 3)
})
