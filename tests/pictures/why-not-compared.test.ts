import { expect, test } from 'vitest'
import { type MadeWith, whyNotCompared } from './why-not-compared.ts'

const MADE_WITH: MadeWith = {
  platform: 'linux',
  browser: 'Chrome/156.0.8078.79',
  faces: ['Encode Sans'],
  sampleWidthPx: 161.078125,
}

test.each<[string, Partial<MadeWith>, string | null]>([
  ['what they were made with', {}, null],
  ['a later build of the same version', { browser: 'Chrome/156.0.8078.112' }, null],
  [
    'another version',
    { browser: 'Chrome/150.0.7871.100' },
    'they were made with the browser Chrome/156, and here it is Chrome/150',
  ],
  [
    'the headless shell of the same version',
    { browser: 'HeadlessChrome/156.0.8078.79' },
    'they were made with the browser Chrome/156, and here it is HeadlessChrome/156',
  ],
  [
    'another platform, and a face of the machine',
    { platform: 'darwin', faces: ['Encode Sans', 'Menlo'] },
    'they were made with the platform linux, and here it is darwin; they were made with the typefaces Encode Sans, and here it is Encode Sans, Menlo',
  ],
  [
    'letters of another width',
    { sampleWidthPx: 166 },
    'they were made with the width of letters 161.078125, and here it is 166',
  ],
])('pictures are compared with %s, or the reason is said', (_, difference, reason) => {
  expect(whyNotCompared(MADE_WITH, { ...MADE_WITH, ...difference })).toBe(reason)
})

test('without a whole browser pictures are not compared', () => {
  expect(whyNotCompared(MADE_WITH, null)).toBe(
    'there is no whole browser here, only a headless shell',
  )
})
