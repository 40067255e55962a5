/** How much a storefront has to do. */
export interface Demand {
  visitsPerDay: number
  purchasesPerDay: number
}

/** One visit on average, as far as the server sees it. Pages that a browser keeps are not asked for again. */
export const VISIT = { files: 40, calls: 8, quotes: 0.2, megabytes: 0.4 }

/** Processor time of one core in microseconds (`docs/capacity.md` says where each is from). */
export const COST_US = { file: 20, call: 30, quote: 120, purchase: 37_000 }

/** What stays in the database, in bytes. Old quotes and answers are removed, so this is more than there will be. */
export const KEPT_BYTES = { quote: 5_800, purchase: 48_000 }

/** Writes of a purchase, with its payment, emails and notices. */
const WRITES_OF_PURCHASE = 20
/** The busiest hour has this share of a day, and its busiest seconds this many times the mean of the hour. */
const BUSIEST_HOUR = 0.12
const BURST = 3
/** Of a machine's processor: what is left is for bursts, and for the other machines when one fails. */
const USED = 0.5

interface Setup {
  name: string
  machines: number
  /** For the storefront, of all machines. */
  cores: number
  /** Commits a second of the database, with room to spare. */
  writesPerSecond: number
  /** What its network carries, of the usual lines of one gigabit. */
  megabitsPerSecond: number
  /** Roughly, in New Zealand dollars, without traffic. */
  dollarsPerMonth: number
}

/** From small to large: the first that is enough is the answer. */
export const SETUPS: readonly Setup[] = [
  {
    name: 'one machine with 2 cores, SQLite',
    machines: 1,
    cores: 2,
    writesPerSecond: 1_000,
    megabitsPerSecond: 500,
    dollarsPerMonth: 60,
  },
  {
    name: 'three machines with 4 cores, PostgreSQL with a synchronous standby',
    machines: 3,
    cores: 8,
    writesPerSecond: 500,
    megabitsPerSecond: 1_500,
    dollarsPerMonth: 600,
  },
  {
    name: 'six machines with 8 cores, PostgreSQL with a synchronous standby on two of them',
    machines: 6,
    cores: 32,
    writesPerSecond: 2_000,
    megabitsPerSecond: 6_000,
    dollarsPerMonth: 2_500,
  },
  {
    name: 'a distributed engine: twelve machines with 8 cores or more',
    machines: 12,
    cores: Infinity,
    writesPerSecond: Infinity,
    megabitsPerSecond: Infinity,
    dollarsPerMonth: 6_000,
  },
]
const DOLLARS_PER_GIGABYTE = 0.15

export interface Estimate {
  requestsPerSecond: number
  writesPerSecond: number
  megabitsPerSecond: number
  /** Cores that the storefront keeps busy at the peak. */
  cores: number
  setup: Setup
  databaseGigabytesPerYear: number
  trafficGigabytesPerMonth: number
  dollarsPerMonth: number
}

/** What a demand takes at its peak, the smallest setup that carries it, and what that costs. */
export function estimate({ visitsPerDay, purchasesPerDay }: Demand): Estimate {
  const perSecond = (perDay: number) => (perDay * BUSIEST_HOUR * BURST) / 3600
  const visits = perSecond(visitsPerDay)
  const purchases = perSecond(purchasesPerDay)
  const ofVisitUs =
    VISIT.files * COST_US.file + VISIT.calls * COST_US.call + VISIT.quotes * COST_US.quote
  const cores = (visits * ofVisitUs + purchases * COST_US.purchase) / 1e6
  const writesPerSecond = visits * VISIT.quotes + purchases * WRITES_OF_PURCHASE
  const megabitsPerSecond = visits * VISIT.megabytes * 8
  const setup = SETUPS.find(
    (one) =>
      cores <= one.cores * USED &&
      writesPerSecond <= one.writesPerSecond &&
      megabitsPerSecond <= one.megabitsPerSecond,
  )!
  const trafficGigabytesPerMonth = (visitsPerDay * 30 * VISIT.megabytes) / 1000
  return {
    requestsPerSecond: visits * (VISIT.files + VISIT.calls + VISIT.quotes),
    writesPerSecond,
    megabitsPerSecond,
    cores,
    setup,
    databaseGigabytesPerYear:
      (365 *
        (visitsPerDay * VISIT.quotes * KEPT_BYTES.quote + purchasesPerDay * KEPT_BYTES.purchase)) /
      1e9,
    trafficGigabytesPerMonth,
    dollarsPerMonth: setup.dollarsPerMonth + trafficGigabytesPerMonth * DOLLARS_PER_GIGABYTE,
  }
}
