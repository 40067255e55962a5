import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'

/** What a page is written with: what only the server reads is none of it. */
const SOURCES = globSync('src/**/*.{ts,tsx,astro,css,json,md}').filter(
  (file) => !/\.(test|fixture)\.tsx?$/.test(file) && !file.startsWith('src/server/'),
)
const FONTS = 'src/styles/fonts.css'
const FIRST_BEYOND_ASCII = 0x7f

/** The letters and signs that a page really has from each `@font-face`: in its range, and in its file. */
function shippedCharacters(): Set<number> {
  const faces = readFileSync(FONTS, 'utf8').match(/@font-face \{[^}]*url\([^}]*\}/g)!
  return new Set(
    faces.flatMap((face) => {
      const [, url = ''] = /url\('([^'?]+)/.exec(face)!
      const file = url.startsWith('.')
        ? join(dirname(FONTS), url)
        : createRequire(import.meta.url).resolve(url)
      const isInRange = rangesOf(face)
      return (create(readFileSync(file)) as Font).characterSet.filter(isInRange)
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
