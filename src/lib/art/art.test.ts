import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { brandArt } from '#content/brand-art.ts'
import { catalogue } from '#content/catalogue.ts'
import { carArtPath, trimArtPath } from './art-paths.ts'
import { BACKDROPS, backdrop } from './backdrops.ts'
import { icon, inlined } from './drawing.ts'
import { renderCar, renderTrim, viewBox } from './car-art.ts'
import { drawingOf, trimOf } from '#content/model-pictures.ts'
import { carLook } from './car-look.ts'
import { spline } from './curves.ts'
import { FINISHES, type FinishName } from './finishes.ts'
import { renderFront, renderFrontTrim } from './front-art.ts'
import { BADGE } from './front/face.ts'
import { outline } from './front/symmetry.ts'
import { models } from './models.ts'
import { BODY_TYPES, silhouette } from './silhouette.ts'
import { socialCard } from './social-card.ts'

/** Extent of a path of M, L and C commands in millimetres, by sampling. */
function extent(d: string) {
  const at = { x: 0, y: 0 }
  const seen: [number, number][] = []
  for (const [, command, args] of d.matchAll(/([MLC])([^MLCZ]*)/g)) {
    const v = args!.match(/-?\d+/g)!.map(Number)
    for (let i = 0; i <= 40 && command === 'C'; i++) {
      const t = i / 40
      const u = 1 - t
      const mix = (a: number, b: number, c: number, e: number) =>
        u ** 3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t ** 3 * e
      seen.push([mix(at.x, v[0]!, v[2]!, v[4]!), -mix(at.y, v[1]!, v[3]!, v[5]!)])
    }
    at.x = v.at(-2)!
    at.y = v.at(-1)!
    seen.push([at.x, -at.y])
  }
  const xs = seen.map(([x]) => x)
  return {
    length: Math.max(...xs) - Math.min(...xs),
    height: Math.max(...seen.map(([, y]) => y)),
  }
}

/** Faults that would break a page with a strict policy or with several drawings. */
function faults(svg: string): string[] {
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!)
  const references = [...svg.matchAll(/(?:url\(|href=")#([\w-]+)/g)].map((match) => match[1]!)
  return [
    /\sstyle=|<style|<script/.test(svg) && 'style or script in the markup',
    /NaN|undefined|Infinity/.test(svg) && 'a broken number',
    /(href|src)="(?!#)/.test(svg) && 'an external reference',
    new Set(ids).size !== ids.length && 'an id that occurs twice',
    ...references.filter((id) => !ids.includes(id)).map((id) => `no such id: ${id}`),
  ].filter((fault) => fault !== false)
}

const kB = (svg: string) => brotliCompressSync(svg).length / 1024

describe.each(models)('the drawing of the $name', (model) => {
  test('has the length and the height of its entry', () => {
    const drawn = extent(spline(model.profile))
    expect(Math.abs(drawn.length - model.length)).toBeLessThanOrEqual(12)
    expect(Math.abs(drawn.height - model.height)).toBeLessThanOrEqual(8)
  })

  test.each(Object.keys(FINISHES) as FinishName[])('is sound in %s', (finish) => {
    expect(faults(renderCar(model, { finish, roofRails: true, title: 'A “car” & more' }))).toEqual(
      [],
    )
  })

  test.each(BACKDROPS)('is sound in the light of the %s', (light) => {
    expect(faults(renderCar(model, { light }))).toEqual([])
  })

  test('from the front is as wide and as high as the catalogue says', () => {
    const { dimensions } = catalogue.models.find(({ slug }) => slug === model.slug)!
    const { front } = model
    const body = extent(outline(front.body))
    expect(front.width).toBe(dimensions.widthMm)
    expect(Math.abs(body.length - dimensions.widthMm)).toBeLessThanOrEqual(8)
    expect(Math.abs(extent(outline(front.cabin)).height - dimensions.heightMm)).toBeLessThanOrEqual(
      8,
    )
    expect(front.track * 2).toBeLessThan(dimensions.widthMm)
  })

  test.each(Object.keys(FINISHES) as FinishName[])('is sound from the front in %s', (finish) => {
    const svg = renderFront(model, { finish, roofRails: true })
    expect(faults(svg)).toEqual([])
    expect(kB(svg)).toBeLessThan(6)
  })

  test('from the front has the frame of the side view, so that either can replace the other', () => {
    const size = (svg: string) =>
      svg
        .match(/viewBox="([^"]+)"/)![1]!
        .split(' ')
        .slice(1)
    expect(size(renderFront(model))).toEqual(size(renderCar(model)))
  })

  test('is at most 6 kB compressed, and a little more on a wet night', () => {
    expect(kB(renderCar(model))).toBeLessThan(6)
    expect(kB(renderCar(model, { light: 'city' }))).toBeLessThan(6.5)
  })
})

describe.each(BODY_TYPES)('the plain car for a %s without a drawing', (bodyType) => {
  const measures = {
    lengthMm: 4410,
    widthMm: 1835,
    heightMm: 1620,
    wheelbaseMm: 2690,
    groundClearanceMm: 185,
  }
  const model = silhouette({ slug: 'own', bodyType, measures }, '215/60R17')

  test('is sound from both sides in every finish and light', () => {
    for (const finish of Object.keys(FINISHES) as FinishName[]) {
      expect(faults(renderCar(model, { finish, roofRails: true }))).toEqual([])
      expect(faults(renderFront(model, { finish }))).toEqual([])
    }
    for (const light of BACKDROPS) expect(faults(renderCar(model, { light }))).toEqual([])
    expect(faults(renderTrim(model, { wheel: 'twin5', rimInches: 19 }))).toEqual([])
    expect(kB(renderCar(model))).toBeLessThan(6)
  })

  test('has the length, width and height of its model', () => {
    const side = extent(spline(model.profile))
    expect(Math.abs(side.length - measures.lengthMm)).toBeLessThanOrEqual(12)
    expect(Math.abs(side.height - measures.heightMm)).toBeLessThanOrEqual(16)
    const { length } = extent(outline(model.front.body))
    expect(Math.abs(length - measures.widthMm)).toBeLessThanOrEqual(2)
  })

  test('is repainted by the same properties as a drawing, and wears no mark', () => {
    expect(renderCar(model, { paint: '#123456' })).toContain('var(--paint,#123456)')
    expect(renderFront(models[0]!)).toContain(BADGE)
    expect(renderFront(model)).not.toContain(BADGE)
  })
})

describe.each(catalogue.models)('the wheels of the $name', ({ slug, variants }) => {
  const trims = variants.flatMap((variant) =>
    variant.options.map((option) => ({ ...trimOf(slug, variant, option), grade: variant.grade })),
  )

  test('are sound, small, and lie exactly over the car', () => {
    const drawing = drawingOf(slug)
    for (const trim of trims) {
      const svg = renderTrim(drawing, { uid: 't', ...trim })
      expect(faults(svg)).toEqual([])
      expect(kB(svg)).toBeLessThan(2.5)
      expect(svg.split('"')[3]).toBe(viewBox(drawing).join(' '))
    }
  })

  test('are small from the front too, lie over the car, and the car has the narrowest', () => {
    const drawing = drawingOf(slug)
    for (const trim of trims) {
      const svg = renderFrontTrim(drawing, { uid: 't', ...trim })
      expect(faults(svg)).toEqual([])
      expect(kB(svg)).toBeLessThan(2.5)
      expect(svg.split('"')[3]).toBe(renderFront(drawing).split('"')[3])
    }
    expect(drawing.front.tyreWidth).toBe(Math.min(...trims.map(({ tyreWidth }) => tyreWidth!)))
  })

  test('differ by grade, and fit its tyres', () => {
    const byGrade = new Map(trims.toReversed().map(({ grade, wheel }) => [grade, wheel]))
    expect(byGrade.size).toBe(new Set(variants.map(({ grade }) => grade)).size)
    expect(new Set(byGrade.values()).size).toBe(byGrade.size)
    for (const { rimInches } of trims) expect(rimInches).toBeGreaterThanOrEqual(15)
  })
})

test('a pack brings its own wheels and roof rails, and no other pack does', () => {
  const look = (kdcd: string) => {
    for (const { slug, variants } of catalogue.models)
      for (const variant of variants)
        for (const option of variant.options)
          if (option.kdcd === kdcd) return trimOf(slug, variant, option)
    return null
  }
  expect(look('CV27P-A')).toMatchObject({ wheel: 'cover9', rimInches: 15 })
  expect(look('CV27P-B')).toMatchObject({ wheel: 'five', rimInches: 16 })
  expect(look('SK27S-B')).toMatchObject({ wheel: 'spider10', wheelTone: 'bronze', rimInches: 19 })
  expect(look('TN27H-A')).toMatchObject({ wheel: 'twin5', roofRails: false })
  expect(look('TN27H-B')).toMatchObject({ wheel: 'twin5', roofRails: true })
  expect(look('TN27H-C')).toEqual(look('TN27H-A'))
  expect(look('CV27P-A')).toMatchObject({ tyreWidth: 185 })
})

test('two drawings in one page share no id', () => {
  expect(faults(renderCar(models[0]!, { uid: 'a' }) + renderCar(models[0]!, { uid: 'b' }))).toEqual(
    [],
  )
})

test.each(BACKDROPS)('the backdrop %s is sound and small', (name) => {
  expect(faults(backdrop(name))).toEqual([])
  expect(kB(backdrop(name))).toBeLessThan(4)
})

test('logo, mark and icon are sound, in pages and in files', () => {
  const { icon: drawing, ...inPages } = brandArt
  const pictures = [
    ...Object.values(inPages).map((one) => inlined(one, catalogue.brand.name)),
    icon(drawing, '#123456', 'rounded'),
    icon(drawing, '#123456', 'full'),
  ]
  expect(pictures.flatMap(faults)).toEqual([])
})

test('a single colour paints the roof too, a two-tone does not, and takes the finish of its body', () => {
  const blue = { hex: '#1E3A5F', secondaryHex: null, finish: 'METALLIC' }
  const twoTone = { hex: '#1E3A5F', secondaryHex: '#121417', finish: 'TWO_TONE' }
  expect(carLook(blue, [blue, twoTone])).toEqual({
    paint: '#1E3A5F',
    roof: '#1E3A5F',
    finish: 'metallic',
  })
  expect(carLook(twoTone, [blue, twoTone])).toEqual({
    paint: '#1E3A5F',
    roof: '#121417',
    finish: 'metallic',
  })
})

test('the address of a drawing follows the base path', () => {
  expect(carArtPath('/shop/', 'tarn', 'RDB')).toBe('/shop/art/tarn-RDB.svg')
  expect(carArtPath('/', 'tarn', 'RDB')).toBe('/art/tarn-RDB.svg')
  expect(carArtPath('/', 'tarn', 'RDB', 'front')).toBe('/art/tarn-RDB-front.svg')
  expect(trimArtPath('/', 'TN27P-A', 'front')).toBe('/art/TN27P-A-front.svg')
})

test('a social card is sound, names no custom property, and makes long lines smaller', () => {
  const sizes: string[] = []
  const card = (heading: string) =>
    socialCard(
      {
        drawing: drawingOf('tarn'),
        backdrop: 'city',
        colour: { hex: '#1E3A5F', secondaryHex: null, finish: 'METALLIC' },
        heading,
        text: 'Below it',
      },
      [],
      {
        logo: brandArt.logoOnDark,
        outlined: (text) => ({ d: 'M0 0Z', widthEm: text.length / 2 }),
      },
    )
  expect(faults(card('Tarn'))).toEqual([])
  expect(card('Tarn')).not.toContain('var(')
  for (const heading of ['Tarn', 'A heading that is long, and longer than the card is wide'])
    sizes.push(card(heading).match(/translate\(72 212\)scale\(([\d.]+)\)/)![1]!)
  expect(sizes.map((size) => Math.round(Number(size)))).toEqual([96, 38])
})
