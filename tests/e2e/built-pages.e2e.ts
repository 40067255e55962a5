import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { builtTexts } from '#tests/words/built-texts.ts'
import { brokenRules } from '#tests/words/rules.ts'
import { median, sentencesOf, wordCount } from '#tests/words/sentences.ts'
import { catalogue } from '#content/catalogue.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { driveAwayFromCents } from '#lib/catalogue/showroom.ts'
import { HtmlElement, HtmlValidate, Parser, StaticConfigLoader } from 'html-validate'

/** Rules for every built page, read from the files, without a browser or server. */

// One worker reads them all once.
test.describe.configure({ mode: 'default' })

const FOLDER = 'dist/client'
const build = JSON.parse(readFileSync('dist/build.json', 'utf8')) as {
  base: string
  onDemand: string[]
}
const root = build.base.replace(/\/+$/, '')

// The rules of the standard. `src/lib/art` has tests for drawings. Astro puts its one style for islands at the first
// island.
const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }))
const parser = new Parser(await validator.getConfigFor('page.html'))
const judged = (html: string) =>
  html
    .replace(/<svg[\s\S]*?<\/svg>/g, '<svg></svg>')
    .replace('<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>', '')

const pages = globSync(`${FOLDER}/**/*.html`).map((file) => {
  const path = file.slice(FOLDER.length).replace(/index\.html$/, '')
  const html = judged(readFileSync(file, 'utf8'))
  return { path: `${root}${path}`, html, document: parser.parseHtml(html) }
})

test('every page is valid HTML', () => {
  expect(pages.length).toBeGreaterThan(25)
  const faults = pages.flatMap(({ path, html }) =>
    validator
      .validateStringSync(html, path)
      .results.flatMap(({ messages }) =>
        messages.map(
          ({ ruleId, message, selector }) => `${path} ${selector}: ${ruleId} ${message}`,
        ),
      ),
  )
  expect(faults).toEqual([])
})

test('every link of the site leads somewhere', () => {
  const idsOf = new Map(
    pages.map(({ path, document }) => [
      path,
      new Set(document.querySelectorAll('[id]').map((element) => element.id)),
    ]),
  )
  const isThere = (path: string) =>
    idsOf.has(path.endsWith('/') ? path : `${path}/`) ||
    build.onDemand.some((route) => `${root}${route.replace(/\/*$/, '/')}` === path) ||
    existsSync(`${FOLDER}${decodeURI(path.slice(root.length))}`)

  const broken = new Set<string>()
  for (const { path, document } of pages)
    for (const element of document.querySelectorAll('[href], [src]')) {
      const text = String(element.getAttributeValue('href') ?? element.getAttributeValue('src'))
      const url = new URL(text.replaceAll('&#38;', '&'), `http://here${path}`)
      if (url.host !== 'here') continue
      if (!url.pathname.startsWith(`${root}/api/`) && !isThere(url.pathname))
        broken.add(`${path} to ${url.pathname}`)
      // `#/…` is a screen of an area, any other a place on a page.
      const ids = idsOf.get(url.pathname)
      const id = url.hash.slice(1)
      if (id && !id.startsWith('/') && ids && !ids.has(id)) broken.add(`${path} to ${text}`)
    }
  expect([...broken]).toEqual([])
})

/** An amount that comes again: `$258 a week`, `$765 per month`. */
const PAYMENT = /\$[\d,]+(?:\.\d\d)?\s*(?:a|an|per|each|every|\/)\s*(?:week|fortnight|month)/i
/** What the law and decision 19 want beside it, with equal care. A lease finances nothing, and leaves nothing to pay. */
const COMPANIONS = [
  /Cash price/,
  /Deposit/,
  /Amount financed|Lease/,
  /Term/,
  /Payments/,
  /Annual interest rate/,
  /fees/,
  /Final payment/,
  /Total amount payable/,
  /estimate/i,
]

/** As it is read: text of neighbours does not run together. */
const textOf = (element: HtmlElement): string =>
  element.childNodes
    .map((node) =>
      node instanceof HtmlElement
        ? /^(script|style|template)$/i.test(node.tagName)
          ? ' '
          : ` ${textOf(node)} `
        : node.textContent,
    )
    .join('')
    .replace(/(?:\s|&nbsp;|\u00a0)+/g, ' ')

/** The innermost elements that say an amount that comes again. */
const paymentsIn = (element: HtmlElement): HtmlElement[] => {
  if (!PAYMENT.test(textOf(element))) return []
  const inside = element.childElements.flatMap(paymentsIn)
  return inside.length > 0 ? inside : [element]
}

const missingBeside = (text: string) =>
  COMPANIONS.filter((companion) => !companion.test(text)).map(({ source }) => source)

/** Missing companions of a payment, in the nearest part of the page that has only this payment. */
const missingAt = (payment: HtmlElement): string[] => {
  let part = payment
  while (part.parent?.tagName && paymentsIn(part.parent).length === 1) part = part.parent
  const cell = payment.closest('td')
  return missingBeside(cell ? columnOf(cell) : textOf(part))
}

/** The column of a cell in a comparison table, each cell with the head of its row. */
const columnOf = (cell: HtmlElement): string => {
  const table = cell.closest('table')
  const index = cell.parent!.childElements.indexOf(cell)
  const rows = table?.querySelectorAll('tr').map(({ childElements }) => childElements) ?? []
  return rows
    .filter((cells) => cells[index] && !/^[\s–-]*$/.test(textOf(cells[index])))
    .map((cells) => `${textOf(cells[0]!)} ${textOf(cells[index]!)}`)
    .concat(table ? textOf(table.querySelector('caption') ?? table.childElements[0]!) : '')
    .join('\n')
}

test('what leads from a price to build and quote opens it in a colour at that price', () => {
  const links = pages.flatMap(({ html }) =>
    [...html.matchAll(/href="([^"]*build-and-quote\/\?[^"]*model=[^"]*)"/g)].map(
      ([, href]) => href!,
    ),
  )
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((href) => !href.includes('colour='))).toEqual([])
})

test('every payment on every page has its required companions', () => {
  const found: string[] = []
  const faults: string[] = []
  for (const { path, document } of pages)
    for (const payment of paymentsIn(document)) {
      found.push(path)
      const missing = missingAt(payment)
      if (missing.length > 0)
        faults.push(`${path} ${PAYMENT.exec(textOf(payment))?.[0]} lacks ${missing.join(', ')}`)
    }
  // Search results and shared links have no room for a payment's companions.
  for (const { path, document } of pages)
    for (const meta of document.querySelectorAll('meta[content], [alt], [aria-label]'))
      for (const { value } of meta.attributes)
        if (PAYMENT.test(String(value))) faults.push(`${path} ${String(value)} has no companions`)
  expect(faults).toEqual([])
  // Eight models and the ways to pay with five products each, and two offers.
  expect(found.length).toBeGreaterThanOrEqual(9 * 5 + 2)
})

test('without JavaScript build and quote has every grade, its price and energy label, and whom to ask', () => {
  const { html } = pages.find(({ path }) => path === `${root}/build-and-quote/`)!
  const [, plain = ''] = /<main[\s\S]*?<noscript>([\s\S]*?)<\/noscript>/.exec(html) ?? []
  for (const model of catalogue.models) {
    expect(plain).toContain(`/contact/?model=${model.slug}`)
    for (const variant of model.variants) {
      const row = plain.split(`>${variant.name}</th>`)[1]?.split('</tbody>')[0] ?? ''
      expect(row, variant.name).toContain(
        formatMoney(driveAwayFromCents(variant, catalogue.onRoadCosts)),
      )
      expect(row, variant.name).toMatch(/Energy economy: .*CO₂ emissions: .*Test cycle: /)
    }
  }
  expect(plain).toContain(`href="${root}/dealers/"`)
})

test('every page fetches one style sheet, the same as all others', () => {
  const sheets = pages.map(({ html }) =>
    [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, at]) => at),
  )
  expect(sheets.filter(({ length }) => length !== 1)).toEqual([])
  expect(new Set(sheets.flat()).size).toBe(1)
})

test('a model’s page tells its story in three scenes that load lazily', () => {
  for (const { slug, story } of catalogue.models) {
    const { document } = pages.find(({ path }) => path === `${root}/models/${slug}/`)!
    const scenes = document.querySelectorAll('.story__scene')
    expect(scenes.map((scene) => textOf(scene.querySelector('h2')!).trim())).toEqual(
      story!.map(({ line }) => line),
    )
    for (const image of document.querySelectorAll('.story__scene img'))
      expect(image.getAttributeValue('loading')).toBe('lazy')
  }
})

test('every picture that a page offers exists, and each car of the range has one for phones', () => {
  const files = new Set(
    pages.flatMap(({ html }) =>
      [...html.matchAll(/srcset="([^"]+)"/g)].flatMap(([, set]) =>
        set!.split(', ').map((one) => one.split(' ')[0]!),
      ),
    ),
  )
  const missing = [...files].filter((path) => !existsSync(`${FOLDER}${path.slice(root.length)}`))
  expect(missing).toEqual([])
  for (const { slug, signatureColourCode } of catalogue.models)
    expect([...files]).toContain(`${root}/art/${slug}-${signatureColourCode}-640.avif`)
})

test('every page but those for staff ends with links', () => {
  const without = pages.filter(({ document }) => !document.querySelector('footer'))
  expect(without.map(({ path }) => path)).toEqual([`${root}/staff/`])
})

test('every style sheet asks for a typeface we ship, or the one around it', () => {
  const css = [
    ...globSync(`${FOLDER}/**/*.css`).map((file) => readFileSync(file, 'utf8')),
    ...pages.flatMap(({ html }) =>
      [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, own]) => own!),
    ),
  ]
  const found = (pattern: RegExp) => css.flatMap((text) => [...text.matchAll(pattern)])
  const nameOf = (family: string) => family.split(',')[0]!.replace(/["']/g, '').trim()
  const shipped = new Set(
    found(/@font-face\s*\{([^}]*)\}/g)
      .filter(([, face]) => face!.includes('url('))
      .map(([, face]) => nameOf(/font-family:([^;}]+)/.exec(face!)![1]!)),
  )
  const variables = new Map(
    found(/(--font[\w-]*):([^;}]+)/g).map(([, name, family]) => [`var(${name})`, nameOf(family!)]),
  )
  const asked = [
    ...found(/font-family:([^;}]+)/g).map(([, family]) => nameOf(family!)),
    // The family comes last, after the size and the height of a line.
    ...found(/[;{]\s*font:([^;}]+)/g).map(([, font]) =>
      nameOf(font!.replace(/.*\/\s*[\d.]+\s/, '')),
    ),
  ]

  expect([...shipped].sort()).toEqual(['Site Letters', 'Site Typeface'])
  expect(asked.length).toBeGreaterThan(10)
  const isShipped = (family: string) =>
    family === 'inherit' || STAND_IN.test(family) || shipped.has(variables.get(family) ?? family)
  expect(asked.filter((family) => !isShipped(family))).toEqual([])
})

/** What `src/content/typeface/stand-ins.ts` makes of a machine's own typeface for the moment until ours has arrived. */
const STAND_IN = /^Stand-in (Wide )?(Arial|Roboto)$/

test('a page that shows a macron loads its letters with the first ones, and no other page does', () => {
  const [file] = globSync(`${FOLDER}/**/macrons-*.woff2`)
  const preloads = new RegExp(`rel="preload"[^>]*${file!.split('/').at(-1)!.replace('.', '\\.')}`)
  const loading = pages.filter(({ html }) => preloads.test(html)).map(({ path }) => path)
  expect(loading).toContain(`${root}/dealers/`)
  const shows = ({ document }: (typeof pages)[number]) =>
    /[āēīōū]/i.test(textOf(document.querySelector('body')!))
  expect(loading).toEqual(pages.filter(shows).map(({ path }) => path))
})

test('every text is written by the rules of docs/writing.md', () => {
  const texts = builtTexts()
  expect(texts.length).toBeGreaterThan(2000)
  const broken = texts.flatMap(({ at, text }) =>
    brokenRules(text).map((rule) => `${at}: ${text.slice(0, 120)}: ${rule}`),
  )
  expect(broken).toEqual([])
  const lengths = texts.flatMap(({ text }) => sentencesOf(text)).map(wordCount)
  expect(median(lengths)).toBeLessThanOrEqual(15)
})
