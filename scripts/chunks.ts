import type { ChunkingContext, CodeSplittingGroup } from 'rolldown'
import type { Plugin } from 'vite'

/** The islands that bring code of their own to a page, by the file that has it. */
const ISLANDS: Record<string, string> = {
  lab: '/src/islands/demo/Lab.tsx',
  mailbox: '/src/islands/demo/Mailbox.tsx',
  watch: '/src/islands/watch/Watch.tsx',
  compare: '/src/islands/compare/Compare.tsx',
  builder: '/src/islands/builder/Builder.tsx',
  order: '/src/islands/shared-order/SharedOrder.tsx',
  quote: '/src/islands/shared-quote/SharedQuote.tsx',
  enquiry: '/src/islands/enquiry/EnquiryForm.tsx',
  service: '/src/islands/service/Service.tsx',
  staff: '/src/islands/staff/Staff.tsx',
  account: '/src/layouts/customer-islands.ts',
  purchase: '/src/islands/journey/purchase-page.ts',
}
const names = Object.keys(ISLANDS)

/** The file of what several islands import: the first that has one of them, so that light pages stay light. */
const SHARED: [file: string, islands: string[]][] = [
  ['common', ['lab', 'mailbox', 'watch', 'compare', 'builder', 'order']],
  ['calls', ['quote', 'enquiry', 'service']],
  ['signed-in', ['staff', 'account', 'purchase']],
]

/** The file of what one island imports, and parts that others load later need too. Without one it is a file by itself. */
const NEEDED_LATER: Record<string, string> = {
  builder: 'common',
  account: 'deal',
  staff: 'signed-in',
  purchase: 'signed-in',
}

/** They check entries by shapes that nothing else needs before it is opened. */
const FORMS = ['enquiry', 'service']

/** The islands that import a module, before anything is pressed or at all. */
function islandsWith(
  module: string,
  context: ChunkingContext,
  when: 'as it opens' | 'at all',
): string[] {
  const importers = new Set([module])
  for (const id of importers) {
    const info = context.getModuleInfo(id)
    for (const importer of info?.importers ?? []) importers.add(importer)
    if (when === 'at all')
      for (const importer of info?.dynamicImporters ?? []) importers.add(importer)
  }
  return names.filter((name) => [...importers].some((id) => id.endsWith(ISLANDS[name]!)))
}

/** What comes with an island that does not itself import it, or with one of several. */
const COMES_WITH: [file: string, modules: RegExp][] = [
  // Most steps show these, and a purchase begins with the first step.
  [
    'purchase',
    /src\/(islands\/journey\/(StepActions|use-wait-text|steps\/configure\/(Configure|ChangeLine|car-parts)|deal\/(DealForm|held-price|load-pay-change)|notices\/(ChangeNotices|TradeInSurplus))|lib\/trade-in\/labels)\.tsx?$/,
  ],
  ['common', /src\/(ui\/fields\/(RadioCards|Checkbox)|lib\/shared\/site-paths)\.tsx?$/],
  ['signed-in', /src\/lib\/people\/calls\.ts$/],
  // Each a few lines.
  ['calls', /src\/lib\/((catalogue|vehicles)\/calls|quotes\/quote-code|shared\/crockford)\.ts$/],
  ['fields', /src\/lib\/vehicles\/[a-z-]*shapes\.ts$/],
  // Who changes a car in a purchase has come from Build and quote, and has it.
  [
    'builder',
    /src\/(ui\/configuration|lib\/pricing)\/(?!ComparisonTable|PayChart|price-changes)|src\/lib\/catalogue\/(configuration|offers|showroom)\.ts$/,
  ],
]

function fileOf(module: string, context: ChunkingContext): string | null {
  const [together] = COMES_WITH.find(([, modules]) => modules.test(module)) ?? []
  if (together) return together
  const islands = islandsWith(module, context, 'as it opens')
  const [island] = islands
  if (!island) return null
  if (islands.length === 1)
    return islandsWith(module, context, 'at all').length === 1
      ? island
      : (NEEDED_LATER[island] ?? null)
  if (islands.every((name) => FORMS.includes(name))) return 'fields'
  return SHARED.find(([, some]) => some.some((name) => islands.includes(name)))![0]
}

/** A group has with it whatever its modules import, unless one before it has. */
const groups: CodeSplittingGroup[] = [
  { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler)\// },
  // The islands of every page.
  {
    name: 'site',
    test: /src\/layouts\/(site-islands|page-transitions|next-page)\.ts$|(hide-ended|my-car-key)\.ts$|src\/(lib\/shared\/(server-clock|dates|weekdays)|stores\/site\/site-config)\.ts$/,
  },
  // Whether a dealer is open.
  { name: 'hours', test: /src\/(components\/dealers\/open-states|lib\/service\/open-days)\.ts$/ },
  // What the steps of a purchase show, and a form or an order does too.
  {
    name: 'shown',
    test: /src\/(lib\/shared\/te-reo|ui\/(TeReo|hooks\/(use-minute|use-live-query)|purchase\/CarScene))\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  // Photographs, and the button of a view in 3D: on a model's page and in the builder.
  {
    name: 'views',
    test: /src\/ui\/(gallery\/gallery|view-3d\/view-3d)\.ts$/,
    includeDependenciesRecursively: false,
  },
  // Fields of numbers.
  {
    name: 'typed',
    test: /src\/ui\/fields\/(NumberField|MoneyField|SelectField|use-typed)\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  { name: 'form', test: /src\/ui\/fields\/(TextField|PlateField|use-faults|first-invalid)\.tsx?$/ },
  // The panel of the menu, with what people sign in by.
  {
    name: 'menu',
    test: /src\/(islands\/menu\/(MenuPanel|links|use-room-for-toasts)|ui\/(sign-in\/(SignInForm|VerifyCodeForm)|fields\/(PasswordOrCodeField|CodeField)|DemoMailNote)|lib\/sign-in\/passkeys-here|stores\/sign-in\/lazy-passkeys)\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  { name: fileOf, includeDependenciesRecursively: false },
  // What several of the later steps of a purchase show.
  {
    name: 'files',
    test: /src\/(islands\/journey\/(files\/|steps\/trade-in\/trade-vehicle)|stores\/journey\/(purchase-files|uploads|file-content)|ui\/shrink-picture|lib\/(purchases\/file-calls|trade-in\/trade-(condition|in-offers)))/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'record',
    test: /src\/(islands\/journey\/(PurchaseRecord|ConditionDocuments|use-outlet|deal\/Offers|notices\/(OutletToCall|DecisionNotice|TradeInOffers|OtherWays|Adviser|AdviserToAsk|ApprovalEnds)|moment\/(Moment|moment-heading))|lib\/(purchases\/(journey-status|buyer-name|deal-changes|next-steps)|orders\/timeline|stock\/nearest-calls|shared\/files)|stores\/journey\/checklist-ticks|ui\/(DeliveryTrack|hooks\/use-opener|purchase\/(Timeline|Preparation|WhileWaiting|CancelPurchase|NearestCars|AdviserCard)))\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'answers',
    test: /src\/(islands\/journey\/(QuestionField|outlets)|ui\/fields\/(DateField|AddressLines|AddressPicker|AddressSearchField|use-address-search)|stores\/site\/addresses|lib\/(shared\/typed-day|addresses\/(calls|distance|postcode-areas|typed-address)|purchases\/forms|finance\/licence-questions|(purchases|quotes|catalogue|finance)\/([a-z-]+-)?shapes))\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  // How a car is paid, in Build and quote.
  {
    name: 'terms',
    test: /src\/(islands\/builder\/PayTerms|ui\/(purchase\/FinanceFields|fields\/Slider)|lib\/trade-in\/(with-my-car|trade-in-deposit)|stores\/site\/my-car)\.tsx?$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'my-car',
    test: /src\/(lib\/(trade-in\/(my-car|trade-in-guide)|vehicles\/title-case)|stores\/site\/look-up-car)\.ts$/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'quote-calls',
    test: /src\/stores\/quote\/quote-calls\.ts$/,
    includeDependenciesRecursively: false,
  },
  // What solves a captcha, by the one puzzle that our server sets.
  { name: 'captcha', test: /altcha-lib\/dist\/esm\/v2\/(?!algorithms\/web\/(?!pbkdf2))/ },
]

/** Puts the scripts of the browser into few files: each is a request. What is in no group is divided as it is imported. */
export const chunks: Plugin = {
  name: 'chunks',
  apply: 'build',
  enforce: 'pre',
  configEnvironment: (environment) => ({
    build: {
      rolldownOptions:
        environment === 'client'
          ? {
              // An island's file has what else the island loads, so that it takes no second one.
              preserveEntrySignatures: 'allow-extension',
              output: {
                codeSplitting: {
                  groups: groups.map((group, i) => ({ ...group, priority: groups.length - i })),
                },
              },
            }
          : // The styles of every page are one file also for pages that are rendered on demand.
            {
              output: {
                codeSplitting: { groups: [{ name: 'Site', test: /src\/layouts\/Site\.astro/ }] },
              },
            },
    },
  }),
  // The pages have the styles of their islands, so that no script fetches any.
  resolveId: {
    filter: { id: /\.css$/ },
    handler() {
      return this.environment.name === 'client' ? NO_STYLES : undefined
    },
  },
  load: { filter: { id: /^\0no-styles$/ }, handler: () => 'export {}' },
}
const NO_STYLES = '\0no-styles'
