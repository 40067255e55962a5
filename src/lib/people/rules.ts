import type { JourneyStatus } from '#lib/codes.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { paymentInWords } from '#lib/finance/labels.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import type { PersonRole } from './forms.ts'
import type { PersonState } from './shapes.ts'

interface RoleRule {
  label: string
  /** What a person in it does, for the buyer who chooses it. */
  does: string
  /** The purchase is not confirmed before they approve it. */
  holdsConfirmation: boolean
  /** They read the sale agreement and sign it. */
  signs: boolean
}

/** What the people of a purchase may do, by their role. All of them see it, comment and answer. */
export const PERSON_ROLES: Record<PersonRole, RoleRule> = {
  PARTNER: {
    label: 'Partner',
    does: 'Can see the purchase, comment, and tell you whether they agree.',
    holdsConfirmation: false,
    signs: false,
  },
  JOINT_BUYER: {
    label: 'Joint buyer',
    does: 'Can see the purchase, comment and sign the agreement, which shows your address and phone number.',
    holdsConfirmation: false,
    signs: true,
  },
  APPROVER: {
    label: 'Approver',
    does: 'You can’t confirm the purchase until they approve it. Useful if you’re buying for a company.',
    holdsConfirmation: true,
    signs: false,
  },
}

interface StatusRule {
  /** The buyer invites, and sends an invitation again. */
  canInvite: boolean
  canComment: boolean
  /** Approves it, or asks for a change. */
  canAnswer: boolean
  /** Signs an agreement that was issued. */
  canSign: boolean
}

const OVER: StatusRule = { canInvite: false, canComment: false, canAnswer: false, canSign: false }
const UNDER_WAY: StatusRule = { ...OVER, canInvite: true, canComment: true }

/** What is possible at each stage of a purchase. */
export const PEOPLE_MAY: Record<JourneyStatus, StatusRule> = {
  STARTED: { ...UNDER_WAY, canAnswer: true },
  NOCARAVAIL: UNDER_WAY,
  CONFIRMED: { ...UNDER_WAY, canSign: true },
  AGREEMENT: { ...UNDER_WAY, canSign: true },
  COMPLETE: OVER,
  CANCELLED: OVER,
  EXPIRED: OVER,
}

export const isOver = (status: JourneyStatus): boolean => PEOPLE_MAY[status] === OVER

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 14
/** How long the people of a purchase can read it after its end. */
export const SHARED_AFTER_END_DAYS = 30

/** The last instant at which the people of a purchase can read it; `null` while it goes on. */
export const readableUntil = (status: JourneyStatus, endedAt: string): string | null =>
  isOver(status)
    ? new Date(Date.parse(endedAt) + SHARED_AFTER_END_DAYS * DAY_MS).toISOString()
    : null

interface AnswerFacts {
  isAccepted: boolean
  /** When the invitation ends. */
  expiresAt: string
  answer: 'APPROVED' | 'CHANGE' | null
  /** The mark of the price that was answered. */
  answeredMark: string | null
}

/**
 * Where a person stands.
 *
 * @param now The instant it is, ISO 8601.
 * @param mark Of the price as it is now.
 */
export function personState(
  { isAccepted, expiresAt, answer, answeredMark }: AnswerFacts,
  now: string,
  mark: string,
): PersonState {
  if (!isAccepted) return expiresAt > now ? 'INVITED' : 'LAPSED'
  if (answer === null) return 'JOINED'
  if (answer === 'CHANGE') return 'CHANGE'
  return answeredMark === mark ? 'APPROVED' : 'OUTDATED'
}

/** What an approver approves: the price, or of a lease its payments. */
export const approvedAmount = ({
  payOption,
  totals,
  finance,
}: Pick<Quote, 'payOption' | 'totals' | 'finance'>): string =>
  finance && isLease(payOption)
    ? `${paymentInWords(finance)} for ${finance.termMonths} months`
    : formatMoney(totals.driveAwayCents)

const WAITS: Record<PersonState, ((name: string, price: string) => string) | null> = {
  INVITED: (name) => `${name} hasn’t accepted your invitation yet.`,
  LAPSED: (name) => `${name} hasn’t accepted your invitation, and it has expired.`,
  JOINED: (name, price) => `${name} hasn’t approved ${price} yet.`,
  CHANGE: (name) => `${name} asked for a change.`,
  OUTDATED: (name) => `${name} approved this purchase before it changed.`,
  APPROVED: null,
}

/**
 * Why a purchase cannot be confirmed yet: an approval is missing. `null` where none is.
 *
 * @param amount As {@link approvedAmount} says it.
 */
export function approvalRefusal(
  people: readonly { name: string; role: PersonRole; state: PersonState }[],
  amount: string,
): string | null {
  for (const { name, role, state } of people) {
    const why = WAITS[state]
    if (PERSON_ROLES[role].holdsConfirmation && why)
      return `${why(name, amount)} You can confirm once they approve it. To continue without them, withdraw their invitation.`
  }
  return null
}
