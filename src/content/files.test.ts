import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brandDir } from './brand-dir.ts'
import { files } from './files.ts'
import { readFiles } from './read-files.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'brand-'))
  for (const name of Object.keys(files)) cpSync(join(brandDir, name), join(dir, name))
})
afterEach(() => rmSync(dir, { recursive: true }))

/** The faults, each with its file. */
function faults(): string[] {
  try {
    readFiles(dir)
  } catch (error) {
    return (error as { problems: { file: string; reason: string }[] }).problems.map(
      ({ file, reason }) => `${file}: ${reason}`,
    )
  }
  return []
}

test('another folder is read as the sample brand’s is, models in the order of brand.json', () => {
  expect(JSON.stringify(readFiles(dir))).toBe(JSON.stringify(files))
})

test('a folder that does not exist is named, with the setting that names it', () => {
  expect(() => readFiles(join(dir, 'nowhere'))).toThrow(
    'there is no such folder; BRAND_DIR must name the folder of a brand',
  )
})

test('a folder without a brand is told once', () => {
  mkdirSync(join(dir, 'empty'))
  expect(() => readFiles(join(dir, 'empty'))).toThrow(
    'this folder has none of a brand’s files; npm run brand:new makes a folder that has them',
  )
})

test('each missing file is named, and so is one that is not JSON', () => {
  rmSync(join(dir, 'dealers.json'))
  rmSync(join(dir, 'models/tarn.json'))
  writeFileSync(join(dir, 'pages/home.json'), '{ "title": ')
  expect(faults()).toEqual([
    'dealers.json: there is no such file; copy it from a folder that npm run brand:new makes',
    expect.stringMatching(/^pages\/home\.json: is not JSON: look at line 1 for a missing/),
    'models/tarn.json: there is no such file, but models in brand.json lists it',
  ])
})

test('a model that brand.json does not list comes after the others', () => {
  cpSync(join(dir, 'models/tarn.json'), join(dir, 'models/another.json'))
  const models = Object.keys(readFiles(dir)).filter((name) => name.startsWith('models/'))
  expect(models.at(-1)).toBe('models/another.json')
})

test('a model that brand.json names in another spelling is told by its file', () => {
  renameSync(join(dir, 'models/tarn.json'), join(dir, 'models/tran.json'))
  expect(faults()).toEqual([
    'models/tarn.json: there is no such file, but models in brand.json lists it: did you mean tran?',
  ])
})

test('the mark that some editors begin a file with is left out, and bytes that are not UTF-8 are named', () => {
  const text = readFileSync(join(dir, 'dealers.json'), 'utf8')
  writeFileSync(join(dir, 'dealers.json'), `\uFEFF${text}`)
  expect(JSON.stringify(readFiles(dir))).toBe(JSON.stringify(files))
  writeFileSync(join(dir, 'stock.json'), Buffer.from('["\u00e9"]', 'latin1'))
  expect(faults()).toContain(
    'stock.json: is not UTF-8: save it as UTF-8, or letters such as ō get lost',
  )
})
