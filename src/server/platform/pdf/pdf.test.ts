import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import type { Row } from '#server/platform/mail/mail.ts'
import { writePdf } from './pdf.ts'

const createdAt = new Date('2026-11-23T01:00:00.000Z')
const write = async (blocks: Parameters<typeof writePdf>[1]['blocks']) =>
  Buffer.from(
    await writePdf({ catalogue }, { title: 'Quote: Tarn 1.5 Hybrid Plus', createdAt, blocks }),
  )

/** The unpacked streams of a PDF. */
function streamsOf(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/stream\r?\n/g)].flatMap(({ index }) => {
    try {
      return inflateSync(pdf.subarray(pdf.indexOf('\n', index) + 1)).toString('latin1')
    } catch {
      return []
    }
  })
}

/** The characters in the fonts of a PDF. */
const charactersIn = (pdf: Buffer): Set<string> =>
  new Set(
    streamsOf(pdf)
      .flatMap((stream) => [...stream.matchAll(/begin(?:bfrange|bfchar)([\s\S]*?)end/g)])
      .flatMap(([, codes = '']) => [...codes.matchAll(/<([0-9a-f]{4})>(?=[\s\]])/gi)])
      .map(([, hex = '']) => String.fromCodePoint(parseInt(hex, 16))),
  )

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length
const rows = (count: number, label: string): Row[] =>
  Array.from({ length: count }, (_, n) => [`${label} ${n}`, '$1', 'With its reason.'])

test('macrons and money are set in our own typeface, and can be selected', async () => {
  const pdf = await write([
    {
      rows: [
        ['For', 'Māia Pēwhairangi Ōtāhuhu'],
        ['Drive-away price', '$45,140'],
      ],
    },
    { text: 'The price holds until 7 December – “then” it’s made anew.' },
  ])
  const { family } = catalogue.brand.typeface
  const text = pdf.toString('latin1')
  expect(text).toMatch(/^%PDF-1\.7/)
  expect(text).toMatch(new RegExp(`/BaseFont /[A-Z]{6}\\+${family.replaceAll(' ', '')}`))
  expect(text).not.toContain('/Helvetica')
  expect([...'āēŌMP$45140–“”’'].filter((one) => !charactersIn(pdf).has(one))).toEqual([])
  expect(pdf.length).toBeLessThan(60_000)
})

test('its structure is tagged, with row headings and the language', async () => {
  const text = (
    await write([{ heading: 'The price' }, { rows: rows(2, 'Line') }, { text: 'Done.' }])
  ).toString('latin1')
  expect(text).toContain('/Lang (en-NZ)')
  expect(text).toMatch(/\/Marked true/)
  const count = (tag: string) => text.match(new RegExp(`/S /${tag}\\b`, 'g'))?.length ?? 0
  expect(['H1', 'H2', 'Table', 'TR', 'TH', 'TD'].map(count)).toEqual([1, 1, 1, 2, 2, 2])
  expect(text.match(/\/Scope \/Row/g)).toHaveLength(2)
})

test('the logo and the car have descriptions, and are left out if the build has no pictures', async () => {
  const picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer()
  const document = {
    title: 'Quote',
    createdAt,
    blocks: [{ picture: '/art/car-cove-WHS.jpg', alt: 'Cove in Surf White' }],
  }
  const asked: string[] = []
  const read = (path: string) => {
    asked.push(path)
    return picture
  }
  const text = Buffer.from(await writePdf({ catalogue }, document, read)).toString('latin1')
  expect(asked.toSorted()).toEqual(['/art/car-cove-WHS.jpg', '/art/logo-on-white.png'])
  expect([...text.matchAll(/\/Alt \(([^)]*)\)/g)].map(([, alt]) => alt)).toEqual([
    'Cove in Surf White',
    'Tarvane',
  ])
  expect(Buffer.from(await writePdf({ catalogue }, document)).toString('latin1')).not.toContain(
    '/Alt',
  )
})

test('text longer than a page continues on the next, however long its words', async () => {
  const pdf = await write([
    { rows: rows(60, 'with many words '.repeat(8)) },
    { rows: [['For', 'Ō'.repeat(300)]] },
  ])
  expect(pagesOf(pdf)).toBeGreaterThan(2)
})

test('figures that belong together are on one page', async () => {
  const part = (count: number) => [{ heading: 'Part' }, { rows: rows(count, 'Line') }]
  // Fifteen lines fill half a page. The second part would break, so it goes on the next page whole.
  const whole = await write([...part(15), ...part(12)])
  expect(pagesOf(whole)).toBe(2)
  const onSecond = streamsOf(whole).filter((stream) => stream.includes('/H2 <<'))
  expect(onSecond).toHaveLength(2)
  expect(onSecond[1]!.match(/\/TH <</g)).toHaveLength(24)
})
