import { PERSON_ROLES } from '#lib/people/rules.ts'
import type { PersonEvent, PersonState, SharedPurchase } from '#lib/people/shapes.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { formatMoney } from '#lib/shared/money.ts'

const STATES: Record<PersonState, string> = {
  INVITED: 'Invited',
  LAPSED: 'The invitation has expired',
  JOINED: 'Has joined',
  APPROVED: 'Has approved the purchase',
  CHANGE: 'Has asked for a change',
  OUTDATED: 'Approved the purchase before it changed',
}

/** A person's role and where they stand: `Partner. Has joined`. */
export const standing = ({ role, state }: SharedPurchase['others'][number]): string =>
  `${PERSON_ROLES[role].label}. ${STATES[state]}`

/** When an invitation ends, and when a joint buyer signed. */
export const personDates = ({
  state,
  invitationEnds,
  signedAt,
}: {
  state: PersonState
  invitationEnds: string | null
  signedAt: string | null
}): string =>
  [
    state === 'INVITED' &&
      invitationEnds !== null &&
      `The link works until ${formatInstant(invitationEnds)}.`,
    signedAt !== null && `Signed the agreement on ${formatInstant(signedAt)}.`,
  ]
    .filter(Boolean)
    .join(' ')

const EVENTS: Record<PersonEvent['kind'], (who: string, about: string) => string> = {
  INVITED: (who, about) => `${who} invited ${about}`,
  SENT_AGAIN: (who, about) => `${who} sent ${about}’s invitation again`,
  JOINED: (who) => `${who} joined`,
  COMMENT: (who) => who,
  APPROVED: (who) => `${who} approved the purchase`,
  CHANGE: (who) => `${who} asked for a change`,
  OUTDATED: (_, about) => `The car or its price changed after ${about} answered`,
  SIGNED: (who) => `${who} signed the agreement`,
  REMOVED: (who, about) => `${who} withdrew ${about}’s invitation`,
  LEFT: (who) => `${who} left`,
}

/** What happened, in a line. */
export const eventLine = ({ kind, by, isOwn, about, cents }: PersonEvent): string =>
  EVENTS[kind](isOwn ? 'You' : by, about ?? 'a person') +
  (cents === null ? '' : ` at ${formatMoney(cents)}`)
