import { expect, test } from 'vitest'
import { CROCKFORD } from '#lib/shared/crockford.ts'
import { readReference, referenceCode, shownReference } from './purchase-reference.ts'

test.each([
  [[0, 0, 0, 0], '000000', 'TV-0000-00'],
  [[255, 255, 255, 255], 'ZZZZZ1', 'TV-ZZZZ-Z1'],
  [[58, 103, 126, 128], '79KQXT', 'TV-79KQ-XT'],
])('bytes %j are stored as %s and shown as %s', (bytes, code, shown) => {
  expect(referenceCode(Uint8Array.from(bytes))).toBe(code)
  expect(shownReference('TV', code)).toBe(shown)
})

test.each([
  ['TV-7K3Q-XJ', '7K3QXJ'],
  [' tv 7k3q xj ', '7K3QXJ'],
  ['tv7k3qxj', '7K3QXJ'],
  ['7K3Q-XJ', '7K3QXJ'],
  ['7K3Q-X2', 'MISTYPED'],
  ['TV-oooo-oo', '000000'],
  ['TV-O4IO-6E', '04106E'],
  ['TV-04LO-6e', '04106E'],
  ['TV-7K3Q-X', null],
  ['TV-7K3Q-XJJ', null],
  ['AB-7K3Q-XJ', null],
  ['TV-7K3U-XJ', null],
  ['', null],
])('%j is read as %j', (typed, code) => {
  expect(readReference('TV', typed)).toBe(code)
})

test('one wrong character, and two that changed places, are noticed', () => {
  const right = '7K3QXJ'
  for (const [at, letter] of [...right].entries())
    for (const wrong of CROCKFORD.replace(letter, ''))
      expect(readReference('TV', right.slice(0, at) + wrong + right.slice(at + 1))).toBe('MISTYPED')
  for (let at = 0; at + 1 < right.length; at += 1) {
    const swapped = right.slice(0, at) + right[at + 1]! + right[at]! + right.slice(at + 2)
    expect(readReference('TV', swapped)).toBe('MISTYPED')
  }
})
