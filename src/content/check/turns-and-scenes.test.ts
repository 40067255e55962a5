import { expect, test } from 'vitest'
import type { ModelPicture, Spin } from '#lib/pictures/photographs.ts'
import { catalogue } from '../catalogue.ts'
import { fromPriceCar } from '../model-view.ts'
import { turnsAndScenes } from './turns-and-scenes.ts'

const model = catalogue.models.find(({ story }) => story?.some(({ view }) => view === 'boot'))!
const opening = fromPriceCar(model, catalogue).colourCode
const file = { path: 'x', hash: 'f00', width: 1600, height: 900, alt: 'The car' }
const picture = (view: string): ModelPicture => ({ view, codes: [], alt: view, photograph: file })
const spin = (colourCode: string): Spin => ({ ...file, frames: 24, colourCode })
const notes = (pictures: ModelPicture[], ...spins: Spin[]) =>
  turnsAndScenes(catalogue, { [model.slug]: { pictures, spins } })

test('a drawn model, and one with a photograph for every scene, need nothing', () => {
  const views = model.story!.map(({ view }) => (view === 'cabin' ? 'interior' : view))
  expect(notes([])).toEqual([])
  expect(notes(['side', ...views].map(picture), spin(opening))).toEqual([])
})

test('nor does a model with pictures of a studio, which stay apart from drawings', () => {
  expect(notes([{ ...picture('side'), photograph: { ...file, isStudio: true } }])).toEqual([])
})

test('the scenes that stay drawn beside photographs are named', () => {
  expect(notes([picture('side')])).toEqual([
    expect.stringMatching(/has photographs, but these scenes are drawn: .*boot.*\. Add pictures/),
  ])
})

test('frames in other colours than the one that the page opens in are named', () => {
  expect(notes([], spin('QQQ'))).toEqual([
    `${model.name} opens in ${opening}, but turns in QQQ: add spin/${opening}.`,
  ])
})
