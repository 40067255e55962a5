import { expect, test } from 'vitest'
import { JOURNEY_STATUSES } from '#lib/codes.ts'
import { approvalRefusal, PEOPLE_MAY, personState, readableUntil } from './rules.ts'
import type { PersonRole } from './forms.ts'
import type { PersonState } from './shapes.ts'

const NOW = '2026-11-23T01:00:00.000Z'
const LATER = '2026-11-24T01:00:00.000Z'
const joined = { isAccepted: true, expiresAt: NOW, answer: null, answeredMark: null } as const

test.each([
  ['an open invitation', { ...joined, isAccepted: false, expiresAt: LATER }, 'INVITED'],
  ['one that ends now', { ...joined, isAccepted: false }, 'LAPSED'],
  ['accepted, the invitation’s end passed', joined, 'JOINED'],
  ['approved as it is', { ...joined, answer: 'APPROVED', answeredMark: 'now' }, 'APPROVED'],
  ['approved as it was', { ...joined, answer: 'APPROVED', answeredMark: 'then' }, 'OUTDATED'],
  ['a change wanted', { ...joined, answer: 'CHANGE', answeredMark: 'now' }, 'CHANGE'],
  ['a change wanted, and made', { ...joined, answer: 'CHANGE', answeredMark: 'then' }, 'CHANGE'],
] as const)('a person of a purchase: %s (record 30)', (_, facts, state) => {
  expect(personState(facts, NOW, 'now')).toBe(state)
})

const GOES_ON =
  'You can confirm once they approve it. To continue without them, withdraw their invitation.'
test.each<[PersonRole, PersonState, string | null]>([
  ['APPROVER', 'INVITED', `Tia hasn’t accepted your invitation yet. ${GOES_ON}`],
  ['APPROVER', 'LAPSED', `Tia hasn’t accepted your invitation, and it has expired. ${GOES_ON}`],
  ['APPROVER', 'JOINED', `Tia hasn’t approved $59,990 yet. ${GOES_ON}`],
  ['APPROVER', 'CHANGE', `Tia asked for a change. ${GOES_ON}`],
  ['APPROVER', 'OUTDATED', `Tia approved this purchase before it changed. ${GOES_ON}`],
  ['APPROVER', 'APPROVED', null],
  ['PARTNER', 'CHANGE', null],
  ['JOINT_BUYER', 'INVITED', null],
])('confirmation and a person who is %s, %s (record 30)', (role, state, sentence) => {
  expect(approvalRefusal([{ name: 'Tia', role, state }], '$59,990')).toBe(sentence)
})

test('one of several approvers is enough to wait for', () => {
  const people = [
    { name: 'Tia', role: 'APPROVER', state: 'APPROVED' },
    { name: 'Hemi', role: 'APPROVER', state: 'JOINED' },
  ] as const
  expect(approvalRefusal(people, '$1')).toContain('Hemi hasn’t approved')
  expect(approvalRefusal([], '$1')).toBeNull()
})

test('what is possible at each stage of a purchase (record 30)', () => {
  const may = Object.fromEntries(
    JOURNEY_STATUSES.map((status) => {
      const { canInvite, canComment, canAnswer, canSign } = PEOPLE_MAY[status]
      return [status, [canInvite, canComment, canAnswer, canSign].map(Number).join('')]
    }),
  )
  expect(may).toEqual({
    STARTED: '1110',
    NOCARAVAIL: '1100',
    CONFIRMED: '1101',
    AGREEMENT: '1101',
    COMPLETE: '0000',
    CANCELLED: '0000',
    EXPIRED: '0000',
  })
})

test('a purchase that is over can be read for thirty days', () => {
  expect(readableUntil('CANCELLED', NOW)).toBe('2026-12-23T01:00:00.000Z')
  expect(readableUntil('AGREEMENT', NOW)).toBeNull()
})
