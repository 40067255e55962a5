import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Specification §9: sm, md, lg, xl and xxl. */
const BREAKPOINTS = ['520px', '720px', '960px', '1240px', '1520px']

const SOURCES = globSync('src/**/*.{css,astro,ts,tsx}').filter((file) => !/\.test\./.test(file))

/** The conditions of media and container queries, of `matchMedia` and of `media` and `sizes` attributes. */
const CONDITIONS = [
  /@(?:media|container)\s+([^{]+)\{/g,
  /(?:matchMedia\(|\bWIDE =|\b(?:media|sizes)=)\s*["'`]([^"'`]+)["'`]/g,
]

/** The widths that a condition asks about: `(width >= 720px)`, `(min-width: 720px)`, `(480px <= width < 60rem)`. */
const WIDTHS = [
  /(?:min-|max-)?(?:width|inline-size)\s*[<>=:]+\s*([\d.]+\w+)/g,
  /([\d.]+\w+)\s*[<>]=?\s*(?:width|inline-size)/g,
]

const widthsIn = (text: string): string[] =>
  CONDITIONS.flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(([, condition]) => WIDTHS.flatMap((pattern) => [...condition!.matchAll(pattern)]))
    .map(([, width]) => width!)

test('§9 responsive breakpoints: sm 520px, md 720px, lg 960px, xl 1240px, xxl 1520px, and no other', () => {
  const found = SOURCES.flatMap((file) =>
    widthsIn(readFileSync(file, 'utf8')).map((width) => ({ file, width })),
  )
  expect(found.filter(({ width }) => !BREAKPOINTS.includes(width))).toEqual([])
  expect(new Set(found.map(({ width }) => width))).toEqual(new Set(BREAKPOINTS))
})

test.each([
  ['@media (width >= 720px) {', ['720px']],
  ['@media (pointer: coarse) and (max-width: 479px) {', ['479px']],
  ['@media (480px <= width < 60rem) {', ['60rem', '480px']],
  ['@container card (inline-size < 30em) {', ['30em']],
  ['@media (height < 320px) {', []],
  ["matchMedia('(width >= 800px)')", ['800px']],
])('the widths of %s are read', (text, widths) => {
  expect(widthsIn(text)).toEqual(widths)
})
