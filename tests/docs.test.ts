import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

const pages = globSync(['*.md', 'docs/**/*.md']).map((page) => ({
  page,
  text: readFileSync(page, 'utf8'),
}))
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found!)

/** The addresses of a page’s headings, as they are made of their words. */
const anchorsOf = (page: string) =>
  all(readFileSync(page, 'utf8'), /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

test('each command that a page names is there', () => {
  const offenders = pages.flatMap(({ page, text }) =>
    all(text, /npm run ([\w:]+)/g)
      .filter((name) => !(name in packageJson.scripts))
      .map((name) => `${page}: npm run ${name}`),
  )
  expect(offenders).toEqual([])
})

test('each file that a page names is there', () => {
  const offenders = pages.flatMap(({ page, text }) =>
    all(text, /`((?:src|tests|scripts|docs)\/[\w./-]+)`/g)
      .filter((file) => !existsSync(file))
      .map((file) => `${page}: ${file}`),
  )
  expect(offenders).toEqual([])
})

test('each page and heading that a page leads to is there', () => {
  const offenders = pages.flatMap(({ page, text }) =>
    all(text, /\]\((?!https?:)([^)]+)\)/g)
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? page : join(dirname(page), path)
        return !existsSync(target) || (anchor && !anchorsOf(target).includes(anchor))
      })
      .map((link) => `${page}: ${link}`),
  )
  expect(offenders).toEqual([])
})
