import type { PayOption } from '#lib/codes.ts'
import type { Step, StepFacts } from '#lib/purchases/journey-steps.ts'

// Specification §2 and §4 once more, as sets instead of rules.

export const STEPS: Step[] = [
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
export const NO_FINANCE: PayOption[] = ['CASH', 'RESERVATION']
const BEFORE_CONFIRMATION: Step[] = ['configure', 'quote', 'trade-in', 'owner-details', 'finance']

export const mayShow = (step: Step, { payOption }: StepFacts) =>
  !(step === 'trade-in' && NO_TRADE_IN.includes(payOption)) &&
  !(step === 'finance' && NO_FINANCE.includes(payOption))

export function mayOpen(step: Step, { status, hasConfirmedOwnerDetails }: StepFacts): boolean {
  if (BEFORE_CONFIRMATION.includes(step)) return status === 'STARTED'
  if (step === 'confirm') return status === 'STARTED' && hasConfirmedOwnerDetails
  if (step === 'payment') return status !== 'STARTED'
  return status === 'CONFIRMED'
}

export const SUB_STEPS: Partial<Record<Step, string[]>> = {
  'owner-details': ['contact-details', 'email-verification', 'sign-in', 'confirmation'],
  finance: ['', 'assets-income', 'liabilities', 'signature'],
}

export function mayShowSubStep(subStep: string, facts: StepFacts): boolean {
  if (subStep === 'sign-in') return facts.id === 'new-quote'
  if (subStep === 'confirmation') return facts.id !== 'new-quote'
  if (['assets-income', 'liabilities', 'signature'].includes(subStep))
    return !facts.hasAppliedForFinancePreApproval
  return true
}

export const isDone = (step: Step, facts: StepFacts) =>
  (step === 'owner-details' && facts.hasConfirmedOwnerDetails) ||
  (step === 'finance' && facts.hasAppliedForFinancePreApproval) ||
  (step === 'confirm' && facts.confirmedDate !== null) ||
  (step === 'trade-in' && facts.hasTradeVehicles) ||
  STEPS.indexOf(step) < STEPS.indexOf(facts.furthestStep as Step)
