import type { z } from '#lib/shared/zod.ts'
import { files } from './files.ts'
import type { ContentFiles } from './read-files.ts'
import type { Offer, WaysToPayPage } from './schema/about.ts'
import type { BrandFile } from './schema/brand.ts'
import type { Dealer, Service, StockLine } from './schema/dealer.ts'
import type { Accessory, CatalogueModel, Colour } from './schema/model.ts'
import type { HomePage, LegalPage } from './schema/page.ts'
import type { EconomyAssumptions, FinanceProduct } from './schema/price.ts'

/** The files that tests change, as their schemas have them. */
type Draft = Omit<ContentFiles, keyof Changed> & Changed
interface Changed {
  'brand.json': z.input<typeof BrandFile>
  'models/cove.json': z.input<typeof CatalogueModel>
  'models/tarn.json': z.input<typeof CatalogueModel>
  'accessories.json': z.input<typeof Accessory>[]
  'colours.json': z.input<typeof Colour>[]
  'dealers.json': z.input<typeof Dealer>[]
  'economy.json': z.input<typeof EconomyAssumptions>
  'finance-products.json': z.input<typeof FinanceProduct>[]
  'offers.json': z.input<typeof Offer>[]
  'service.json': z.input<typeof Service>
  'stock.json': z.input<typeof StockLine>[]
  'pages/home.json': z.input<typeof HomePage>
  'pages/terms.json': z.input<typeof LegalPage>
  'pages/ways-to-pay.json': z.input<typeof WaysToPayPage>
}

/** A copy of the sample brand's files, to change. */
export const draftFiles = (): Draft => structuredClone(files) as unknown as Draft
export type { Draft }
