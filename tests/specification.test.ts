import { existsSync, globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Row } from './specification/rows.ts'
import { titlesOf } from './specification/titles.ts'

/** One file for each section of the specification: what it says, and which test holds it. */
const SECTIONS = globSync('tests/specification/section-*.ts').sort()

const titles = new Map<string, ReadonlySet<string>>()

function isThere(file: string, title: string): boolean {
  if (!titles.has(file)) titles.set(file, existsSync(file) ? titlesOf(file) : new Set())
  return titles.get(file)!.has(title)
}

test.each(SECTIONS)('%s names tests that are there', async (section) => {
  const { rows } = (await import(/* @vite-ignore */ resolve(section))) as { rows: Row[] }
  expect(rows).not.toEqual([])
  const missing = rows.filter(([, file, title]) => !isThere(file, title))
  expect(missing).toEqual([])
  const sentences = rows.map(([says]) => says)
  expect(sentences.filter((says, index) => sentences.indexOf(says) !== index)).toEqual([])
})
