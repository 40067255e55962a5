import { describe, expect, test } from 'vitest'
import { brotliCompressSync, constants } from 'node:zlib'
import { BACKDROPS } from '#lib/art/backdrops.ts'
import { STORY_VIEWS } from '#lib/art/story/views.ts'
import type { ModelPicture } from '#lib/pictures/photographs.ts'
import { catalogue } from './catalogue.ts'
import { storyDrawing, storyPicture } from './story.ts'

/** Compressed less than by the build, which takes a tenth of its time. */
const kB = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length / 1024

const scene = (view: (typeof STORY_VIEWS)[number], backdrop = BACKDROPS[0]) => ({
  view,
  backdrop,
  line: 'A line',
  text: 'A sentence.',
})

const picture = (view: string, ...codes: string[]): ModelPicture => ({
  view,
  codes,
  photograph: { path: [view, ...codes].join('-'), hash: 'a', width: 1600, height: 900 },
  alt: view,
})
const tarn = catalogue.models.find(({ slug }) => slug === 'tarn')!

describe.each(catalogue.models)('the story of the $name', (model) => {
  test.each(STORY_VIEWS)('%s is a sound drawing of at most 10 kB', (view) => {
    for (const backdrop of ['coast', 'city'] as const) {
      const svg = storyDrawing(model, { ...scene(view), backdrop }, catalogue)
      expect(svg).not.toMatch(/NaN|undefined|\sstyle=|<style|<script/)
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
      expect(new Set(ids).size).toBe(ids.length)
      for (const [, id] of svg.matchAll(/url\(#([\w-]+)\)/g)) expect(ids).toContain(id)
      expect(kB(svg)).toBeLessThan(10)
    }
  })

  test('tells three different things', () => {
    expect(new Set(model.story!.map(({ view }) => view)).size).toBe(3)
    expect(model.story![0]!.view).toBe('cabin')
  })
})

test('a photograph of its view takes the place of a drawing, of the interior that of the cabin', () => {
  const pictures = [picture('interior', 'SYT'), picture('boot'), picture('boot', 'WHS')]
  const shown = (view: (typeof STORY_VIEWS)[number]) =>
    storyPicture(tarn, scene(view), pictures)?.photograph.path
  expect(shown('cabin')).toBe('interior-SYT')
  expect(shown('boot')).toBe('boot')
  expect(shown('safety')).toBeUndefined()
})

test('a car with a manual gearbox has a lever', () => {
  const of = (slug: string) =>
    storyDrawing(
      catalogue.models.find((one) => one.slug === slug)!,
      scene('cabin'),
      catalogue,
    )
  expect(of('skerry')).not.toBe(of('tarn'))
})
