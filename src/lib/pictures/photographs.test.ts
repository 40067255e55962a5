import { expect, test } from 'vitest'
import { frameOf, nearestPicture, pictureParts, type ModelPicture } from './photographs.ts'

const picture = (view: string, ...codes: string[]): ModelPicture => ({
  view,
  codes,
  photograph: {
    path: ['kea', [view, ...codes].join('-')].join('/'),
    hash: 'a1',
    width: 1600,
    height: 1000,
  },
  alt: '',
})
const PICTURES = [
  picture('side'),
  picture('side', 'SPORT'),
  picture('side', 'RDB'),
  picture('side', 'RDB', 'SPORT'),
  picture('side', 'K1', 'RDB'),
  picture('interior', 'CLB'),
]

test.each([
  ['colour and option before colour and grade', ['RDB', 'CLB', 'K1', 'SPORT'], 'side-K1-RDB'],
  ['colour and grade before colour', ['RDB', 'CLB', 'K2', 'SPORT'], 'side-RDB-SPORT'],
  ['colour before grade', ['RDB', 'CLB', 'K2', 'PURE'], 'side-RDB'],
  ['grade before none', ['WHS', 'CLB', 'K2', 'SPORT'], 'side-SPORT'],
  ['the model’s own', ['WHS', 'CLB', 'K2', 'PURE'], 'side'],
])('the nearest picture: %s', (_, codes, name) => {
  expect(nearestPicture(PICTURES, 'side', codes)?.photograph.path).toBe(`kea/${name}`)
})

test('a picture of what the car has not is never taken', () => {
  expect(nearestPicture(PICTURES, 'interior', ['RDB', 'LEB'])).toBeNull()
  expect(nearestPicture(PICTURES, 'rear', ['RDB'])).toBeNull()
})

test('a picture element has AVIF and WebP before JPEG, in widths up to its own', () => {
  const { photograph } = picture('side', 'RDB')
  const parts = pictureParts('/shop/', { ...photograph, width: 1200, focus: [40, 60] })

  expect(parts.sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  expect(parts.sources[0]!.srcSet).toBe(
    [320, 480, 768, 1152].map((w) => `/shop/pictures/kea/side-RDB-${w}-a1.avif ${w}w`).join(', '),
  )
  expect(parts.img).toMatchObject({
    src: '/shop/pictures/kea/side-RDB-1152-a1.jpg',
    width: 1200,
    height: 1000,
  })
  expect(parts.className).toBe('photo focus-40-60')
})

test('a frame has widths of its own', () => {
  const { photograph } = picture('spin')
  const frame = frameOf({ ...photograph, frames: 24, colourCode: 'RDB', alt: '' }, 6)

  expect(pictureParts('/', frame).img.srcSet).toBe(
    '/pictures/kea/spin/07-480-a1.jpg 480w, /pictures/kea/spin/07-960-a1.jpg 960w',
  )
})
