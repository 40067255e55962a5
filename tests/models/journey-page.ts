import fc from 'fast-check'
import { PAY_OPTIONS, type JourneyStatus, type PayOption } from '#lib/codes.ts'
import {
  furthestStep,
  nextStep,
  parseJourneyHash,
  stepPath,
  type StepFacts,
} from '#lib/purchases/journey-steps.ts'
import { nextStatus, type JourneyEvent } from '#lib/purchases/journey-status.ts'
import { journeyHash, resolveAddress } from '#islands/journey/route.ts'
import { STEPS, NO_FINANCE, SUB_STEPS } from './journey-steps-specified.ts'

// The page of a purchase, and what happens to the two of them.

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
export const action: fc.Arbitrary<Action> = fc.oneof(
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

/** A purchase as it may be in a status: what is confirmed is saved, and has its owner. */
export const factsIn = (status: JourneyStatus): fc.Arbitrary<StepFacts> =>
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
export class Page {
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
