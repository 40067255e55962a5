import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brandDir } from '../brand-dir.ts'
import { ContentError } from '../content-error.ts'
import { readBrandArt } from './read-brand-art.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'brand-'))
  for (const name of ['logo.svg', 'mark.svg']) cpSync(join(brandDir, name), join(dir, name))
})
afterEach(() => rmSync(dir, { recursive: true }))

const faults = () => readBrandArt(dir).problems.map(({ file, reason }) => `${file}: ${reason}`)

test('a logo and a mark are enough: they are white on dark grounds, and the mark is the icon', () => {
  const { art, problems } = readBrandArt(dir)
  expect(problems).toEqual([])
  expect(art.logoOnDark.body).not.toMatch(/fill="#(?!fff")/)
  expect(art.icon).toEqual(art.markOnDark)
})

test('a version for dark grounds is taken as it is', () => {
  cpSync(join(brandDir, 'logo-on-dark.svg'), join(dir, 'logo-on-dark.svg'))
  expect(readBrandArt(dir).art.logoOnDark.body).toContain('#E8743A')
})

test('what is missing is named, with what to do', () => {
  rmSync(join(dir, 'logo.svg'))
  expect(faults()).toEqual([
    'logo.svg: there is no such file: add the logo as SVG, with the name of the brand',
  ])
})

test('a drawing that would be a blot in white needs a version for dark grounds', () => {
  writeFileSync(
    join(dir, 'mark.svg'),
    '<svg viewBox="0 0 8 8"><circle r="4" fill="#1E3A5F"/><path d="M0 0H2" fill="#FFF"/></svg>',
  )
  expect(faults()).toEqual([
    'mark-on-dark.svg: there is no such file, and mark.svg all in white would lose what is #FFF in it: add a version for dark backgrounds',
  ])
})

test('a logo that is too wide for a phone is refused', () => {
  writeFileSync(join(dir, 'logo.svg'), '<svg viewBox="0 0 90 10"><path d="M0 0H2"/></svg>')
  expect(faults()).toEqual([
    'logo.svg: is 9.0 times as wide as high: it must be at most 8 times, so that it fits the header of a phone',
  ])
})

test('every fault is listed with its file and line', () => {
  writeFileSync(
    join(dir, 'logo.svg'),
    '<svg viewBox="0 0 8 8">\n<script/>\n<path onclick="a()"/>\n</svg>',
  )
  writeFileSync(join(dir, 'mark.svg'), 'none')
  expect(new ContentError(readBrandArt(dir).problems).message).toBe(
    [
      'The content has 3 errors:',
      'src/content/logo.svg:2: has a script: use shapes only',
      'src/content/logo.svg:3: runs a script (onclick): use shapes only',
      'src/content/mark.svg:1: is not an SVG: it doesn’t begin with <svg>',
    ].join('\n'),
  )
})
