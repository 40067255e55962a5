import { z } from '#lib/shared/zod.ts'
import { readShape } from './check/shape-faults.ts'
import { ContentError, type Problem, type ReadText } from './content-error.ts'
import type { ContentFiles } from './read-files.ts'
import { pathText } from './json-lines.ts'
import { fillPlaceholders, placeholderValues } from './placeholders.ts'
import { referenceProblems } from './references.ts'
import { HandOverTable } from './schema/hand-over.ts'
import * as about from './schema/about.ts'
import { BrandFile, withPhoneHours } from './schema/brand.ts'
import type { Catalogue } from './schema/catalogue.ts'
import { BuildSlots, Dealer, Service, StockLine } from './schema/dealer.ts'
import {
  Accessory,
  CatalogueModel,
  Colour,
  Interior,
  ServicePlan,
  Warranty,
} from './schema/model.ts'
import {
  BuildAndQuotePage,
  DealersPage,
  HomePage,
  LegalPage,
  RecallsPage,
  ServicePage,
  TestDrivePage,
} from './schema/page.ts'
import { EconomyAssumptions, FinanceProduct, OnRoadFile } from './schema/price.ts'
import { Country, Recall, RegisterVehicle, SampleAddress } from './schema/register.ts'
import { TradeInRules } from './schema/trade-in.ts'

/**
 * Checks the files and builds the catalogue.
 *
 * @param readText Reads a file, to report the lines of faults.
 * @throws {ContentError} With every fault's file, line, path and reason: shapes first, then references.
 */
export function loadCatalogue(files: ContentFiles, readText: ReadText = () => null): Catalogue {
  const problems: Problem[] = []

  const read = <T extends z.core.$ZodType>(file: keyof ContentFiles, type: T): z.output<T> => {
    const read = readShape(type, files[file])
    if ('data' in read) return read.data
    for (const { path, reason } of read.faults)
      problems.push({ file, path: pathText(path), reason })
    return undefined as z.output<T> // never used: a problem ends the load below
  }

  const { onRoadCosts, deposits } = read('on-road-costs.json', OnRoadFile) ?? {}
  const brandFile = read('brand.json', BrandFile)
  const brand = brandFile && withPhoneHours(brandFile)
  const financeProducts = read('finance-products.json', z.array(FinanceProduct))
  const models = (Object.keys(files) as (keyof ContentFiles)[])
    .filter((file) => file.startsWith('models/'))
    .map((file) => {
      const model = read(file, CatalogueModel)
      if (model && file !== `models/${model.slug}.json`)
        problems.push({ file, path: 'slug', reason: `${model.slug} must be the file’s name` })
      return model
    })
  const pages = {
    home: read('pages/home.json', HomePage),
    service: read('pages/service.json', ServicePage),
    recalls: read('pages/recalls.json', RecallsPage),
    dealers: read('pages/dealers.json', DealersPage),
    testDrive: read('pages/test-drive.json', TestDrivePage),
    terms: read('pages/terms.json', LegalPage),
    privacy: read('pages/privacy.json', LegalPage),
    offers: read('pages/offers.json', about.OffersPage),
    waysToPay: read('pages/ways-to-pay.json', about.WaysToPayPage),
    about: read('pages/about.json', about.AboutPage),
    contact: read('pages/contact.json', about.ContactPage),
    news: read('pages/news.json', about.NewsPage),
    accessibility: read('pages/accessibility.json', LegalPage),
  }
  const catalogue: Catalogue = {
    brand,
    economyAssumptions: read('economy.json', EconomyAssumptions),
    tradeIn: read('trade-in.json', TradeInRules),
    handOver: read('hand-over.json', HandOverTable),
    colours: read('colours.json', z.array(Colour)),
    interiors: read('interiors.json', z.array(Interior)),
    models,
    accessories: read('accessories.json', z.array(Accessory)),
    servicePlans: read('service-plans.json', z.array(ServicePlan)),
    warranty: read('warranty.json', Warranty),
    onRoadCosts: onRoadCosts!,
    deposits: deposits!,
    financeProducts,
    dealers: read('dealers.json', z.array(Dealer)),
    service: read('service.json', Service),
    stock: read('stock.json', z.array(StockLine)),
    buildSlots: read('build-slots.json', BuildSlots),
    sampleRegistryVehicles: read('register-vehicles.json', z.array(RegisterVehicle)),
    recalls: read('recalls.json', z.array(Recall)),
    sampleAddresses: read('addresses.json', z.array(SampleAddress)),
    countries: read('countries.json', z.array(Country)),
    offers: read('offers.json', z.array(about.Offer)),
    cms: { buildAndQuote: read('pages/build-and-quote.json', BuildAndQuotePage) },
    pages,
  }
  if (problems.length > 0) throw new ContentError(problems, readText)

  for (const { slug } of models)
    if (!brand.models.includes(slug))
      problems.push({
        file: `models/${slug}.json`,
        path: '',
        reason: `models in brand.json doesn’t list it: add “${slug}” there, or remove the model (npm run catalogue:remove -- ${slug})`,
      })
  problems.push(...referenceProblems(catalogue))
  const words = placeholderValues(catalogue)
  const filled = <T>(file: string, value: T): T =>
    fillPlaceholders(value, words, (word, path) =>
      problems.push({ file, path: pathText(path), reason: `unknown word {${word}}` }),
    ) as T
  catalogue.offers = filled('offers.json', catalogue.offers)
  catalogue.pages = Object.fromEntries(
    Object.entries(pages).map(([page, value]) => [
      page,
      filled(`pages/${page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`, value),
    ]),
  ) as Catalogue['pages']
  if (problems.length > 0) throw new ContentError(problems, readText)
  return catalogue
}
