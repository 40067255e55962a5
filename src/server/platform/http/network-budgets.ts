import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { returnPoint, secondsLeft, takePoints } from '#server/platform/database/rate-counters.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import type { LimitName } from '#server/platform/settings/limits.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { tooMany } from './api-problem.ts'
import { countedBy, idOfNetwork } from './network.ts'
import type { AnyCall } from './route.ts'

/** Who makes a call, and from where. */
export type Caller = Pick<AnyCall, 'actor' | 'ip'>

interface Budget {
  limit: LimitName
  /** The same of all networks together, for what costs money each time. */
  limitOfAll?: LimitName
  /** How many points one of the setting is; one, unless it says. */
  points?: number
  /** What a person reads when it is used up: what happened, and what to do now. */
  refusal?: string
}

/**
 * What one network may use up in a day, with as many accounts as it likes: an account costs no more than a captcha. Each
 * default leaves room for the many people who share the address of a mobile carrier.
 */
const BUDGETS = {
  quotes: {
    limit: 'LIMIT_ANONYMOUS_QUOTES_PER_DAY',
    refusal:
      'We’ve calculated a lot of quotes for your network today. Please try again tomorrow, or call us.',
  },
  savedQuotes: {
    limit: 'LIMIT_NETWORK_SAVED_QUOTES_PER_DAY',
    refusal:
      'Your network has reached today’s limit for saving quotes. You can still download it, or try again tomorrow.',
  },
  quoteCodes: {
    limit: 'LIMIT_NETWORK_QUOTE_CODES_PER_DAY',
    refusal:
      'Your network has reached today’s limit for sharing quotes. Please try again tomorrow, or call us.',
  },
  /** News of a car goes to all who watch it at once. */
  watches: {
    limit: 'LIMIT_NETWORK_WATCHES_PER_DAY',
    refusal:
      'Your network has reached today’s limit for watching cars. Please try again tomorrow, or call us.',
  },
  startedPurchases: {
    limit: 'LIMIT_NETWORK_STARTED_PURCHASES_PER_DAY',
    refusal:
      'Your network has reached today’s limit for starting purchases. Please call us to buy now, or try again tomorrow.',
  },
  unpaidPurchases: {
    limit: 'LIMIT_UNPAID_PURCHASES_PER_DAY',
    refusal:
      'Your network has reached today’s limit for confirming purchases. Nothing is confirmed yet. Please call us to confirm yours now, or try again tomorrow.',
  },
  serviceBookings: {
    limit: 'LIMIT_NETWORK_SERVICE_BOOKINGS_PER_DAY',
    refusal:
      'Your network has reached today’s limit for booking services. Please call your dealer to book now, or try again tomorrow.',
  },
  registerQuestions: {
    limit: 'LIMIT_NETWORK_REGISTER_QUESTIONS_PER_DAY',
    limitOfAll: 'LIMIT_REGISTER_QUESTIONS_PER_DAY',
    refusal:
      'We’ve reached today’s limit for looking up cars. Please call us, or try again tomorrow.',
  },
  addressQuestions: {
    limit: 'LIMIT_NETWORK_ADDRESS_QUESTIONS_PER_DAY',
    limitOfAll: 'LIMIT_ADDRESS_QUESTIONS_PER_DAY',
    refusal: 'We’ve reached today’s limit for looking up addresses. Please enter yours manually.',
  },
  financeApplications: {
    limit: 'LIMIT_NETWORK_FINANCE_APPLICATIONS_PER_DAY',
    refusal:
      'Your network has reached today’s limit for finance applications. We haven’t sent yours yet. Please call us to apply now, or try again tomorrow.',
  },
  softChecks: {
    limit: 'LIMIT_NETWORK_SOFT_CHECKS_PER_DAY',
    limitOfAll: 'LIMIT_SOFT_CHECKS_PER_DAY',
    refusal: 'We’ve reached today’s limit for quick checks. You can still apply, or call us.',
  },
  appraisals: {
    limit: 'LIMIT_NETWORK_APPRAISALS_PER_DAY',
    refusal:
      'Your network has reached today’s limit for appraisal requests. Please call us about your car, or try again tomorrow.',
  },
  /** Of visitors; each customer has a limit of their own. */
  keptAnswers: {
    limit: 'LIMIT_NETWORK_KEPT_ANSWERS_PER_DAY',
    refusal:
      'Your network has reached today’s limit for requests. Please sign in, call us, or try again tomorrow.',
  },
  customerAnswers: {
    limit: 'LIMIT_NETWORK_CUSTOMER_ANSWERS_PER_DAY',
    refusal:
      'Your network has reached today’s limit for requests. Please call us, or try again tomorrow.',
  },
  quoteMails: {
    limit: 'LIMIT_NETWORK_QUOTE_MAILS_PER_DAY',
    refusal:
      'Your network has reached today’s limit for emailing quotes. You can still download it, or try again tomorrow.',
  },
  /** Kept until staff are done with them. */
  messages: {
    limit: 'LIMIT_NETWORK_MESSAGES_PER_DAY',
    refusal:
      'Your network has reached today’s limit for messages. Please call us, or try again tomorrow.',
  },
  /** Kept as long as their purchase, of which one network can have many. */
  comments: {
    limit: 'LIMIT_NETWORK_COMMENTS_PER_DAY',
    refusal:
      'Your network has reached today’s limit for comments and answers. Please try again tomorrow, or call us.',
  },
  addedCars: {
    limit: 'LIMIT_NETWORK_ADDED_CARS_PER_DAY',
    refusal:
      'Your network has reached today’s limit for adding cars. Please try again tomorrow, or call us.',
  },
  invitations: {
    limit: 'LIMIT_NETWORK_INVITATIONS_PER_DAY',
    refusal:
      'Your network has reached today’s limit for invitations. Please try again tomorrow, or call us.',
  },
  /** Each mails a code to an address that never heard of us. */
  emailChanges: {
    limit: 'LIMIT_NETWORK_EMAIL_CHANGES_PER_DAY',
    refusal:
      'Your network has reached today’s limit for changing email addresses. Please try again tomorrow, or call us.',
  },
  /** Without a captcha; beyond it, none is refused that has one. */
  codes: { limit: 'LIMIT_NETWORK_CODES_PER_DAY' },
  /** In kilobytes. */
  files: {
    limit: 'LIMIT_NETWORK_FILE_MEGABYTES_PER_DAY',
    points: 1000,
    refusal:
      'Your network has reached today’s limit for photos and documents. Please try again tomorrow, or ask your dealer how to send them.',
  },
} satisfies Record<string, Budget>

/** What fits the column on PostgreSQL. */
const MOST_POINTS = 2 ** 31 - 1

type BudgetName = keyof typeof BUDGETS
type BudgetDeps = Pick<Deps, 'keys' | 'now' | 'settings' | 'log'>

const isCounted = ({ actor }: Caller) => actor.type !== 'STAFF' && actor.type !== 'APICLIENT'

/**
 * What is counted, with how many times the limit of one network: its site, if it has one, and the network. Of what all
 * share, a site has no more than a network, or three of them would use it up.
 */
function countsOf({ keys, now }: BudgetDeps, name: BudgetName, ip: string) {
  const { limit, limitOfAll }: Budget = BUDGETS[name]
  return countedBy(ip).map(({ network, times }) => ({
    key: `${limit}:${idOfNetwork(keys, network, now())}`,
    limit,
    times: limitOfAll ? 1 : times,
  }))
}

/**
 * Counts what a visitor or a customer uses up. Staff and machine clients aren't counted: a dealership shares one network.
 *
 * Of several at once exactly as many as fit are counted. One that is refused isn't, nor one whose transaction fails.
 *
 * @throws {ApiProblem} 429 when it doesn't fit in what is left of the day.
 */
export async function spendOfNetwork(
  deps: BudgetDeps,
  db: Db,
  name: Exclude<BudgetName, 'codes'>,
  caller: Caller,
  points = 1,
): Promise<void> {
  if (await takeOfNetwork(deps, db, name, caller, points)) return
  const { refusal }: Budget = BUDGETS[name]
  throw tooMany(secondsLeft(DAY_MS, deps.now()), refusal)
}

/** As {@link spendOfNetwork}; returns whether it fits. */
export async function takeOfNetwork(
  deps: BudgetDeps,
  db: Db,
  name: BudgetName,
  caller: Caller,
  points = 1,
): Promise<boolean> {
  if (!isCounted(caller)) return true
  const { ip } = caller
  const { limitOfAll, points: each = 1 }: Budget = BUDGETS[name]
  const now = deps.now()
  const taken: string[] = []
  const ofAll = limitOfAll ? [{ key: limitOfAll, limit: limitOfAll, times: 1 }] : []
  for (const { key, limit, times } of [...countsOf(deps, name, ip), ...ofAll]) {
    const most = Math.min(deps.settings.limits[limit] * each * times, MOST_POINTS)
    const used = await takePoints(db, key, DAY_MS, now, { points, most })
    if (used === null) {
      for (const before of taken) await returnPoint(db, before, DAY_MS, now, points)
      return false
    }
    taken.push(key)
    if (used > most - points) logSecurity(deps, 'limited', { limit, ip })
  }
  return true
}

/** Takes one back: nothing came of it. */
export async function returnToNetwork(
  deps: BudgetDeps,
  db: Db,
  name: BudgetName,
  caller: Caller,
): Promise<void> {
  if (!isCounted(caller)) return
  const { limitOfAll }: Budget = BUDGETS[name]
  const keys = countsOf(deps, name, caller.ip).map(({ key }) => key)
  for (const key of limitOfAll ? [...keys, limitOfAll] : keys)
    await returnPoint(db, key, DAY_MS, deps.now())
}
