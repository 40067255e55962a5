import type { JourneyStatus } from '#lib/codes.ts'
import type { SharedPurchaseLine } from '#lib/people/shapes.ts'
import { PERSON_ROLES } from '#lib/people/rules.ts'

const STATUS: Record<Exclude<JourneyStatus, 'STARTED'>, string> = {
  NOCARAVAIL: 'It’s confirmed, and we’re looking for the car.',
  CONFIRMED: 'It’s confirmed.',
  AGREEMENT: 'It’s confirmed, and the agreement is accepted.',
  COMPLETE: 'The car has been handed over.',
  CANCELLED: 'It was cancelled.',
  EXPIRED: 'It has expired.',
}

/** Where a shared purchase stands, and what its person is asked for. */
export function answerNeeded({
  status,
  state,
  role,
}: Pick<SharedPurchaseLine, 'status' | 'state' | 'role'>): string {
  if (status !== 'STARTED') return STATUS[status]
  if (state === 'APPROVED') return 'You’ve approved it. It isn’t confirmed yet.'
  if (state === 'CHANGE') return 'You’ve asked for a change.'
  if (state === 'OUTDATED') return 'It has changed since you approved it. Please look at it again.'
  return PERSON_ROLES[role].holdsConfirmation
    ? 'It’s waiting for your approval.'
    : 'Take a look and say what you think.'
}
