import { priceQuote } from '#lib/pricing/pricing.ts'
import type { Offer } from './schema/about.ts'
import type { Catalogue } from './schema/catalogue.ts'

export type Report = (file: string, path: string, reason: string) => void

/** Checks the references of pages and offers: cars must be for sale, and examples must have a price. */
export function pageProblems(
  catalogue: Catalogue,
  {
    report,
    known,
    soldColour,
  }: {
    report: Report
    known: (
      codes: Iterable<string>,
      what: string,
    ) => (file: string, path: string, values: Iterable<string>) => void
    soldColour: (file: string, path: string, slug: string, code: string) => void
  },
) {
  const model = known(
    catalogue.models.map((entry) => entry.slug),
    'model with the slug',
  )
  const accessory = known(
    catalogue.accessories.map((entry) => entry.code),
    'accessory',
  )
  const product = known(
    catalogue.financeProducts.map((entry) => entry.code),
    'finance product',
  )
  const picture = (
    file: string,
    path: string,
    { modelSlug, colourCode }: { modelSlug: string; colourCode: string },
  ) => {
    model(file, `${path}.modelSlug`, [modelSlug])
    soldColour(file, `${path}.colourCode`, modelSlug, colourCode)
  }

  const { home, service, about, waysToPay } = catalogue.pages
  picture('pages/home.json', 'hero', home.hero)
  picture('pages/home.json', 'owners', home.owners)
  const { scene } = home
  if (scene)
    known(
      catalogue.models
        .filter(({ slug }) => slug === scene.modelSlug)
        .flatMap(({ story = [] }) => story.map(({ view }) => view)),
      `scene in the story of ${scene.modelSlug}:`,
    )('pages/home.json', 'scene.view', [scene.view])
  picture('pages/service.json', 'hero', service.hero)
  picture('pages/about.json', 'hero', about.hero)
  about.sections.forEach((section, i) =>
    picture('pages/about.json', `sections[${i}].picture`, section.picture),
  )
  home.waysToPay.ways.forEach((way, i) =>
    product('pages/home.json', `waysToPay.ways[${i}].payOption`, [way.payOption]),
  )
  model('pages/ways-to-pay.json', 'example.modelSlug', [waysToPay.example.modelSlug])
  waysToPay.ways.forEach((way, i) =>
    product('pages/ways-to-pay.json', `ways[${i}].payOptions`, way.payOptions),
  )

  const { models, offers } = catalogue
  /** The total discount on a grade by the offers that run on a day. */
  const totalDiscount = (grade: string, day: string) =>
    offers
      .filter(({ from, until }) => from <= day && day <= until)
      .reduce(
        (sum, { discount }) =>
          discount?.variantCodes.includes(grade) ? sum + discount.cents : sum,
        0,
      )
  /** A discount must be on grades of the offer, and all discounts together must be below the price. */
  const checkDiscount = (
    { modelSlugs, from }: Offer,
    { variantCodes }: NonNullable<Offer['discount']>,
    at: (field: string) => string,
  ) => {
    const eligible = models
      .filter(({ slug }) => modelSlugs.length === 0 || modelSlugs.includes(slug))
      .flatMap(({ variants }) => variants)
    const grade = known(
      eligible.map(({ code }) => code),
      'grade of its models',
    )
    grade('offers.json', at('discount.variantCodes'), variantCodes)
    for (const { code, options } of eligible) {
      if (!variantCodes.includes(code)) continue
      // Discounts only grow on a day that one of them starts.
      const cents = totalDiscount(code, from)
      if (options.some((one) => one.totalPriceCents <= cents))
        report('offers.json', at('discount.cents'), `${cents} is no less than ${code} costs`)
    }
  }
  offers.forEach((offer, i) => {
    const at = (field: string) => `[${i}].${field}`
    picture('offers.json', at('picture'), offer.picture)
    model('offers.json', at('modelSlugs'), offer.modelSlugs)
    accessory('offers.json', at('accessoryCodes'), offer.accessoryCodes)
    if (offer.discount) checkDiscount(offer, offer.discount, at)
    if (offer.from > offer.until)
      report('offers.json', at('until'), `${offer.until} is before ${offer.from}`)
    if (!offer.example) return
    const priced = priceQuote(offer.example, catalogue)
    if (!priced.ok)
      for (const { property, message } of priced.problems)
        report('offers.json', at('example'), `${property} ${message}`)
  })
}
