import { expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import {
  markForCancelDays,
  markForChat,
  markForDemo,
  markForOwnApi,
  pageMarks,
} from './page-marks.ts'

const page = '<!DOCTYPE html><html lang="en-NZ"><head></head><body>&lt;html </body></html>'
const samples = page.replace('<body>', '<body><div class="demo-only">')

test('a page is marked once, at its root', () => {
  expect(markForChat(page)).toBe(page.replace('<html ', '<html data-chat '))
  expect(markForChat('{"a":"<html "}')).toBe('{"a":"<html "}')
})

test('only a page with parts for a demonstration is marked', () => {
  expect(markForDemo(samples)).toBe(samples.replace('<html ', '<html data-demo '))
  expect(markForDemo(page)).toBe(page)
})

const usual = { chat: null, isDemo: true, cancelDays: 3, ownApi: null }

test('a site is marked as its settings say', () => {
  const chat = { provider: 'crisp', id: 'a', url: '' } as never
  expect(pageMarks({ ...usual, isDemo: false })).toBeNull()
  expect(pageMarks({ ...usual, chat })?.(samples)).toContain('<html data-demo data-chat ')
  expect(pageMarks(usual)?.(page)).toBe(page)
})

test('pages show the days of the setting for cancelling a purchase', () => {
  const paragraphs = catalogue.pages.terms.sections
    .find(({ heading }) => heading === 'Changing your mind')!
    .paragraphs!.map((text) => `<p data-astro-cid-1>${text}</p>`)
  const way = catalogue.pages.waysToPay.ways[0]!.points.map((point) => `<li>${point}</li>`)
  const html = [...paragraphs, ...way].join('')
  const promises = (days: string) =>
    [`ithin ${days} of confirming`, 'you may cancel'].map(
      (words) =>
        markForCancelDays(Number.parseInt(days))(html).replaceAll('\u00a0', ' ').split(words)
          .length - 1,
    )

  expect(html.replaceAll('\u00a0', ' ').split('ithin 3 days of confirming')).toHaveLength(3)
  expect(promises('1 day')).toEqual([2, 2])
  expect(promises('10 days')).toEqual([2, 2])
  // Without such days the rest of the text stays.
  expect(promises('0 days')).toEqual([0, 1])
  expect(markForCancelDays(0)(html)).toContain('than our reasonable costs for your purchase')
})

test('in front of an API of the brand’s own, nothing leads to what it has not', () => {
  const html = [
    '<nav><a href="/shop/models/">Models</a> <a class="x" href="/shop/service/">Service</a></nav>',
    '<ul><li><a href="/shop/recalls/">Recalls</a></li><li><h3>Cars</h3><a href="/shop/test-drive/?model=tarn">Drive</a></li></ul>',
    '<p><a href="/shop/contact/?model=tarn">Ask</a> <a href="/shop/quote/">Check</a></p>',
  ].join('')
  expect(markForOwnApi(html)).toBe(
    [
      '<nav><a href="/shop/models/">Models</a> </nav>',
      '<ul><li><a href="/shop/recalls/">Recalls</a></li></ul>',
      '<p><a href="/shop/contact/?model=tarn">Ask</a> </p>',
    ].join(''),
  )
  expect(pageMarks({ ...usual, isDemo: false, ownApi: {} })?.(page)).toBe(
    page.replace('<html ', '<html data-own-api '),
  )
  const entry = (path: string) => `  <url><loc>https://a.example${path}</loc></url>\n`
  expect(markForOwnApi(entry('/service/') + entry('/offers/'))).toBe(entry('/offers/'))
})
