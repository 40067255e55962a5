import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceFiles } from './replace-files.ts'

let folder: string
const at = (name: string) => join(folder, name)
const contents = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${name}: ${readFileSync(at(name), 'utf8')}`)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'replace-'))
  writeFileSync(at('a.json'), 'a')
  writeFileSync(at('b.json'), 'b')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('every file is replaced, and nothing is left beside', () => {
  replaceFiles([
    [at('a.json'), 'A'],
    [at('b.json'), 'B'],
  ])
  expect(contents()).toEqual(['a.json: A', 'b.json: B'])
  expect(readdirSync(folder)).toHaveLength(2)
})

test.each([
  // A folder is in the place of the new file.
  ['cannot be written', () => mkdirSync(at('b.json.new'))],
  ['is gone', () => rmSync(at('b.json'))],
])('none is replaced when one %s', (_, spoil) => {
  spoil()
  const before = contents()
  expect(() =>
    replaceFiles([
      [at('a.json'), 'A'],
      [at('b.json'), 'B'],
    ]),
  ).toThrow()
  expect(contents()).toEqual(before)
  expect(readdirSync(folder)).not.toContain('a.json.new')
})
