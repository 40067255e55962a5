import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fileTypeOf } from '#lib/domain/files.ts'
import { withoutMetadata } from './picture-metadata.ts'

const SECRET = 'Kauri Road'
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="${SECRET}"/></rdf:RDF></x:xmpmeta>`

/** A picture in which a camera has written where it was. */
const taken = (orientation: number) =>
  sharp({ create: { width: 24, height: 16, channels: 3, background: '#a41' } })
    .composite([{ input: { text: { text: 'W', dpi: 100 } }, left: 2, top: 2 }])
    .withIccProfile('p3')
    .withExif({
      IFD0: { Copyright: SECRET },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '36/1 51/1 30/1' },
    })
    .withXmp(XMP)
    .withMetadata({ orientation })

const FORMATS = {
  jpeg: (orientation = 1) => taken(orientation).jpeg().toBuffer(),
  'progressive jpeg': (orientation = 1) =>
    taken(orientation).jpeg({ progressive: true }).toBuffer(),
  png: () => taken(1).png().toBuffer(),
  webp: () => taken(1).webp({ lossless: true }).toBuffer(),
}

const cleaned = (bytes: Uint8Array) => Buffer.from(withoutMetadata(bytes, fileTypeOf(bytes)!))
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

describe.each(Object.entries(FORMATS))('a %s', (_, take) => {
  test('says nothing more of where and when it was taken, and shows the same', async () => {
    const bytes = await take()
    expect(bytes.includes(SECRET)).toBe(true)
    const clean = cleaned(bytes)
    expect(clean.includes(SECRET)).toBe(false)
    const { exif, xmp, icc, width, height } = await sharp(clean).metadata()
    expect({ exif, xmp, width, height }).toEqual({ width: 24, height: 16 })
    expect(icc).toEqual((await sharp(bytes).metadata()).icc)
    expect(await pixelsOf(clean)).toEqual(await pixelsOf(bytes))
    // The same picture again is the same file.
    expect(cleaned(clean)).toEqual(clean)
  })

  test('loses what follows its end', async () => {
    const bytes = await take()
    expect(cleaned(Buffer.concat([bytes, Buffer.from(SECRET)]))).toEqual(cleaned(bytes))
  })
})

test.each([2, 3, 4, 5, 6, 7, 8])('a photo stays the way up that it was held: %d', async (way) => {
  const clean = cleaned(await FORMATS.jpeg(way))
  expect(clean.includes(SECRET)).toBe(false)
  expect((await sharp(clean).metadata()).orientation).toBe(way)
})

test('of several pictures in motion all are kept', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const bytes = await sharp(frames, { join: { animated: true } })
    .withXmp(XMP)
    .webp()
    .toBuffer()
  expect(bytes.includes(SECRET)).toBe(true)
  const clean = cleaned(bytes)
  expect(clean.includes(SECRET)).toBe(false)
  expect((await sharp(clean).metadata()).pages).toBe(3)
})

test('what is no whole picture is taken as far as it goes', async () => {
  const wholes = await Promise.all(Object.values(FORMATS).map((take) => take()))
  fc.assert(
    fc.property(
      fc.constantFrom(...wholes),
      fc.nat(),
      fc.nat(),
      fc.nat(255),
      (whole, cut, at, byte) => {
        const bytes = Buffer.from(whole.subarray(0, 12 + (cut % (whole.length - 11))))
        bytes[12 + (at % (bytes.length - 11))] = byte
        const clean = cleaned(bytes)
        expect(clean.length).toBeLessThanOrEqual(bytes.length + 64)
        expect(clean.subarray(0, 2)).toEqual(bytes.subarray(0, 2))
      },
    ),
  )
})

test('a document is left as it is', () => {
  const bytes = Buffer.from(`%PDF-1.7 ${SECRET}`)
  expect(withoutMetadata(bytes, 'application/pdf')).toBe(bytes)
})
