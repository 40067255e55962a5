import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro'
import { catalogue } from '#content/catalogue.ts'
import { BACKDROPS, backdrop, type BackdropName } from '#lib/art/backdrops.ts'
import { renderCar, renderTrim } from '#lib/art/car-art.ts'
import { renderFront, renderFrontTrim } from '#lib/art/front-art.ts'
import { drawingOf, trimOf } from '#content/model-pictures.ts'
import { carLook } from '#lib/art/car-look.ts'
import { storyDrawing } from '#content/story.ts'

/** Pictures for `<img>`, at the addresses of src/lib/art/art-paths.ts. */
export const getStaticPaths = (() => [
  ...catalogue.models.flatMap(soldColours),
  ...catalogue.models.flatMap(trims),
  ...catalogue.models.map(inItsScene),
  ...catalogue.models.flatMap(storyScenes),
  { params: { picture: 'owners-car' }, props: { svg: litCar(catalogue.pages.home.owners) } },
  ...BACKDROPS.map((name) => ({
    params: { picture: `backdrop-${name}` },
    props: { svg: backdrop(name) },
  })),
]) satisfies GetStaticPaths

type Model = (typeof catalogue.models)[number]

const look = (code: string) =>
  carLook(
    catalogue.colours.find((colour) => colour.code === code)!,
    catalogue.colours,
  )

function soldColours({ slug, variants }: Model) {
  const sold = new Set(variants.flatMap((variant) => variant.colourCodes))
  return [...sold].flatMap((code) => [
    {
      params: { picture: `${slug}-${code}` },
      props: { svg: renderCar(drawingOf(slug), { uid: 'c', ...look(code) }) },
    },
    {
      params: { picture: `${slug}-${code}-front` },
      props: { svg: renderFront(drawingOf(slug), { uid: 'c', ...look(code) }) },
    },
  ])
}

const trims = ({ slug, variants }: Model) =>
  variants.flatMap((variant) =>
    variant.options.flatMap((option) => {
      const trim = { uid: 't', ...trimOf(slug, variant, option) }
      return [
        {
          params: { picture: option.kdcd },
          props: { svg: renderTrim(drawingOf(slug), trim) },
        },
        {
          params: { picture: `${option.kdcd}-front` },
          props: { svg: renderFrontTrim(drawingOf(slug), trim) },
        },
      ]
    }),
  )

const inItsScene = ({ slug, signatureColourCode, scene }: Model) => ({
  params: { picture: `${slug}-scene` },
  props: {
    svg: litCar({ modelSlug: slug, colourCode: signatureColourCode, backdrop: scene.backdrop }),
  },
})

const storyScenes = (model: Model) =>
  (model.story ?? []).map((scene) => ({
    params: { picture: `${model.slug}-story-${scene.view}` },
    props: { svg: storyDrawing(model, scene, catalogue) },
  }))

interface Lit {
  modelSlug: string
  colourCode: string
  backdrop: BackdropName
}

function litCar({ modelSlug, colourCode, backdrop: light }: Lit): string {
  return renderCar(drawingOf(modelSlug), { uid: 'c', ...look(colourCode), light })
}

type Props = InferGetStaticPropsType<typeof getStaticPaths>

export const GET: APIRoute<Props> = ({ props: { svg } }) =>
  new Response(svg, { headers: { 'content-type': 'image/svg+xml' } })
