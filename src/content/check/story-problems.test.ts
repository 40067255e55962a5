import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import type { StoryScene } from '../schema/model.ts'
import { storyProblems } from './story-problems.ts'

const problems = (slug: string, ...views: StoryScene['view'][]) => {
  const model = catalogue.models.find((one) => one.slug === slug)!
  const story = views.map((view): StoryScene => ({
    view,
    backdrop: 'coast',
    line: 'A line',
    text: 'A sentence.',
  }))
  return storyProblems([{ ...model, story }]).map(({ path, reason }) => `${path}: ${reason}`)
}

test('a scene shows nothing that no grade can do, and no view comes twice', () => {
  expect(problems('headland', 'cabin', 'towing', 'charging')).toEqual([])
  expect(problems('skerry', 'towing', 'safety')).toEqual([
    'story[0].view: towing needs a grade that tows',
  ])
  expect(problems('tarn', 'charging')).toEqual([
    'story[0].view: charging needs a grade with a plug',
  ])
  expect(problems('tarn', 'boot', 'cabin', 'boot')).toEqual([
    'story[2].view: the scene boot is used twice',
  ])
})

test('a model without a story is complete', () => {
  const { story, ...model } = catalogue.models[0]!
  expect(story).toHaveLength(3)
  expect(storyProblems([model])).toEqual([])
})
