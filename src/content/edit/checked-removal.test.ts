import { expect, test } from 'vitest'
import { draftFiles, type Draft } from '../files.fixture.ts'
import { removeChecked } from './checked-removal.ts'

/** What is said when the Skerry is taken out of changed files. */
const removing = (change: (content: Draft) => void) => {
  const files = draftFiles()
  change(files)
  return removeChecked('models', ['skerry'], { files, news: {} })
}

test('faults of the model itself do not keep it', () => {
  const { files, notes } = removing((content) => {
    // As an editor would who has written the colours of other cars.
    content['colours.json'] = content['colours.json'].filter(({ code }) => code !== 'GYM')
    content['stock.json'] = content['stock.json'].filter(({ kdcd }) => !kdcd.startsWith('SK'))
  })
  expect(files).not.toHaveProperty('models/skerry.json')
  expect(notes).toContain('Other errors are left: run npm run catalogue:check.')
})

test('nor does it matter that brand.json lists it no longer', () => {
  const { files, notes } = removing((content) => {
    content['brand.json'].models = content['brand.json'].models.filter((slug) => slug !== 'skerry')
  })
  expect(files).not.toHaveProperty('models/skerry.json')
  expect(notes.join(' ')).not.toContain('Other errors')
})

test('files that are too broken are named', () => {
  expect(() =>
    removing((content) => {
      Object.assign(content, { 'stock.json': {} })
    }),
  ).toThrow(/stock\.json: must be a list/)
})
