import type { z } from '#lib/shared/zod.ts'
import type { ContentFiles } from '../read-files.ts'
import type { AboutPage, Offer, WaysToPayPage } from '../schema/about.ts'
import type { BrandFile } from '../schema/brand.ts'
import type { BuildSlots, Dealer, Service, StockLine } from '../schema/dealer.ts'
import type { Accessory, CatalogueModel, Colour, Interior } from '../schema/model.ts'
import type { HomePage, ServicePage } from '../schema/page.ts'
import type { Recall, RegisterVehicle } from '../schema/register.ts'

/** The files that name a model or a dealer, as their schemas have them. */
interface Naming {
  'brand.json': z.input<typeof BrandFile>
  'accessories.json': z.input<typeof Accessory>[]
  'build-slots.json': z.input<typeof BuildSlots>
  'colours.json': z.input<typeof Colour>[]
  'dealers.json': z.input<typeof Dealer>[]
  'interiors.json': z.input<typeof Interior>[]
  'offers.json': z.input<typeof Offer>[]
  'recalls.json': z.input<typeof Recall>[]
  'register-vehicles.json': z.input<typeof RegisterVehicle>[]
  'service.json': z.input<typeof Service>
  'stock.json': z.input<typeof StockLine>[]
  'pages/about.json': z.input<typeof AboutPage>
  'pages/home.json': z.input<typeof HomePage>
  'pages/service.json': z.input<typeof ServicePage>
  'pages/ways-to-pay.json': z.input<typeof WaysToPayPage>
}

type Model = z.input<typeof CatalogueModel>

/** Markdown files by their names in the brand's folder. */
type NewsFiles = Record<string, string>

interface Removed {
  files: ContentFiles
  news: NewsFiles
  /** What somebody should know, a sentence each. */
  notes: string[]
}

/** It cannot be removed. */
export class RemovalError extends Error {
  override readonly name = 'RemovalError'
}

const without = <T>(list: readonly T[], gone: readonly T[]): T[] =>
  list.filter((one) => !gone.includes(one))

/** Takes models (by slug) or dealers (by outlet code) out of every file. The given files stay as they are. */
export function remove(
  what: 'models' | 'dealers',
  names: readonly string[],
  given: { files: ContentFiles; news: NewsFiles },
): Removed {
  let now: Removed = { ...given, notes: [] }
  for (const name of names) {
    const next = (what === 'models' ? removeModel : removeDealer)(now.files, now.news, name)
    now = { ...next, notes: [...now.notes, ...next.notes] }
  }
  const gone = what === 'models' ? names.map((slug) => nameOf(given.files, slug)) : []
  const texts = Object.entries({ ...now.files, ...now.news })
  for (const name of gone) {
    const named = texts.filter(([, text]) => JSON.stringify(text).includes(name))
    if (named.length > 0)
      now.notes.push(
        `These files still say “${name}”. Please read them: ${named.map(([file]) => file).join(', ')}.`,
      )
  }
  return now
}

const nameOf = (files: ContentFiles, slug: string): string =>
  (files[`models/${slug}.json`] as Model).name

function removeModel(given: ContentFiles, news: NewsFiles, slug: string): Removed {
  const files = structuredClone(given) as ContentFiles & Naming
  const model = files[`models/${slug}.json`] as Model | undefined
  const { models } = files['brand.json']
  if (!model) throw new RemovalError(`There is no model ${slug}: use one of ${models.join(', ')}.`)
  if (without(models, [slug]).length === 0)
    throw new RemovalError(`${slug} is the only model: a brand needs one.`)
  delete (files as ContentFiles)[`models/${slug}.json`]
  files['brand.json'].models = without(models, [slug])

  const variantCodes = model.variants.map(({ code }) => code)
  const kdcds = model.variants.flatMap(({ options }) => options.map(({ kdcd }) => kdcd))
  files['stock.json'] = files['stock.json'].filter(({ kdcd }) => !kdcds.includes(kdcd))
  delete files['build-slots.json'].perMonthByModel[model.code]
  files['recalls.json'] = files['recalls.json'].filter(
    ({ applies }) => applies.modelCode !== model.code,
  )
  const isOurs = (make: string) => make.toLowerCase() === files['brand.json'].name.toLowerCase()
  const isLeft = (car: Naming['register-vehicles.json'][number]) =>
    !isOurs(car.make.description) ||
    car.model.description.toLowerCase() !== model.name.toLowerCase()
  const cars = files['register-vehicles.json']
  files['register-vehicles.json'] = cars.filter(isLeft)
  const plates = without(cars, files['register-vehicles.json']).map(
    ({ registration }) => registration,
  )
  const notes = [
    ...(plates.length === 0
      ? []
      : [
          `Removed its cars from the sample register, which demo customers may own: ${plates.join(', ')}.`,
        ]),
    ...removeColours(files, model),
    ...removeAccessories(files, model.code, kdcds),
    ...removeOffers(files, slug, { variantCodes, kdcds }),
  ]

  for (const { picture, among } of picturesOf(files))
    if (picture.modelSlug === slug) Object.assign(picture, substitute(files, picture, among))
  const home = files['pages/home.json']
  if (home.scene?.modelSlug === slug) {
    delete home.scene
    notes.push('Removed its scene from the home page.')
  }
  const example = files['pages/ways-to-pay.json'].example
  if (example.modelSlug === slug) example.modelSlug = files['brand.json'].models[0]!
  const left = removeNews(files, news, model, notes)
  return { files, news: left, notes }
}

/** Colours and interiors of this model only go with it. */
function removeColours(files: ContentFiles & Naming, model: Model): string[] {
  const left = files['brand.json'].models.flatMap(
    (slug) => (files[`models/${slug}.json`] as Model).variants,
  )
  const onlyIts = (field: 'colourCodes' | 'interiorCodes') =>
    without(
      model.variants.flatMap((variant) => variant[field]),
      left.flatMap((variant) => variant[field]),
    )
  const rows = [...files['colours.json'], ...files['interiors.json']].map(({ code }) => code)
  const gone = [...onlyIts('colourCodes'), ...onlyIts('interiorCodes')].filter((code) =>
    rows.includes(code),
  )
  const isLeft = ({ code }: { code: string }) => !gone.includes(code)
  files['colours.json'] = files['colours.json'].filter(isLeft)
  files['interiors.json'] = files['interiors.json'].filter(isLeft)
  const named = [...new Set(gone)].join(', ')
  return named === '' ? [] : [`Removed colours and interiors that no other model has: ${named}.`]
}

/** Accessories for this model only go with it. */
function removeAccessories(files: Naming, modelCode: string, kdcds: string[]): string[] {
  const all = files['accessories.json'].map((row) => ({
    ...row,
    modelCodes: without(row.modelCodes, [modelCode]),
    includedIn: without(row.includedIn, kdcds),
  }))
  const gone = all.filter(({ modelCodes }) => modelCodes.length === 0).map(({ code }) => code)
  files['accessories.json'] = all
    .filter(({ code }) => !gone.includes(code))
    .map((row) => ({
      ...row,
      requires: without(row.requires, gone),
      excludes: without(row.excludes, gone),
    }))
  for (const offer of files['offers.json'])
    offer.accessoryCodes = without(offer.accessoryCodes, gone)
  return gone.length === 0
    ? []
    : [`Removed accessories that fit no other model: ${gone.join(', ')}.`]
}

/** Offers for this model only, or with nothing left to give, go with it. */
function removeOffers(
  files: Naming,
  slug: string,
  { variantCodes, kdcds }: { variantCodes: string[]; kdcds: string[] },
): string[] {
  const gone: string[] = []
  files['offers.json'] = files['offers.json'].flatMap((offer) => {
    const grades = without(offer.discount?.variantCodes ?? [], variantCodes)
    const modelSlugs = without(offer.modelSlugs, [slug])
    const isForNoModel = offer.modelSlugs.length > 0 && modelSlugs.length === 0
    if (isForNoModel || (grades.length === 0 && offer.accessoryCodes.length === 0)) {
      gone.push(offer.slug)
      return []
    }
    const { discount, ...rest } = offer
    const isExampleGone = offer.example !== null && kdcds.includes(offer.example.kdcd)
    return {
      ...rest,
      modelSlugs,
      ...(discount && grades.length > 0 ? { discount: { ...discount, variantCodes: grades } } : {}),
      example: isExampleGone ? null : offer.example,
    }
  })
  return gone.length === 0 ? [] : [`Removed offers for no other model: ${gone.join(', ')}.`]
}

interface Picture {
  modelSlug: string
  colourCode: string
}

/** The pictures that files name, and of an offer the models it is for. */
const picturesOf = (files: Naming): { picture: Picture; among?: string[] }[] => [
  { picture: files['pages/home.json'].hero },
  { picture: files['pages/home.json'].owners },
  { picture: files['pages/service.json'].hero },
  { picture: files['pages/about.json'].hero },
  ...files['pages/about.json'].sections,
  ...files['offers.json'].map(({ picture, modelSlugs }) => ({ picture, among: modelSlugs })),
]

/** The first model that is left, in the same colour if it is sold in that; of an offer, the first it is for. */
function substitute(
  files: ContentFiles & Naming,
  { colourCode }: Picture,
  among: string[] = [],
): Picture {
  const modelSlug = among[0] ?? files['brand.json'].models[0]!
  const { variants, signatureColourCode } = files[`models/${modelSlug}.json`] as Model
  const isSold = variants.some(({ colourCodes }) => colourCodes.includes(colourCode))
  return { modelSlug, colourCode: isSold ? colourCode : signatureColourCode }
}

/** An article about the model goes; another gets a picture of a model that is left. */
function removeNews(
  files: ContentFiles & Naming,
  news: NewsFiles,
  { slug, name }: Model,
  notes: string[],
): NewsFiles {
  return Object.fromEntries(
    Object.entries(news).flatMap(([file, text]) => {
      const [, modelSlug] = /modelSlug: *['"]?([\w-]+)/.exec(text) ?? []
      const [, colourCode] = /colourCode: *['"]?([\w-]+)/.exec(text) ?? []
      if (modelSlug !== slug || colourCode === undefined) return [[file, text]]
      const [, title = ''] = /^title: (.*)$/m.exec(text) ?? []
      if (title.includes(name)) {
        notes.push(`Removed news about it: ${file}.`)
        return []
      }
      const other = substitute(files, { modelSlug, colourCode })
      const repainted = text
        .replace(/(modelSlug: *['"]?)[\w-]+/, `$1${other.modelSlug}`)
        .replace(/(colourCode: *['"]?)[\w-]+/, `$1${other.colourCode}`)
      return [[file, repainted]]
    }),
  )
}

/** Its cars in stock go to the first dealer that is left. */
function removeDealer(given: ContentFiles, news: NewsFiles, outletCode: string): Removed {
  const files = structuredClone(given) as ContentFiles & Naming
  const dealers = files['dealers.json']
  const dealer = dealers.find((one) => one.outletCode === outletCode)
  const codes = dealers.map((one) => one.outletCode)
  if (!dealer)
    throw new RemovalError(`There is no dealer ${outletCode}: use one of ${codes.join(', ')}.`)
  const left = dealers.filter((one) => one !== dealer)
  const seller = left.find(({ services }) => services.includes('SALES'))
  if (!seller) throw new RemovalError(`${outletCode} is the only dealer that sells: one must stay.`)
  const service = files['service.json']
  const workshops = service.workshops.filter((one) => one.outletCode !== outletCode)
  if (workshops.length === 0)
    throw new RemovalError(`${outletCode} has the only workshop: one must stay.`)
  files['dealers.json'] = left
  service.workshops = workshops
  const moved = files['stock.json'].filter((line) => line.outletCode === outletCode)
  for (const line of moved) line.outletCode = seller.outletCode
  const cars = moved.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    files,
    news,
    notes:
      cars === 0
        ? []
        : [
            `${cars} cars in stock.json are now listed at ${seller.outletCode}: change that if they are elsewhere.`,
          ],
  }
}
