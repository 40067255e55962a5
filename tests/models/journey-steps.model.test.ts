import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { JOURNEY_STATUSES, PAY_OPTIONS, type JourneyStatus, type PayOption } from '#lib/codes.ts'
import {
  furthestStep,
  nextStep,
  parseJourneyHash,
  stepPath,
  stepsFor,
  type Step,
  type StepFacts,
} from '#lib/purchases/journey-steps.ts'
import { nextStatus, type JourneyEvent } from '#lib/purchases/journey-status.ts'
import { journeyHash, resolveAddress } from '#islands/journey/route.ts'
import { ACTIONS, MODEL_TIMEOUT_MS } from './runs.ts'

/** Specification §2 and §4 once more, as sets instead of rules. */
const STEPS: Step[] = [
  'configure',
  'quote',
  'trade-in',
  'owner-details',
  'finance',
  'confirm',
  'payment',
  'complete',
]
const NO_TRADE_IN: PayOption[] = ['LEASE', 'LEASELC', 'LEASETC', 'LEASEUC', 'RESERVATION']
const NO_FINANCE: PayOption[] = ['CASH', 'RESERVATION']
const BEFORE_CONFIRMATION: Step[] = ['configure', 'quote', 'trade-in', 'owner-details', 'finance']

const mayShow = (step: Step, { payOption }: StepFacts) =>
  !(step === 'trade-in' && NO_TRADE_IN.includes(payOption)) &&
  !(step === 'finance' && NO_FINANCE.includes(payOption))

function mayOpen(step: Step, { status, hasConfirmedOwnerDetails }: StepFacts): boolean {
  if (BEFORE_CONFIRMATION.includes(step)) return status === 'STARTED'
  if (step === 'confirm') return status === 'STARTED' && hasConfirmedOwnerDetails
  if (step === 'payment') return status !== 'STARTED'
  return status === 'CONFIRMED'
}

const SUB_STEPS: Partial<Record<Step, string[]>> = {
  'owner-details': ['contact-details', 'email-verification', 'sign-in', 'confirmation'],
  finance: ['', 'assets-income', 'liabilities', 'signature'],
}

function mayShowSubStep(subStep: string, facts: StepFacts): boolean {
  if (subStep === 'sign-in') return facts.id === 'new-quote'
  if (subStep === 'confirmation') return facts.id !== 'new-quote'
  if (['assets-income', 'liabilities', 'signature'].includes(subStep))
    return !facts.hasAppliedForFinancePreApproval
  return true
}

const isDone = (step: Step, facts: StepFacts) =>
  (step === 'owner-details' && facts.hasConfirmedOwnerDetails) ||
  (step === 'finance' && facts.hasAppliedForFinancePreApproval) ||
  (step === 'confirm' && facts.confirmedDate !== null) ||
  (step === 'trade-in' && facts.hasTradeVehicles) ||
  STEPS.indexOf(step) < STEPS.indexOf(facts.furthestStep as Step)

/** What a person does at the page, and changes to the purchase from elsewhere. */
type Action =
  | { do: 'address'; id: 'own' | 'new-quote' | ''; path: string }
  | { do: 'continue' | 'back' | 'forward' | 'reload' | 'save' | 'owner' | 'apply' }
  | { do: 'pay option'; payOption: PayOption }
  | { do: 'trade-in'; has: boolean }
  | { do: 'event'; event: JourneyEvent }

const PATHS = [
  ...STEPS,
  ...Object.entries(SUB_STEPS).flatMap(([step, subSteps]) =>
    subSteps.map((subStep) => `${step}/${subStep}`),
  ),
  'wheels',
  'finance/pets',
  '',
]
const simply = fc.constantFrom('continue', 'continue', 'back', 'forward', 'reload')
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('address' as const),
      id: fc.constantFrom('own', 'own', 'own', 'new-quote', ''),
      path: fc.constantFrom(...PATHS),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: simply }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('save', 'owner', 'apply') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay option' as const),
      payOption: fc.constantFrom(...PAY_OPTIONS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('trade-in' as const), has: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('event' as const),
      event: fc.constantFrom<JourneyEvent>(
        'confirmed',
        'confirmed-without-car',
        'car-found',
        'agreement-accepted',
        'handed-over',
        'idle-limit-reached',
        'deposit-overdue',
        'cancelled',
      ),
    }),
  },
)

const STEPS_OF_A_WALK = 20

/** A purchase as it may be in a status: what is confirmed is saved, and has its owner. */
const factsIn = (status: JourneyStatus): fc.Arbitrary<StepFacts> =>
  fc
    .record({
      id: fc.constantFrom('J1', 'new-quote'),
      payOption: fc.constantFrom(...PAY_OPTIONS),
      hasConfirmedOwnerDetails: fc.boolean(),
      hasAppliedForFinancePreApproval: fc.boolean(),
      hasTradeVehicles: fc.boolean(),
      furthestStep: fc.constantFrom(...STEPS, 'handover'),
    })
    .map((facts) => {
      const isUnsaved = status === 'STARTED' && facts.id === 'new-quote'
      const isConfirmed = !['STARTED', 'EXPIRED', 'CANCELLED'].includes(status)
      return {
        ...facts,
        status,
        id: isUnsaved ? 'new-quote' : 'J1',
        hasConfirmedOwnerDetails: (facts.hasConfirmedOwnerDetails || isConfirmed) && !isUnsaved,
        hasAppliedForFinancePreApproval: facts.hasAppliedForFinancePreApproval && !isUnsaved,
        confirmedDate: isConfirmed ? '2026-11-20' : null,
      }
    })

/** What an action changes of the purchase; `null` where it is none that can happen to it. */
function change(facts: StepFacts, what: Action): Partial<StepFacts> | null {
  const isOpen = facts.status === 'STARTED'
  const isSaved = facts.id !== 'new-quote'
  switch (what.do) {
    case 'save':
      return isOpen ? { id: 'J1' } : null
    case 'owner':
      return isOpen && isSaved ? { hasConfirmedOwnerDetails: true } : null
    case 'apply':
      return isOpen && isSaved && !NO_FINANCE.includes(facts.payOption)
        ? { hasAppliedForFinancePreApproval: true }
        : null
    case 'pay option':
      return isOpen ? { payOption: what.payOption } : null
    case 'trade-in':
      return isOpen ? { hasTradeVehicles: what.has } : null
    case 'event': {
      const status = isSaved ? nextStatus(facts.status, what.event) : null
      const confirms = what.event.startsWith('confirmed')
      if (status === null || (confirms && !facts.hasConfirmedOwnerDetails)) return null
      return { status, ...(confirms && { confirmedDate: '2026-11-23' }) }
    }
    default:
      return null
  }
}

/** The page as Journey and JourneySteps have it: a history of addresses, each landed and put right in its place. */
class Page {
  facts: StepFacts
  #entries = ['']
  #at = 0
  constructor(facts: StepFacts) {
    this.facts = facts
    this.settle()
  }

  get landing() {
    return resolveAddress(parseJourneyHash(this.#entries[this.#at]!), this.facts)!
  }

  go(hash: string) {
    this.#entries = [...this.#entries.slice(0, this.#at + 1), hash]
    this.#at += 1
  }

  step(by: number) {
    this.#at = Math.min(Math.max(0, this.#at + by), this.#entries.length - 1)
  }

  change(what: Action) {
    this.facts = { ...this.facts, ...change(this.facts, what) }
  }

  goOn() {
    const next = nextStep(this.facts, this.landing.route)
    if (next) this.go(journeyHash(this.facts.id, stepPath(next)))
    return next
  }

  settle() {
    this.#entries[this.#at] = this.landing.hash
    if (this.facts.status === 'STARTED')
      this.facts = {
        ...this.facts,
        furthestStep: furthestStep(this.facts.furthestStep, this.landing.route.step),
      }
  }
}

const taken = Object.fromEntries(JOURNEY_STATUSES.map((status) => [status, 0])) as Record<
  JourneyStatus,
  number
>
// A walk that leaves its status early counts for the one it is in.
afterAll(() => {
  for (const status of JOURNEY_STATUSES)
    expect(taken[status], status).toBeGreaterThanOrEqual(ACTIONS / 2)
})

test.each(JOURNEY_STATUSES)(
  `from %s, no step is ever open that the specification closes (${ACTIONS} actions)`,
  { timeout: MODEL_TIMEOUT_MS },
  (status) => {
    fc.assert(
      fc.property(
        factsIn(status),
        fc.array(action, { minLength: STEPS_OF_A_WALK, maxLength: STEPS_OF_A_WALK, size: 'max' }),
        (facts, actions) => {
          const page = new Page(facts)
          holds(page)
          for (const what of actions) {
            taken[page.facts.status] += 1
            const before = page.facts
            const from = page.landing.route
            if (what.do === 'address')
              page.go(`#/${what.id === 'own' ? before.id : what.id}/${what.path}`)
            else if (what.do === 'back') page.step(-1)
            else if (what.do === 'forward') page.step(1)
            else if (what.do === 'continue') {
              const next = page.goOn()
              if (next) expect(page.landing.route).toEqual(next)
              expect(next).not.toEqual(from)
            } else page.change(what)
            page.settle()
            holds(page)
            // Decision 25: it never moves back, whatever else becomes of the purchase.
            const [now, then] = [page.facts, before].map((one) =>
              STEPS.indexOf(one.furthestStep as Step),
            )
            if (before.status === 'STARTED') expect(now).toBeGreaterThanOrEqual(then!)
            else expect(now).toBe(then)
          }
          arrives(page)
        },
      ),
      { numRuns: ACTIONS / STEPS_OF_A_WALK },
    )
  },
)

/** Where the page is, and what it says of each step. */
const said = ({ facts, landing }: Page) => ({
  ...landing.route,
  // A redirect replaces the address.
  isSettled: !resolveAddress(parseJourneyHash(landing.hash), facts)!.isElsewhere,
  steps: stepsFor(facts).map(({ step, isEnabled, isCompleted, subSteps }) =>
    [step, isEnabled, isCompleted, ...subSteps.map(({ subStep }) => subStep)].join(),
  ),
})

function holds(page: Page) {
  const { facts, landing } = page
  const { step, subStep } = landing.route
  const isLegal = mayShow(step, facts) && mayOpen(step, facts) && mayShowSubStep(subStep, facts)
  const steps = STEPS.filter((one) => mayShow(one, facts)).map((one) =>
    [
      one,
      mayOpen(one, facts),
      isDone(one, facts),
      ...(SUB_STEPS[one]?.filter((sub) => mayShowSubStep(sub, facts)) ?? []),
    ].join(),
  )
  if (isLegal && isDeepStrictEqual(said(page), { step, subStep, isSettled: true, steps })) return
  // Comparing so costs a hundred times as much.
  expect({ isLegal, ...said(page) }).toEqual({
    isLegal: true,
    step,
    subStep,
    isSettled: true,
    steps,
  })
}

/** Pressing Continue repeatedly ends at the right step. */
function arrives(page: Page) {
  const { status } = page.facts
  // Each screen once, and the lender's questions a second time if the owner's details were skipped.
  for (let presses = 0; ; presses++) {
    expect(presses).toBeLessThan(20)
    const { subStep } = page.landing.route
    const isUnsaved = page.facts.id === 'new-quote'
    // These two are left by what they are for.
    if (isUnsaved && ['email-verification', 'sign-in'].includes(subStep))
      page.change({ do: 'save' })
    else {
      if (subStep === 'confirmation') page.change({ do: 'owner' })
      if (!page.goOn()) break
    }
    page.settle()
  }
  const END: Partial<Record<JourneyStatus, Step>> = { STARTED: 'confirm', CONFIRMED: 'complete' }
  expect(page.landing.route.step).toBe(END[status] ?? 'payment')
}
