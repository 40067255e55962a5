import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import { create, type Font } from 'fontkit'
import sharp from 'sharp'
import { brandArt } from '#content/brand-art.ts'
import { catalogue } from '#content/catalogue.ts'
import { documentFaces } from '#content/typeface/document-faces.ts'
import { inFaces } from '#content/typeface/in-faces.ts'
import { drawingOf } from '#content/model-pictures.ts'
import { heroPictureOf } from '#content/model-photographs.ts'
import { photographs } from '#content/photographs.ts'
import { type Card, CARD, type Outlined, socialCard } from '#lib/art/social-card.ts'
import { cropped } from './_cropped.ts'

const { brand, colours, models, pages } = catalogue
const colourOf = (code: string) => colours.find((colour) => colour.code === code)!

/** A card for each model, and `brand` for every other page. */
export const getStaticPaths = (() => {
  const { hero, range } = pages.home
  const cards: [name: string, car: [slug: string, colourCode: string], card: Card][] = [
    [
      'brand',
      [hero.modelSlug, hero.colourCode],
      {
        drawing: drawingOf(hero.modelSlug),
        backdrop: hero.backdrop,
        colour: colourOf(hero.colourCode),
        heading: hero.heading,
        text: range.heading,
      },
    ],
    ...models.map((model): [string, [string, string], Card] => [
      model.slug,
      [model.slug, model.signatureColourCode],
      {
        drawing: drawingOf(model.slug),
        backdrop: model.scene.backdrop,
        colour: colourOf(model.signatureColourCode),
        heading: `${brand.name} ${model.name}`,
        text: model.tagline,
      },
    ]),
  ]
  return cards.map(([name, car, card]) => ({
    params: { name },
    props: { card, picture: heroPictureOf(photographs, ...car) },
  }))
}) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = async ({ props: { card, picture } }) => {
  const photograph = picture && (await cropped(picture.photograph, CARD, 90)).toString('base64')
  const svg = socialCard({ ...card, ...(photograph && { photograph }) }, colours, {
    logo: brandArt.logoOnDark,
    outlined,
  })
  const made = await sharp(Buffer.from(svg))
    .resize(CARD)
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  return new Response(new Uint8Array(made), { headers: { 'content-type': 'image/jpeg' } })
}

const WEIGHTS = { regular: 400, semibold: 600 } as const
const fonts = Object.fromEntries(
  Object.entries(documentFaces).map(([weight, faces]) => [
    weight,
    faces.map(({ base64 }) => create(Buffer.from(base64, 'base64')) as Font),
  ]),
)

const outlined: Outlined = (text, name) => {
  const weight = WEIGHTS[name]
  let x = 0
  const d = inFaces(text, documentFaces[weight]).flatMap(({ text: part, face }) => {
    const font = fonts[weight]![face]!
    const { glyphs, positions } = font.layout(part)
    return glyphs.map((glyph, index) => {
      const scale = 1 / font.unitsPerEm
      const path = glyph.path.scale(scale, -scale).translate(x, 0)
      x += positions[index]!.xAdvance * scale
      return path.toSVG()
    })
  })
  return { d: d.join(''), widthEm: x }
}
