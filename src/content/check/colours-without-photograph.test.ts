import { expect, test } from 'vitest'
import type { ModelPicture } from '#lib/pictures/photographs.ts'
import { catalogue } from '../catalogue.ts'
import { coloursWithoutPhotograph } from './colours-without-photograph.ts'

const picture = (view: string, ...codes: string[]): ModelPicture => ({
  view,
  codes,
  alt: view,
  photograph: { path: `tarn/${view}`, hash: 'f00', width: 1600, height: 900 },
})
const notes = (...pictures: ModelPicture[]) =>
  coloursWithoutPhotograph(catalogue, { tarn: { pictures, spins: [] } })

test.each([
  ['without photographs', []],
  ['with a photograph of its cabin only', [picture('interior')]],
])('a model %s needs none of its colours', (_, pictures) => {
  expect(notes(...pictures)).toEqual([])
})

test('says which colours have none, and what pages show instead', () => {
  expect(notes(picture('side', 'RDB'))).toEqual([
    expect.stringMatching(/^Tarn has no photograph of the outside in .*\): pages draw the car\.$/),
  ])
  expect(notes(picture('side'), picture('front', 'RDB'))).toEqual([
    expect.stringMatching(/: pages show the photograph that names no colour\.$/),
  ])
  expect(notes(picture('side', 'RDB'))[0]).not.toContain('RDB')
})
