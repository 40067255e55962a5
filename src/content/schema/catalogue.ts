import type { AboutPage, ContactPage, NewsPage, Offer, OffersPage, WaysToPayPage } from './about.ts'
import type { Brand } from './brand.ts'
import type { BuildSlots, Dealer, Service, StockLine } from './dealer.ts'
import type { Accessory, CatalogueModel, Colour, Interior, ServicePlan, Warranty } from './model.ts'
import type {
  BuildAndQuotePage,
  DealersPage,
  HomePage,
  LegalPage,
  RecallsPage,
  ServicePage,
  TestDrivePage,
} from './page.ts'
import type { Deposits, EconomyAssumptions, FinanceProduct, OnRoadCosts } from './price.ts'
import type { PreparationTable } from '#lib/orders/preparation.ts'
import type { FirmOfferRules } from '#lib/trade-in/firm-offer.ts'
import type { Country, Recall, RegisterVehicle, SampleAddress } from './register.ts'

/** The whole catalogue for pages and server. Field names follow the files. */
export interface Catalogue {
  brand: Brand
  economyAssumptions: EconomyAssumptions
  tradeIn: FirmOfferRules
  handOver: PreparationTable
  colours: Colour[]
  interiors: Interior[]
  models: CatalogueModel[]
  accessories: Accessory[]
  servicePlans: ServicePlan[]
  warranty: Warranty
  onRoadCosts: OnRoadCosts
  deposits: Deposits
  financeProducts: FinanceProduct[]
  dealers: Dealer[]
  service: Service
  stock: StockLine[]
  buildSlots: BuildSlots
  sampleRegistryVehicles: RegisterVehicle[]
  recalls: Recall[]
  sampleAddresses: SampleAddress[]
  countries: Country[]
  offers: Offer[]
  cms: { buildAndQuote: BuildAndQuotePage }
  pages: {
    home: HomePage
    offers: OffersPage
    waysToPay: WaysToPayPage
    about: AboutPage
    contact: ContactPage
    news: NewsPage
    accessibility: LegalPage
    service: ServicePage
    recalls: RecallsPage
    dealers: DealersPage
    testDrive: TestDrivePage
    terms: LegalPage
    privacy: LegalPage
  }
}
