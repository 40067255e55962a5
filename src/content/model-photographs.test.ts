import { expect, test } from 'vitest'
import type { ModelPicture, Spin } from '#lib/pictures/photographs.ts'
import { catalogue } from './catalogue.ts'
import {
  besideDrawings,
  carPhotographTable,
  heroPictureOf,
  paintedGallery,
  photographCss,
} from './model-photographs.ts'

const picture = (view: string, ...codes: string[]): ModelPicture => ({
  view,
  codes,
  photograph: {
    path: `tarn/${[view, ...codes].join('-')}`,
    hash: 'a1',
    width: 1600,
    height: 1000,
  },
  alt: `${view} ${codes.join(' ')}`,
})
const spin = (colourCode: string): Spin => ({
  ...picture('spin', colourCode).photograph,
  colourCode,
  frames: 24,
  alt: '',
})
const tarn = catalogue.models.find(({ slug }) => slug === 'tarn')!
const [entry] = tarn.variants
const colours = catalogue.colours.filter(({ code }) => ['WHS', 'RDB', 'BLD'].includes(code))

const table = (...pictures: ModelPicture[]) =>
  Object.fromEntries(
    Object.entries(carPhotographTable([tarn], { tarn: { pictures, spins: [] } })['tarn'] ?? {}).map(
      ([key, { path }]) => [key, path.replace('tarn/', '')],
    ),
  )

test('a card has the model’s picture, and lines only for what differs', () => {
  expect(table()).toEqual({})
  expect(table(picture('side'), picture('side', 'RDB'))).toEqual({ '': 'side', RDB: 'side-RDB' })
  expect(table(picture('rear'), picture('front', 'RDB'))).toEqual({ '': 'rear', RDB: 'front-RDB' })
  expect(
    table(picture('side', 'RDB'), picture('side', 'RDB', 'PREMIUM'), picture('side', 'TN27P-B')),
  ).toMatchObject({
    RDB: 'side-RDB',
    'RDB TN27X-A': 'side-RDB-PREMIUM',
    'WHS TN27P-B': 'side-TN27P-B',
  })
})

test('a picture of a studio is on the model’s page and behind words, and cards draw the car', () => {
  const inStudio = (...name: [string, ...string[]]): ModelPicture => {
    const plain = picture(...name)
    return { ...plain, photograph: { ...plain.photograph, isStudio: true } }
  }
  const pictures = [inStudio('three-quarter', 'RDB'), inStudio('hero')]
  const tarnOnly = { tarn: { pictures, spins: [] } }

  expect(table(...pictures)).toEqual({})
  expect(besideDrawings(tarnOnly)).toEqual({})
  expect(besideDrawings({ tarn: { pictures: [...pictures, picture('side')], spins: [] } })).toEqual(
    { tarn: { pictures: [picture('side')], spins: [] } },
  )
  expect(heroPictureOf(tarnOnly, 'tarn', 'RDB')).toBe(pictures[1])
  const noHero = { tarn: { pictures: pictures.slice(0, 1), spins: [] } }
  expect(heroPictureOf(noHero, 'tarn', 'RDB')).toBeNull()
  expect(gallery(pictures).slides.map(({ key }) => key)).toEqual(['three-quarter'])
})

test('behind words is the wide picture in its colour, then the model’s, then the car', () => {
  const hero = (...pictures: ModelPicture[]) =>
    heroPictureOf({ tarn: { pictures, spins: [] } }, 'tarn', 'RDB')?.photograph.path
  expect(hero(picture('side', 'RDB'), picture('hero'), picture('hero', 'RDB'))).toBe(
    'tarn/hero-RDB',
  )
  expect(hero(picture('side', 'RDB'), picture('hero'))).toBe('tarn/hero')
  expect(hero(picture('side', 'RDB'), picture('hero', 'WHS'))).toBe('tarn/side-RDB')
  expect(hero(picture('side', 'WHS'))).toBeUndefined()
})

const gallery = (pictures: ModelPicture[], spins: Spin[] = []) =>
  paintedGallery(tarn, { pictures, spins }, colours, [entry!, entry!.options[0]!], 'RDB')

test('the gallery of a page has each view in each colour, then interiors and details', () => {
  const { slides, drawnColours } = gallery([
    picture('boot'),
    picture('interior', 'CLB'),
    picture('interior'),
    picture('front', 'RDB'),
    picture('side', 'RDB'),
    picture('side', 'WHS'),
    picture('hero'),
  ])

  expect(
    slides.map(({ colours: shown, pictures }) => [
      shown,
      ...pictures.map(({ photograph, colours: own, isFirst }) =>
        [photograph.path, own, isFirst && 'first'].filter(Boolean).join(' '),
      ),
    ]),
  ).toEqual([
    ['WHS RDB', 'tarn/side-WHS WHS', 'tarn/side-RDB RDB first'],
    ['RDB', 'tarn/front-RDB RDB'],
    [undefined, 'tarn/interior-CLB'],
    [undefined, 'tarn/interior'],
    [undefined, 'tarn/boot'],
  ])
  expect(drawnColours).toEqual(['BLD'])
})

test('a car turns in its colour, or in the first that there is, which is said', () => {
  const { turns } = gallery([], [spin('BLD'), spin('WHS')])

  expect(
    turns.map(({ spin: { path }, colours: shown, otherColour }) => [path, shown, otherColour]),
  ).toEqual([
    ['tarn/spin-BLD', 'BLD', undefined],
    ['tarn/spin-BLD', 'RDB', 'Deepwater Blue'],
    ['tarn/spin-WHS', 'WHS', undefined],
  ])
})

test('a brand without photographs has no styles for them', () => {
  expect(photographCss(catalogue, {})).toBe('')

  const side = picture('side')
  const pictures = [{ ...side, photograph: { ...side.photograph, focus: [33.3, 60] as const } }]
  const css = photographCss({ colours }, { tarn: { pictures, spins: [] } })
  expect(css).toContain('.photo.focus-33_3-60:not(.photo--cut-out){object-position:33.3% 60%}')
  expect(css).toContain(
    '.paints:has(input[value="RDB"]:checked) [data-colours]:not([data-colours~="RDB"]){display:none}',
  )
  expect(css).toContain('.paints:not(:has(input:checked)) [data-colours]{display:none}')
})
