import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

/** What the built pages say to search engines and link previews: read from the files, without a browser. */

// One worker reads them all once.
test.describe.configure({ mode: 'default' })

const CLIENT = 'dist/client'

const decoded = (text: string) =>
  text.replace(/&#(\d+);|&#x([\da-f]+);|&(amp|quot|lt|gt);/gi, (_, tens, hex, name: string) =>
    tens || hex
      ? String.fromCodePoint(tens ? Number(tens) : parseInt(hex, 16))
      : { amp: '&', quot: '"', lt: '<', gt: '>' }[name]!,
  )

const pages = globSync(`${CLIENT}/**/*.html`).map((file) => {
  const html = readFileSync(file, 'utf8')
  const head = html.slice(0, html.indexOf('</head>'))
  const all = (pattern: RegExp) => [...head.matchAll(pattern)].map((match) => decoded(match[1]!))
  const meta = (name: string) =>
    all(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))
  return {
    path: file.slice(CLIENT.length).replace(/index\.html$/, ''),
    html,
    titles: all(/<title>([^<]*)<\/title>/g),
    canonicals: all(/<link rel="canonical" href="([^"]*)"/g),
    isClosed: meta('robots').includes('noindex'),
    meta,
    data: all(/<script type="application\/ld\+json">(.*?)<\/script>/gs).map(
      (json) => JSON.parse(json) as Data,
    ),
  }
})
const open = pages.filter(({ isClosed }) => !isClosed)
const closed = pages.filter(({ isClosed }) => isClosed)
const site = open.find(({ path }) => path === '/')!.canonicals[0]!.replace(/\/$/, '')
/** The file of the build behind a full address. */
const fileAt = (address: string) => {
  expect(address).toMatch(new RegExp(`^${site}/`))
  return join(CLIENT, address.slice(site.length))
}

type Data = Record<string, unknown>

/** Required fields of each kind of structured data; `field.part` is within a field. */
const REQUIRED: Record<string, string[]> = {
  Organization: ['name', 'url', 'logo', 'telephone', 'address.postalCode'],
  BreadcrumbList: ['position', 'name', 'item'].map((part) => `itemListElement.${part}`),
  Car: [
    ...['name', 'image', 'url', 'brand.name'],
    ...['name', 'price', 'priceCurrency', 'availability', 'url'].map((part) => `offers.${part}`),
  ],
  AutoDealer: [
    ...['name', 'image', 'url', 'telephone', 'geo.latitude', 'geo.longitude'],
    ...['streetAddress', 'addressLocality', 'postalCode'].map((part) => `address.${part}`),
    ...['dayOfWeek', 'opens', 'closes'].map((part) => `openingHoursSpecification.${part}`),
  ],
  FAQPage: ['mainEntity.name', 'mainEntity.acceptedAnswer'],
  NewsArticle: ['headline', 'datePublished', 'image', 'url'],
}

/** The values at a path, in each item of a list; `undefined` where there is none. */
const valuesAt = (data: Data, place: string): unknown[] => {
  const [field, part] = place.split('.') as [string, string?]
  const items = [data[field]].flat()
  return part ? items.map((item) => (item as Data | undefined)?.[part]) : items
}

/** Which pages have which kinds. */
const KINDS: [RegExp, string[]][] = [
  [/^\/$/, ['Organization']],
  [/^\/models\/.+/, ['BreadcrumbList', 'Car']],
  [/^\/dealers\/.+/, ['AutoDealer', 'BreadcrumbList']],
  [/^\/news\/.+/, ['BreadcrumbList', 'NewsArticle']],
  [/^\/offers\/.+/, ['BreadcrumbList']],
  [/^\/ways-to-pay\/$/, ['FAQPage']],
]

test('each page is named once, and either open with its address and words, or closed', () => {
  expect(open.length).toBeGreaterThan(30)
  for (const { path, html, titles } of pages) {
    expect(html, path).toMatch(/^<!doctype html><html lang="en-NZ"/i)
    expect(titles, path).toHaveLength(1)
    expect(titles[0]!.length, `${path}: ${titles[0]}`).toBeLessThanOrEqual(70)
  }
  for (const { path, canonicals, meta } of open) {
    expect(canonicals, path).toEqual([site + path])
    const descriptions = meta('description')
    expect(descriptions, path).toHaveLength(1)
    expect(descriptions[0]!.length, `${path}: ${descriptions[0]}`).toBeGreaterThanOrEqual(50)
    expect(descriptions[0]!.length, `${path}: ${descriptions[0]}`).toBeLessThanOrEqual(200)
  }
  for (const { path, canonicals, meta, data } of closed)
    expect([...canonicals, ...meta('og:title'), ...data], path).toEqual([])
  for (const said of [
    open.map(({ titles }) => titles[0]),
    open.map(({ meta }) => meta('description')[0]),
  ])
    expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([])
})

test('a link that is shared has a name, words and a picture of its size', () => {
  for (const { path, titles, meta, canonicals } of open) {
    const says = (name: string) => meta(`og:${name}`)
    expect(says('title'), path).toEqual(titles)
    expect(says('description'), path).toEqual(meta('description'))
    expect(says('url'), path).toEqual(canonicals)
    expect(says('locale'), path).toEqual(['en_NZ'])
    expect([...says('image:width'), ...says('image:height')], path).toEqual(['1200', '630'])
    expect(meta('twitter:card'), path).toEqual(['summary_large_image'])
    expect(existsSync(fileAt(says('image')[0]!)), `${path}: ${says('image')[0]}`).toBe(true)
  }
})

test('structured data says what its kind must, and its addresses are there', () => {
  for (const { path, data } of open) {
    const kinds = KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? []
    expect(data.map((one) => one['@type']).sort(), path).toEqual(kinds)
    for (const one of data)
      for (const place of REQUIRED[String(one['@type'])]!) {
        const values = valuesAt(one, place)
        expect(values.length, `${path} ${place}`).toBeGreaterThan(0)
        expect(values.map(String), `${path} ${place}`).not.toContainEqual(
          expect.stringMatching(/^(undefined|null|)$/),
        )
      }
    const addresses = data.flatMap((one) => [one.url, one.image, one.logo].filter(Boolean))
    for (const address of addresses)
      expect(existsSync(fileAt(String(address))), `${path}: ${String(address)}`).toBe(true)
  }
})

test('the sitemap names every open page, and robots.txt names the sitemap', () => {
  const xml = readFileSync(join(CLIENT, 'sitemap.xml'), 'utf8')
  const named = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])
  expect(named).toEqual(open.map(({ canonicals }) => canonicals[0]).sort())
  expect(readFileSync(join(CLIENT, 'robots.txt'), 'utf8')).toContain(
    `Sitemap: ${site}/sitemap.xml\n`,
  )
})

test('the manifest’s icons have the sizes it says, and the feed has every article', () => {
  const manifest = JSON.parse(readFileSync(join(CLIENT, 'manifest.webmanifest'), 'utf8')) as {
    icons: { src: string; sizes: string }[]
  }
  expect(manifest.icons.length).toBeGreaterThanOrEqual(3)
  for (const { src, sizes } of manifest.icons) {
    const png = readFileSync(join(CLIENT, new URL(src, `${site}/`).href.slice(site.length)))
    // A PNG's first chunk has its width and height.
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes)
  }
  const feed = readFileSync(join(CLIENT, 'news/rss.xml'), 'utf8')
  const links = [...feed.matchAll(/<item>.*?<link>([^<]*)<\/link>/g)].map((match) => match[1])
  const articles = open.filter(({ path }) => /^\/news\/.+/.test(path))
  expect(links.toSorted()).toEqual(articles.map(({ canonicals }) => canonicals[0]).toSorted())
})
