import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '#content/load.ts'
import { readFiles } from '#content/read-files.ts'
import { readPhotographs } from '#content/read-photographs.ts'
import { writePhotographs } from './photographs.ts'

const brand = mkdtempSync(join(tmpdir(), 'photographed-'))
beforeAll(async () => {
  cpSync('tests/brands/kowhai', brand, { recursive: true })
  await writePhotographs(brand, 'kea')
})
afterAll(() => rmSync(brand, { recursive: true }))

test('a model of the second brand is photographed in three colours, and turns in one', async () => {
  const { photographs, problems } = await readPhotographs(brand, loadCatalogue(readFiles(brand)))

  expect(problems).toEqual([])
  const { pictures, spins } = photographs['kea']!
  expect(pictures.filter(({ view }) => view === 'side').flatMap(({ codes }) => codes)).toHaveLength(
    3,
  )
  expect(spins.map(({ frames, colourCode }) => [colourCode, frames])).toEqual([['PINE', 24]])
})

test('a picture that cannot be shown stops the check of the content, which names it', () => {
  const check = () =>
    spawnSync(process.execPath, ['scripts/catalogue.ts', 'check'], {
      encoding: 'utf8',
      env: { ...process.env, BRAND_DIR: brand },
    })
  expect(check().status).toBe(0)

  writeFileSync(join(brand, 'pictures/kea/rear-PINE.jpg'), 'no picture')
  rmSync(join(brand, 'pictures/kea/spin/PINE/12.jpg'))
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toContain(
    `${brand}/pictures/kea/rear-PINE.jpg: cannot be read, or ends too early: use a JPEG, PNG, WebP or AVIF picture`,
  )
  expect(stderr).toContain(`${brand}/pictures/kea/spin/PINE: has no frame 12: none may be left out`)
})
