import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { islandParts } from './island-parts.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-parts-'))
  const files = {
    'react.js': '',
    'shell.js': 'import{a}from"./react.js";import{b}from"./menu.js"',
    'menu.js': 'import{s}from"./shell.js"',
    'client.js': 'import"./react.js"',
    'form.js': 'import{r}from"./react.js";const late=()=>import("./late.js")',
    'late.js': '',
    'page.js': 'import{s}from"./shell.js"',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true }))

const island = (name: string, client: string) =>
  `<astro-island component-url="/shop/${name}.js" renderer-url="/shop/client.js" client="${client}"></astro-island>`
const marked = (body: string, base = '/shop') =>
  islandParts(folder, base)(`<!doctype html><html lang="en-NZ"><body>${body}</body></html>`)
const listOf = (html: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1]?.split(' ') ?? []

test('the scripts of what wakes as the page opens stand behind those that they import', () => {
  const html = marked(`<main>${island('form', 'load')}</main>`)
  expect(listOf(html, 'data-parts')).toEqual(['/shop/react.js', '/shop/form.js', '/shop/client.js'])
  expect(html).not.toContain('data-later-parts')
})

test('what sleeps comes later, and nothing twice; scripts that import each other are no trouble', () => {
  const html = marked(`${island('menu', 'touch')}<main>${island('form', 'load')}</main>`)
  expect(listOf(html, 'data-later-parts')).toEqual(['/shop/shell.js', '/shop/menu.js'])
})

test('what sleeps in the page’s own part is not asked for', () => {
  const html = marked(`${island('menu', 'touch')}<main>${island('form', 'touch')}</main>`)
  expect(html).not.toContain('data-parts')
  expect(listOf(html, 'data-later-parts')).not.toContain('/shop/form.js')
})

test('what the page’s own scripts have brought is not asked for once more', () => {
  const html = marked(
    `${island('menu', 'touch')}<script type="module" src="/shop/page.js"></script>`,
  )
  expect(listOf(html, 'data-later-parts')).toEqual(['/shop/client.js'])
})

test('a page without islands stays as it is', () => {
  expect(marked('<main>Terms</main>')).not.toContain('parts')
})
