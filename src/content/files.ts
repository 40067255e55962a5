import accessories from './accessories.json' with { type: 'json' }
import addresses from './addresses.json' with { type: 'json' }
import brand from './brand.json' with { type: 'json' }
import buildSlots from './build-slots.json' with { type: 'json' }
import colours from './colours.json' with { type: 'json' }
import countries from './countries.json' with { type: 'json' }
import dealers from './dealers.json' with { type: 'json' }
import economy from './economy.json' with { type: 'json' }
import financeProducts from './finance-products.json' with { type: 'json' }
import interiors from './interiors.json' with { type: 'json' }
import cove from './models/cove.json' with { type: 'json' }
import current from './models/current.json' with { type: 'json' }
import estuary from './models/estuary.json' with { type: 'json' }
import firn from './models/firn.json' with { type: 'json' }
import headland from './models/headland.json' with { type: 'json' }
import moraine from './models/moraine.json' with { type: 'json' }
import skerry from './models/skerry.json' with { type: 'json' }
import tarn from './models/tarn.json' with { type: 'json' }
import offers from './offers.json' with { type: 'json' }
import onRoadCosts from './on-road-costs.json' with { type: 'json' }
import aboutPage from './pages/about.json' with { type: 'json' }
import accessibilityPage from './pages/accessibility.json' with { type: 'json' }
import buildAndQuotePage from './pages/build-and-quote.json' with { type: 'json' }
import contactPage from './pages/contact.json' with { type: 'json' }
import dealersPage from './pages/dealers.json' with { type: 'json' }
import homePage from './pages/home.json' with { type: 'json' }
import newsPage from './pages/news.json' with { type: 'json' }
import offersPage from './pages/offers.json' with { type: 'json' }
import privacyPage from './pages/privacy.json' with { type: 'json' }
import recallsPage from './pages/recalls.json' with { type: 'json' }
import testDrivePage from './pages/test-drive.json' with { type: 'json' }
import termsPage from './pages/terms.json' with { type: 'json' }
import waysToPayPage from './pages/ways-to-pay.json' with { type: 'json' }
import recalls from './recalls.json' with { type: 'json' }
import registerVehicles from './register-vehicles.json' with { type: 'json' }
import servicePage from './pages/service.json' with { type: 'json' }
import service from './service.json' with { type: 'json' }
import servicePlans from './service-plans.json' with { type: 'json' }
import stock from './stock.json' with { type: 'json' }
import warranty from './warranty.json' with { type: 'json' }

/** The files as they are, not yet checked. Models are shown in this order. */
export const files = {
  'models/cove.json': cove,
  'models/tarn.json': tarn,
  'models/estuary.json': estuary,
  'models/moraine.json': moraine,
  'models/current.json': current,
  'models/firn.json': firn,
  'models/headland.json': headland,
  'models/skerry.json': skerry,
  'brand.json': brand,
  'colours.json': colours,
  'interiors.json': interiors,
  'accessories.json': accessories,
  'service-plans.json': servicePlans,
  'warranty.json': warranty,
  'on-road-costs.json': onRoadCosts,
  'finance-products.json': financeProducts,
  'offers.json': offers,
  'economy.json': economy,
  'dealers.json': dealers,
  'service.json': service,
  'stock.json': stock,
  'build-slots.json': buildSlots,
  'register-vehicles.json': registerVehicles,
  'recalls.json': recalls,
  'addresses.json': addresses,
  'countries.json': countries,
  'pages/build-and-quote.json': buildAndQuotePage,
  'pages/home.json': homePage,
  'pages/service.json': servicePage,
  'pages/recalls.json': recallsPage,
  'pages/dealers.json': dealersPage,
  'pages/test-drive.json': testDrivePage,
  'pages/terms.json': termsPage,
  'pages/privacy.json': privacyPage,
  'pages/offers.json': offersPage,
  'pages/ways-to-pay.json': waysToPayPage,
  'pages/about.json': aboutPage,
  'pages/contact.json': contactPage,
  'pages/news.json': newsPage,
  'pages/accessibility.json': accessibilityPage,
} satisfies Record<string, unknown>

export type ContentFiles = Record<keyof typeof files, unknown>
