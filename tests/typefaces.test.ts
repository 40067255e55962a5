import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { styles } from '#content/typeface/brand-typeface.ts'
import { siteTypeface } from '#content/typeface/site-typeface.ts'

/** What a page is written with: what only the server reads is none of it. */
const SOURCES = globSync('src/**/*.{ts,tsx,astro,css,json,md}').filter(
  (file) => !/\.(test|fixture)\.tsx?$/.test(file) && !file.startsWith('src/server/'),
)
const FIRST_BEYOND_ASCII = 0x7f
const { css } = await siteTypeface(styles)

/** The letters and signs that a page really has from each `@font-face`: in its range, and in its file. */
function shippedCharacters(): Set<number> {
  const faces = readFileSync(css, 'utf8').match(/@font-face\{[^}]*url\([^}]*\}/g)!
  return new Set(
    faces.flatMap((face) => {
      const [, file = ''] = /url\('([^'?]+)/.exec(face)!
      const isInRange = rangesOf(face)
      return (create(readFileSync(join(dirname(css), file))) as Font).characterSet.filter(isInRange)
    }),
  )
}

function rangesOf(face: string): (code: number) => boolean {
  const ranges = [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(
    ([, from, to = from]) => [parseInt(from!, 16), parseInt(to!, 16)] as const,
  )
  return (code) => ranges.some(([from, to]) => code >= from && code <= to)
}

test('every letter and sign that pages are written with is in a typeface we ship', () => {
  const shipped = shippedCharacters()
  const missing = SOURCES.flatMap((file) =>
    [...new Set(readFileSync(file, 'utf8'))]
      .filter((letter) => letter.codePointAt(0)! >= FIRST_BEYOND_ASCII)
      .filter((letter) => !shipped.has(letter.codePointAt(0)!))
      .map((letter) => `${letter} in ${file}`),
  )
  expect(missing).toEqual([])
})
