import type { StepFacts } from './journey-steps.ts'

export const journey = (facts: Partial<StepFacts> = {}): StepFacts => ({
  id: 'journey-1',
  status: 'STARTED',
  payOption: 'LOANCLASIC',
  hasConfirmedOwnerDetails: false,
  hasAppliedForFinancePreApproval: false,
  confirmedDate: null,
  hasTradeVehicles: false,
  furthestStep: 'configure',
  ...facts,
})
export const unsaved = { id: 'new-quote' }
