import { crc32 } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fileTypeOf } from '#lib/shared/files.ts'
import { somePdf } from '#tests/setup/files.ts'
import { cleanFile } from './clean-file.ts'

const SECRET = 'Kauri Road'
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="${SECRET}"/></rdf:RDF></x:xmpmeta>`

/** A picture with a location written by a camera: red on the left, blue on the right. */
const taken = (orientation = 1, [width, height] = [24, 16]) =>
  sharp({ create: { width: width! / 2, height: height!, channels: 3, background: '#f00' } })
    .extend({ right: width! / 2, background: '#00f' })
    .withExif({
      IFD0: { Copyright: SECRET },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '36/1 51/1 30/1' },
    })
    .withXmp(XMP)
    .withMetadata({ orientation })

const FORMATS = {
  jpeg: () => taken().jpeg().toBuffer(),
  'progressive jpeg': () => taken().jpeg({ progressive: true }).toBuffer(),
  png: () => taken().png().toBuffer(),
  webp: () => taken().webp({ lossless: true }).toBuffer(),
}

const clean = (bytes: Uint8Array) => cleanFile(bytes, fileTypeOf(bytes)!)
async function cleaned(bytes: Uint8Array): Promise<Uint8Array> {
  const result = await clean(bytes)
  if ('refused' in result) throw new Error(result.refused)
  return result.bytes
}

describe.each(Object.entries(FORMATS))('a %s', (_, take) => {
  test('loses where and when it was taken, and looks the same', async () => {
    const bytes = Buffer.concat([await take(), Buffer.from(SECRET)])
    expect(bytes.includes(SECRET)).toBe(true)
    const kept = Buffer.from(await cleaned(bytes))
    expect(kept.includes(SECRET)).toBe(false)
    expect(fileTypeOf(kept)).toBe(fileTypeOf(bytes))
    const { exif, xmp, width, height } = await sharp(kept).metadata()
    expect({ exif, xmp, width, height }).toEqual({ width: 24, height: 16 })
    const [red, , blue] = await sharp(kept).raw().toBuffer()
    expect(red).toBeGreaterThan(240)
    expect(blue).toBeLessThan(15)
    // Sent twice, it is one file.
    expect(await cleaned(bytes)).toEqual(kept)
  })

  test('is refused when half of it is missing', async () => {
    const bytes = await sharp(await sharp(await take()).toBuffer())
      .resize(400, 300)
      .toBuffer()
    expect(await clean(bytes.subarray(0, bytes.length / 2))).toEqual({ refused: 'unreadable' })
  })
})

test('a photo taken sideways is turned upright', async () => {
  const kept = await cleaned(await taken(6).jpeg().toBuffer())
  const { width, height, orientation } = await sharp(kept).metadata()
  expect({ width, height, orientation }).toEqual({ width: 16, height: 24 })
})

describe('pixels that take few bytes', () => {
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' } })

  test('are refused where no camera or scanner makes so few', async () => {
    const bomb = await blank(8000, 6249).webp({ lossless: true, effort: 0 }).toBuffer()
    expect(bomb.length).toBeLessThan(100)
    const startedMs = performance.now()
    expect(await clean(bomb)).toEqual({ refused: 'unreadable' })
    expect(performance.now() - startedMs).toBeLessThan(200)
  })

  test.each(['png', 'jpeg', 'webp'] as const)('are read as an empty page (%s)', async (format) => {
    const page = await blank(2480, 3508).toFormat(format).toBuffer()
    expect(await clean(page)).toHaveProperty('bytes')
  })
})

test('a large photo is scaled to 4,096 pixels', async () => {
  const kept = await cleaned(await taken(1, [6000, 4500]).jpeg().toBuffer())
  const { width, height } = await sharp(kept).metadata()
  expect({ width, height }).toEqual({ width: 4096, height: 3072 })
})

test('a pixel bomb is refused before it is unpacked', async () => {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  // The first chunk: its width and height at 16, its sum at 29.
  bytes.writeUInt32BE(30_000, 16)
  bytes.writeUInt32BE(30_000, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  const started = performance.now()
  expect(await clean(bytes)).toEqual({ refused: 'too many pixels' })
  expect(performance.now() - started).toBeLessThan(1_000)
})

async function printed(write: (pdf: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const pdf = new PDFDocument()
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((done) => pdf.on('end', done))
  write(pdf)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

describe('a PDF', () => {
  test('is kept as it is', async () => {
    const bytes = await printed((pdf) => pdf.text('Payslip').addPage().text('Page two'))
    expect(await cleaned(bytes)).toBe(bytes)
    const small = somePdf('a comment')
    expect(await cleaned(small)).toBe(small)
  })

  test('may have incremental updates', async () => {
    const before = somePdf('')
    const table = before.indexOf('xref\n')
    const added = Buffer.from(
      `4 0 obj\n<< /Type /XRef /Size 5 /Prev ${table} /Root 1 0 R /W [1 2 1] /Length 0 >>\nstream\nendstream\nendobj\nstartxref\n${before.length}\n%%EOF`,
    )
    const bytes = Buffer.concat([before, added])
    expect(await cleaned(bytes)).toBe(bytes)
  })

  const broken: [string, (text: string) => string][] = [
    ['is cut off', (text) => text.slice(0, -20)],
    ['points nowhere', (text) => text.replace(/startxref\n\d+/, 'startxref\n999999')],
    ['points into an object', (text) => text.replace(/startxref\n\d+/, 'startxref\n30')],
    ['has no root', (text) => text.replace('/Root 1 0 R', '/Boot 1 0 R')],
    [
      'goes round in circles',
      (text) => text.replace('/Size 4', `/Size 4 /Prev ${text.indexOf('xref\n')}`),
    ],
    ['lists too many objects', (text) => text.replace('/Size 4', '/Size 99999999')],
    ['has too many objects', (text) => text.replace('%a', `%a\n${'1 0 obj\n'.repeat(100_001)}`)],
    ['is a page of the web behind its mark', () => '%PDF-1.7\n<!doctype html><script>1</script>'],
    ['is of no version', (text) => text.replace('%PDF-1.7', '%PDF-x.7')],
  ]
  test.each(broken)('that %s is refused', async (_, change) => {
    const bytes = Buffer.from(change(somePdf('a').toString('latin1')), 'latin1')
    const started = performance.now()
    expect(await clean(bytes)).toEqual({ refused: 'unreadable' })
    expect(performance.now() - started).toBeLessThan(500)
  })
})
