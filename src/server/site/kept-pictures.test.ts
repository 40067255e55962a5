import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KeptPictures } from './kept-pictures.ts'

const KB = 1024
let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'pictures-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function picture(name: string, kB = 500): [file: string, sizeBytes: number] {
  const file = join(folder, name)
  writeFileSync(file, Buffer.alloc(kB * KB))
  return [file, kB * KB]
}

test('a picture is in memory once, however many ask for it', () => {
  const pictures = new KeptPictures()
  const one = picture('one')
  expect(pictures.read(...one)).toBe(pictures.read(...one))
})

test('of many, those asked for last stay in memory', () => {
  const pictures = new KeptPictures()
  const all = Array.from({ length: 70 }, (_, at) => picture(`${at}`))
  const first = pictures.read(...all[0]!)
  const second = pictures.read(...all[1]!)
  for (const one of all.slice(2)) {
    pictures.read(...one)
    expect(pictures.read(...all[0]!)).toBe(first)
  }
  // Somebody still has it: it is not read into memory once more.
  expect(pictures.read(...all[1]!)).toBe(second)
})

test('one that cannot be read is not kept', () => {
  expect(new KeptPictures().read(join(folder, 'gone'), 10)).toBeNull()
})

test('a large one is not kept', () => {
  expect(new KeptPictures().read(...picture('car.glb', 600))).toBeNull()
})
