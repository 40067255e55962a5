import { orphanProblems } from './check/orphans.ts'
import { priceProblems } from './check/price-problems.ts'
import { colourProblems } from './colours/colour-problems.ts'
import type { Problem } from './content-error.ts'
import { pageProblems } from './page-references.ts'
import { reservationDays } from './reservation.ts'
import { storyProblems } from './check/story-problems.ts'
import type { Catalogue } from './schema/catalogue.ts'

/** An occurrence of a value that has to be unique. */
interface Use {
  file: string
  path: string
  value: string
}

/**
 * Checks what the files must agree on: codes exist, codes are unique, prices add up. The shape of each file has been
 * checked before.
 */
export function referenceProblems(catalogue: Catalogue): Problem[] {
  const problems: Problem[] = []
  const report = (file: string, path: string, reason: string) =>
    problems.push({ file, path, reason })

  const known = (codes: Iterable<string>, what: string) => {
    const set = new Set(codes)
    return (file: string, path: string, values: Iterable<string>) => {
      for (const value of values)
        if (!set.has(value)) report(file, path, `there is no ${what} ${value}`)
    }
  }
  const unique = (what: string, uses: Use[]) => {
    const seen = new Set<string>()
    for (const { file, path, value } of uses) {
      if (seen.has(value)) report(file, path, `${what} ${value} is used twice`)
      seen.add(value)
    }
  }
  /** Requires a field to be unique among the rows of a file. */
  const uniqueIn = <T>(file: string, what: string, rows: T[], field: keyof T & string) =>
    unique(
      what,
      rows.map((row, i) => ({ file, path: `[${i}].${field}`, value: String(row[field]) })),
    )

  const { models } = catalogue
  const variants = models.flatMap((model) => model.variants)
  const kdcds = variants.flatMap((variant) => variant.options.map((option) => option.kdcd))
  const codesOf = (rows: { code: string }[]) => rows.map((row) => row.code)
  const colour = known(codesOf(catalogue.colours), 'colour')
  const interior = known(codesOf(catalogue.interiors), 'interior')
  const model = known(codesOf(models), 'model')
  const accessory = known(codesOf(catalogue.accessories), 'accessory')
  const option = known(kdcds, 'option (kdcd)')
  const product = known(codesOf(catalogue.financeProducts), 'finance product')
  const outlets = catalogue.dealers.map((dealer) => dealer.outletCode)
  const outlet = known(outlets, 'dealer')

  const usesInModels = (
    usesOf: (model: Catalogue['models'][number]) => Omit<Use, 'file'>[],
  ): Use[] =>
    models.flatMap((entry) =>
      usesOf(entry).map((use) => ({ file: `models/${entry.slug}.json`, ...use })),
    )
  unique(
    'model code',
    usesInModels(({ code }) => [{ path: 'code', value: code }]),
  )
  unique(
    'slug',
    usesInModels(({ slug }) => [{ path: 'slug', value: slug }]),
  )
  unique(
    'variant code',
    usesInModels((entry) =>
      entry.variants.map(({ code }, v) => ({ path: `variants[${v}].code`, value: code })),
    ),
  )
  unique(
    'kdcd',
    usesInModels((entry) =>
      entry.variants.flatMap(({ options }, v) =>
        options.map(({ kdcd }, o) => ({ path: `variants[${v}].options[${o}].kdcd`, value: kdcd })),
      ),
    ),
  )
  uniqueIn('colours.json', 'code', catalogue.colours, 'code')
  uniqueIn('interiors.json', 'code', catalogue.interiors, 'code')
  uniqueIn('accessories.json', 'code', catalogue.accessories, 'code')
  uniqueIn('service-plans.json', 'code', catalogue.servicePlans, 'code')
  uniqueIn('finance-products.json', 'code', catalogue.financeProducts, 'code')
  uniqueIn('countries.json', 'code', catalogue.countries, 'code')
  uniqueIn('dealers.json', 'outletCode', catalogue.dealers, 'outletCode')
  uniqueIn('dealers.json', 'slug', catalogue.dealers, 'slug')
  uniqueIn('offers.json', 'slug', catalogue.offers, 'slug')
  const stocked = catalogue.stock.map((line) => `${line.kdcd} ${line.colourCode}`)
  unique(
    'kdcd and colour',
    stocked.map((value, i) => ({ file: 'stock.json', path: `[${i}]`, value })),
  )
  uniqueIn(
    'register-vehicles.json',
    'registration',
    catalogue.sampleRegistryVehicles,
    'registration',
  )

  /** Requires the car of a picture to be for sale. */
  const soldColour = (file: string, path: string, slug: string, code: string) =>
    known(
      models
        .filter((entry) => entry.slug === slug)
        .flatMap((entry) => entry.variants.flatMap((variant) => variant.colourCodes)),
      `${slug} sold in the colour`,
    )(file, path, [code])

  for (const { slug, variants, signatureColourCode } of models) {
    const file = `models/${slug}.json`
    soldColour(file, 'signatureColourCode', slug, signatureColourCode)
    variants.forEach((variant, v) => {
      const path = `variants[${v}]`
      colour(file, `${path}.colourCodes`, variant.colourCodes)
      interior(file, `${path}.interiorCodes`, variant.interiorCodes)
      const colourOfGrade = known(variant.colourCodes, 'colour of the grade')
      const interiorOfGrade = known(variant.interiorCodes, 'interior of the grade')
      variant.options.forEach((entry, o) => {
        const at = `${path}.options[${o}]`
        colourOfGrade(file, `${at}.colourCodes`, entry.colourCodes)
        interiorOfGrade(file, `${at}.interiorCodes`, entry.interiorCodes)
      })
    })
  }

  catalogue.accessories.forEach((entry, i) => {
    const check = (field: 'requires' | 'excludes') =>
      accessory('accessories.json', `[${i}].${field}`, entry[field])
    check('requires')
    check('excludes')
    model('accessories.json', `[${i}].modelCodes`, entry.modelCodes)
    option('accessories.json', `[${i}].includedIn`, entry.includedIn)
    for (const other of entry.excludes)
      if (!catalogue.accessories.find((row) => row.code === other)?.excludes.includes(entry.code))
        report('accessories.json', `[${i}].excludes`, `${other} must exclude ${entry.code} too`)
  })

  catalogue.stock.forEach((line, i) => {
    option('stock.json', `[${i}].kdcd`, [line.kdcd])
    colour('stock.json', `[${i}].colourCode`, [line.colourCode])
    if (line.outletCode) outlet('stock.json', `[${i}].outletCode`, [line.outletCode])
    if ((line.level === 'In stock') !== line.quantity > 0)
      report('stock.json', `[${i}].quantity`, `${line.quantity} contradicts “${line.level}”`)
  })
  const isStocked = new Set(stocked)
  for (const variant of variants)
    for (const entry of variant.options)
      for (const code of entry.colourCodes)
        if (!isStocked.has(`${entry.kdcd} ${code}`))
          report('stock.json', '', `there is no line for ${entry.kdcd} in ${code}`)

  model('build-slots.json', 'perMonthByModel', Object.keys(catalogue.buildSlots.perMonthByModel))
  known(Object.keys(catalogue.buildSlots.perMonthByModel), 'entry for model')(
    'build-slots.json',
    'perMonthByModel',
    codesOf(models),
  )
  if (reservationDays(catalogue) < 1)
    report(
      'finance-products.json',
      '',
      'there is no reservation that keeps its car for a day or more',
    )
  catalogue.financeProducts.forEach((entry, i) => {
    if ('members' in entry) product('finance-products.json', `[${i}].members`, entry.members)
  })
  const { workshops, types } = catalogue.service
  unique(
    'service code',
    types.map(({ code }, i) => ({ file: 'service.json', path: `types[${i}].code`, value: code })),
  )
  unique(
    'workshop',
    workshops.map(({ outletCode }, i) => ({
      file: 'service.json',
      path: `workshops[${i}].outletCode`,
      value: outletCode,
    })),
  )
  const withService = catalogue.dealers
    .filter(({ services }) => services.includes('SERVICE'))
    .map(({ outletCode }) => outletCode)
  known(withService, 'dealer with SERVICE')(
    'service.json',
    'workshops',
    workshops.map((workshop) => workshop.outletCode),
  )
  known(
    workshops.map((workshop) => workshop.outletCode),
    'workshop for',
  )('service.json', 'workshops', withService)
  workshops.forEach(({ hours }, i) => {
    for (const [weekday, open] of Object.entries(hours)) {
      const [opens, closes] = open?.split('-') ?? []
      if (open && !(opens! < closes! && closes! < '24:00'))
        report('service.json', `workshops[${i}].hours.${weekday}`, `${open} are not opening hours`)
    }
  })

  catalogue.recalls.forEach((recall, i) =>
    model('recalls.json', `[${i}].applies.modelCode`, [recall.applies.modelCode]),
  )
  if (catalogue.countries[0]?.code !== 'NZ')
    report('countries.json', '[0]', 'New Zealand must come first')

  problems.push(...orphanProblems(catalogue), ...colourProblems(catalogue.brand.colours))
  problems.push(...storyProblems(models), ...priceProblems(models))
  pageProblems(catalogue, { report, known, soldColour })
  return problems
}
