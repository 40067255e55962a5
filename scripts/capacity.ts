import { parseArgs } from 'node:util'
import { estimate } from './capacity/estimate.ts'

// npm run capacity -- --visits 20000 --purchases 30
//
// What a storefront with so many visits and purchases a day takes. The assumptions are in docs/capacity.md.

const { values } = parseArgs({
  options: { visits: { type: 'string' }, purchases: { type: 'string' } },
  strict: false,
})
const isCount = (given: unknown) => /^\d{1,12}$/.test(String(given))
if (!isCount(values.visits) || !isCount(values.purchases)) {
  console.error(
    'Give both numbers for a day: npm run capacity -- --visits 20000 --purchases 30. docs/capacity.md says what they mean.',
  )
  process.exit(1)
}
const visitsPerDay = Number(values.visits)
const purchasesPerDay = Number(values.purchases)
const found = estimate({ visitsPerDay, purchasesPerDay })
const round = (number: number) =>
  number.toLocaleString('en-NZ', { maximumSignificantDigits: 2, minimumSignificantDigits: 1 })
console.log(`${visitsPerDay.toLocaleString('en-NZ')} visits and ${purchasesPerDay.toLocaleString('en-NZ')} purchases a day
  at the peak   ${round(found.requestsPerSecond)} requests a second, ${round(found.writesPerSecond)} writes a second, ${round(found.megabitsPerSecond)} Mbit/s, ${round(found.cores)} cores busy
  enough        ${found.setup.name}
  a year adds   ${round(found.databaseGigabytesPerYear)} GB to the database at most
  traffic       ${round(found.trafficGigabytesPerMonth)} GB a month
  costs         roughly ${round(found.dollarsPerMonth)} New Zealand dollars a month`)
