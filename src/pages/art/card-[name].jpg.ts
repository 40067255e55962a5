import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import { create, type Font } from 'fontkit'
import sharp from 'sharp'
import { brandArt } from '#content/brand-art.ts'
import { catalogue } from '#content/catalogue.ts'
import { drawingOf } from '#content/model-pictures.ts'
import { type Card, CARD, type Outlined, socialCard } from '#lib/art/social-card.ts'

const { brand, colours, models, pages } = catalogue
const colourOf = (code: string) => colours.find((colour) => colour.code === code)!

/** A card for each model, and `brand` for every other page. */
export const getStaticPaths = (() => {
  const { hero, range } = pages.home
  const cards: [name: string, Card][] = [
    [
      'brand',
      {
        drawing: drawingOf(hero.modelSlug),
        backdrop: hero.backdrop,
        colour: colourOf(hero.colourCode),
        heading: hero.heading,
        text: range.heading,
      },
    ],
    ...models.map((model): [string, Card] => [
      model.slug,
      {
        drawing: drawingOf(model.slug),
        backdrop: model.scene.backdrop,
        colour: colourOf(model.signatureColourCode),
        heading: `${brand.name} ${model.name}`,
        text: model.tagline,
      },
    ]),
  ]
  return cards.map(([name, card]) => ({ params: { name }, props: { card } }))
}) satisfies GetStaticPaths

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = async ({ props: { card } }) => {
  const svg = socialCard(card, colours, { logo: brandArt.logoOnDark, outlined })
  const picture = await sharp(Buffer.from(svg))
    .resize(CARD)
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/jpeg' } })
}

const find = createRequire(import.meta.url).resolve
const font = (name: string): Font => {
  const file = find(`@expo-google-fonts/encode-sans/${name}/EncodeSans_${name}.ttf`)
  const made = create(readFileSync(file))
  if (!('layout' in made)) throw new Error(`${file} holds several fonts`)
  return made
}
const fonts = { regular: font('400Regular'), semibold: font('600SemiBold') }

const outlined: Outlined = (text, weight) => {
  const { unitsPerEm } = fonts[weight]
  const { glyphs, positions, advanceWidth } = fonts[weight].layout(text)
  let x = 0
  const d = glyphs.map((glyph, index) => {
    const path = glyph.path.translate(x, 0).scale(1 / unitsPerEm, -1 / unitsPerEm)
    x += positions[index]!.xAdvance
    return path.toSVG()
  })
  return { d: d.join(''), widthEm: advanceWidth / unitsPerEm }
}
