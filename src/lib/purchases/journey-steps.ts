import { hasAllCalls } from '#lib/site/all-calls.ts'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import type { JourneyStatus, PayOption } from '#lib/codes.ts'
import { countsTradeIn, payKind, type PayKind } from '#lib/payments/pay-options.ts'

/** The steps of a purchase, in order, named by their addresses (specification §2). */
export const STEPS = [
  'configure',
  'quote',
  'trade-in',
  'owner-details',
  'finance',
  'confirm',
  'payment',
  'complete',
] as const
export type Step = (typeof STEPS)[number]

/** The last part of a sub-step's address; empty for one that lives at its step's own address. */
export type SubStep =
  | ''
  | 'contact-details'
  | 'email-verification'
  | 'sign-in'
  | 'confirmation'
  | 'assets-income'
  | 'liabilities'
  | 'signature'

/** A step of a purchase: `#/{purchaseJourneyId}/{step}/{subStep}`. */
export interface StepRoute {
  step: Step
  subStep: SubStep
}

/** The facts that decide the steps. {@link stepFacts} takes them from a journey. */
export interface StepFacts {
  /** `new-quote` until the journey is saved. */
  id: string
  status: JourneyStatus
  payOption: PayOption
  hasConfirmedOwnerDetails: boolean
  hasAppliedForFinancePreApproval: boolean
  confirmedDate: string | null
  hasTradeVehicles: boolean
  /** A step's name. A name that is no step counts as the first one. */
  furthestStep: string
}

interface JourneyLike {
  id: string
  status: { purchaseJourneyStatusCode: JourneyStatus }
  currentQuote: { payOption: PayOption }
  hasConfirmedOwnerDetails: boolean
  hasAppliedForFinancePreApproval: boolean
  confirmedDate: string | null
  tradeInformation: { vehicles: readonly unknown[] }
  metadata: { furthestStep: string }
}

export const stepFacts = (journey: JourneyLike): StepFacts => ({
  id: journey.id,
  status: journey.status.purchaseJourneyStatusCode,
  payOption: journey.currentQuote.payOption,
  hasConfirmedOwnerDetails: journey.hasConfirmedOwnerDetails,
  hasAppliedForFinancePreApproval: journey.hasAppliedForFinancePreApproval,
  confirmedDate: journey.confirmedDate,
  hasTradeVehicles: journey.tradeInformation.vehicles.length > 0,
  furthestStep: journey.metadata.furthestStep,
})

const LABELS: Record<Step, string> = {
  configure: 'Configure',
  quote: 'Quote',
  'trade-in': 'Trade-in',
  'owner-details': 'Owner details',
  finance: 'Finance pre-approval',
  confirm: 'Confirmation',
  payment: 'Payment',
  complete: 'Complete',
}

/** Steps that a customer may skip (specification §1). */
const OPTIONAL: ReadonlySet<Step> = new Set(['trade-in', 'finance'])

type Rule = (journey: StepFacts | null) => boolean

const pays = (journey: StepFacts | null, ...kinds: PayKind[]) =>
  journey !== null && kinds.includes(payKind(journey.payOption))

const whileStarted: Rule = (journey) => journey?.status === 'STARTED'
const unsaved: Rule = (journey) => journey?.id === NEW_JOURNEY_ID
const saved: Rule = (journey) => journey !== null && journey.id !== NEW_JOURNEY_ID
const notApplied: Rule = (journey) => !journey?.hasAppliedForFinancePreApproval
const always: Rule = () => true
const never: Rule = () => false

// Specification §2, "Steps in order".
const HIDDEN: Partial<Record<Step, Rule>> = {
  'trade-in': (journey) => journey !== null && !countsTradeIn(journey.payOption),
  // An application is sent by a call beyond the specification; without it the dealer takes it.
  finance: (journey) => !hasAllCalls() || journey === null || pays(journey, 'cash', 'reservation'),
}

// Specification §4, "Step availability by status".
const ENABLED: Record<Step, Rule> = {
  configure: whileStarted,
  quote: whileStarted,
  'trade-in': whileStarted,
  'owner-details': whileStarted,
  finance: whileStarted,
  confirm: (journey) => journey?.status === 'STARTED' && journey.hasConfirmedOwnerDetails,
  payment: (journey) => journey !== null && journey.status !== 'STARTED',
  complete: (journey) => journey?.status === 'CONFIRMED',
}

// Specification §2, "A step counts as completed when its own flag is set".
const OWN_FLAG: Partial<Record<Step, (journey: StepFacts) => boolean>> = {
  'trade-in': (journey) => journey.hasTradeVehicles,
  'owner-details': (journey) => journey.hasConfirmedOwnerDetails,
  finance: (journey) => journey.hasAppliedForFinancePreApproval,
  confirm: (journey) => journey.confirmedDate !== null,
}

/** The steps whose answers the screen of another step shows too, each with a way to change them. */
const SUMMARISED: Partial<Record<Step, readonly Step[]>> = { configure: ['quote', 'trade-in'] }

/** When `Continue` passes a step because it has nothing left to ask. */
const ANSWERED: Partial<Record<Step, Rule>> = {
  'owner-details': (journey) => journey?.hasConfirmedOwnerDetails === true,
  finance: (journey) => !notApplied(journey),
}

interface SubStepRow {
  subStep: SubStep
  label: string
  shown: Rule
  finished: Rule
  /** Reached by a link of its own; `Continue` skips it. */
  aside?: true
}

// Specification §2 and decision 27. A journey is saved only by a proven mailbox, so contact details and
// verification are behind it then.
const SUB_STEPS: Partial<Record<Step, readonly SubStepRow[]>> = {
  'owner-details': [
    { subStep: 'contact-details', label: 'Contact details', shown: always, finished: saved },
    { subStep: 'email-verification', label: 'Email verification', shown: always, finished: saved },
    { subStep: 'sign-in', label: 'Sign in', shown: unsaved, finished: never, aside: true },
    {
      subStep: 'confirmation',
      label: 'Confirmation',
      shown: saved,
      finished: (journey) => journey?.hasConfirmedOwnerDetails === true,
    },
  ],
  finance: [
    // At the step's own address, so the step always opens with it.
    { subStep: '', label: 'Residence & Employment', shown: always, finished: never },
    { subStep: 'assets-income', label: 'Assets & Income', shown: notApplied, finished: never },
    { subStep: 'liabilities', label: 'Liabilities', shown: notApplied, finished: never },
    { subStep: 'signature', label: 'Signature', shown: notApplied, finished: never },
  ],
}

export interface StepView {
  step: Step
  label: string
  isOptional: boolean
  isEnabled: boolean
  isCompleted: boolean
  /** Shown sub-steps, in order; empty for a step that is one screen. */
  subSteps: { subStep: SubStep; label: string }[]
}

/**
 * The steps to show for a journey, in order.
 *
 * Hidden steps and sub-steps are left out rather than marked, so a caller cannot render one by mistake.
 *
 * @param journey `null` before a journey has loaded: nothing is enabled and Finance is hidden.
 */
export const stepsFor = (journey: StepFacts | null): StepView[] =>
  STEPS.filter((step) => isShown(step, journey)).map((step) => ({
    step,
    label: LABELS[step],
    isOptional: OPTIONAL.has(step),
    isEnabled: ENABLED[step](journey),
    isCompleted: journey !== null && isCompleted(step, journey),
    subSteps: shownSubSteps(step, journey).map(({ subStep, label }) => ({ subStep, label })),
  }))

/** The furthest step after reaching another one. It never moves back (decision 25). */
export const furthestStep = (stored: string, reached: Step): Step =>
  indexOf(reached) > indexOf(stored) ? reached : (STEPS[indexOf(stored)] ?? reached)

/**
 * Where an address of a journey really leads (decision 26).
 *
 * A step without a sub-step leads to its first shown sub-step that is not finished, or to the last shown one when
 * all are. A disabled or hidden step leads to the nearest enabled one before it, or else after it. A missing or
 * unknown step leads on from the furthest step reached.
 *
 * @param address The parts of the address as text; an unknown sub-step counts as none.
 * @returns `null` for `null`, since nothing is enabled before a journey has loaded.
 */
export const resolveStep = (
  journey: StepFacts | null,
  address: { step?: string; subStep?: string } = {},
): StepRoute | null => {
  if (journey === null) return null
  const wanted = isStep(address.step)
    ? address.step
    : furthestStep(journey.furthestStep, 'configure')
  if (isOpen(wanted, journey)) {
    const named = shownSubSteps(wanted, journey).find(({ subStep }) => subStep === address.subStep)
    return named?.subStep
      ? { step: wanted, subStep: named.subStep }
      : { step: wanted, subStep: firstUnfinished(wanted, journey) }
  }
  const at = indexOf(wanted)
  const step =
    STEPS.slice(0, at).findLast((step) => isOpen(step, journey)) ??
    STEPS.slice(at).find((step) => isOpen(step, journey))
  return step ? { step, subStep: firstUnfinished(step, journey) } : null
}

/**
 * Where `Continue` leads: the next shown sub-step, else the next enabled step that still has something to ask.
 *
 * From the last enabled step it leads to owner details, if those are missing.
 *
 * @returns `null` when there is nowhere to go on to.
 */
export const nextStep = (journey: StepFacts, from: StepRoute): StepRoute | null => {
  const subSteps = shownSubSteps(from.step, journey)
  const at = subSteps.findIndex(({ subStep }) => subStep === from.subStep)
  const sibling = subSteps.slice(at + 1).find(({ aside }) => !aside)
  if (sibling) return { step: from.step, subStep: sibling.subStep }

  const next = STEPS.slice(indexOf(from.step) + 1).find(
    (step) =>
      isOpen(step, journey) && !SUMMARISED[from.step]?.includes(step) && !ANSWERED[step]?.(journey),
  )
  if (next) return resolveStep(journey, { step: next })
  const lacksOwner = journey.status === 'STARTED' && !journey.hasConfirmedOwnerDetails
  return lacksOwner && from.step !== 'owner-details'
    ? resolveStep(journey, { step: 'owner-details' })
    : null
}

/** A step as the end of an address, as in `owner-details/confirmation`. */
export const stepPath = ({ step, subStep }: { step: string; subStep: string }): string =>
  subStep ? `${step}/${subStep}` : step

export interface JourneyAddress {
  /** Empty when the address names no journey: a new one starts. */
  id: string
  step: string
  subStep: string
  /** The query behind the hash, as in `payment?statusCode=PAID`. */
  query: URLSearchParams
}

/** The parts of a purchase page's hash, `#/{purchaseJourneyId}/{step}/{subStep}?…`; missing ones are empty. */
export const parseJourneyHash = (hash: string): JourneyAddress => {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2)
  const [id = '', step = '', subStep = ''] = path.split('/').filter((part) => part !== '')
  return { id, step, subStep, query: new URLSearchParams(query) }
}

const isStep = (name: string | undefined): name is Step => STEPS.some((step) => step === name)

/** A stored name that is no step (an older or newer release wrote it) counts as the first. */
const indexOf = (name: string) =>
  Math.max(
    0,
    STEPS.findIndex((step) => step === name),
  )

const isShown = (step: Step, journey: StepFacts | null) => !HIDDEN[step]?.(journey)

const isOpen = (step: Step, journey: StepFacts) => isShown(step, journey) && ENABLED[step](journey)

const isCompleted = (step: Step, journey: StepFacts) =>
  OWN_FLAG[step]?.(journey) === true || indexOf(step) < indexOf(journey.furthestStep)

const shownSubSteps = (step: Step, journey: StepFacts | null): readonly SubStepRow[] =>
  SUB_STEPS[step]?.filter(({ shown }) => shown(journey)) ?? []

const firstUnfinished = (step: Step, journey: StepFacts): SubStep => {
  const shown = shownSubSteps(step, journey)
  return (shown.find(({ finished }) => !finished(journey)) ?? shown.at(-1))?.subStep ?? ''
}
