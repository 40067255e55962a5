import { expect, test } from 'vitest'
import { markForChat, markForDemo, pageMarks } from './page-marks.ts'

const page = '<!DOCTYPE html><html lang="en-NZ"><head></head><body>&lt;html </body></html>'
const samples = page.replace('<body>', '<body><div class="demo-only">')

test('a page is marked once, at its root', () => {
  expect(markForChat(page)).toBe(page.replace('<html ', '<html data-chat '))
  expect(markForChat('{"a":"<html "}')).toBe('{"a":"<html "}')
})

test('only a page with something for a demonstration is marked for one', () => {
  expect(markForDemo(samples)).toBe(samples.replace('<html ', '<html data-demo '))
  expect(markForDemo(page)).toBe(page)
})

test('a site is marked as its settings say', () => {
  const chat = { provider: 'crisp', id: 'a', url: '' } as never
  expect(pageMarks({ chat: null, isDemo: false })).toBeNull()
  expect(pageMarks({ chat, isDemo: true })?.(samples)).toContain('<html data-demo data-chat ')
  expect(pageMarks({ chat: null, isDemo: true })?.(page)).toBe(page)
})
