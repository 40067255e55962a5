import { expect, test } from 'vitest'
import { nextAction, staffActions, type StaffActionFacts } from './staff-actions.ts'

const facts = (some: Partial<StaffActionFacts>): StaffActionFacts => ({
  status: 'CONFIRMED',
  payOption: 'CASH',
  isReferred: false,
  canCorrectDecision: false,
  creditObstacle: null,
  hasCreditTrouble: false,
  isLeaseToDecide: false,
  leaseObstacle: null,
  isCarHeld: true,
  disputeObstacle: null,
  hasHandOver: false,
  deliveryStatus: null,
  hasAgreement: false,
  hasApplied: false,
  outstanding: { depositCents: 0, balanceCents: 0, lenderCents: 0 },
  ...some,
})
const owing = (some: Partial<StaffActionFacts['outstanding']>) => ({
  outstanding: { depositCents: 0, balanceCents: 0, lenderCents: 0, ...some },
})

// Decision 22: the actions in each status, and their conditions.
test.each<[string, Partial<StaffActionFacts>, string[]]>([
  ['started', { status: 'STARTED', isCarHeld: false }, ['cancel']],
  [
    'started, its finance left to a person',
    { status: 'STARTED', isReferred: true },
    ['decide-finance', 'cancel'],
  ],
  [
    'started, its finance decided by a person',
    { status: 'STARTED', canCorrectDecision: true },
    ['decide-finance', 'cancel'],
  ],
  [
    'started with a loan, whose application only the customer signs',
    { status: 'STARTED', payOption: 'LOANCLASIC', isCarHeld: false },
    ['signing-link', 'cancel'],
  ],
  [
    'started with a loan that was applied for',
    { status: 'STARTED', payOption: 'LOANCLASIC', hasApplied: true, isCarHeld: false },
    ['cancel'],
  ],
  [
    'its agreement issued, which only the customer signs',
    { hasAgreement: true, isCarHeld: false },
    ['receipt', 'issue-agreement', 'signing-link', 'agreement-on-paper', 'cancel'],
  ],
  ['without a car', { status: 'NOCARAVAIL', isCarHeld: false }, ['find-car', 'receipt', 'cancel']],
  [
    'the deposit is due',
    owing({ depositCents: 1 }),
    [
      'receipt',
      'issue-agreement: The deposit hasn’t been paid yet.',
      'agreement-on-paper: The deposit hasn’t been paid yet.',
      'record-car',
      'delivery',
      'estimate',
      'cancel',
    ],
  ],
  [
    'the deposit is paid',
    owing({ balanceCents: 1 }),
    [
      'receipt',
      'issue-agreement',
      'agreement-on-paper',
      'record-car',
      'delivery',
      'estimate',
      'cancel',
    ],
  ],
  [
    'the lender has not decided',
    { isReferred: true, creditObstacle: 'Not yet.' },
    [
      'decide-finance',
      'receipt',
      'issue-agreement: Not yet.',
      'agreement-on-paper: Not yet.',
      'record-car',
      'delivery',
      'estimate',
      'cancel',
    ],
  ],
  [
    'the lender refuses',
    { hasCreditTrouble: true, creditObstacle: 'No.', ...owing({ depositCents: 1 }) },
    [
      'decide-finance',
      'change-to-cash',
      'receipt',
      'issue-agreement: No.',
      'agreement-on-paper: No.',
      'record-car',
      'delivery',
      'estimate',
      'cancel',
    ],
  ],
  [
    'the lender’s approval runs out once all is signed',
    { status: 'AGREEMENT', hasCreditTrouble: true, ...owing({ lenderCents: 1 }) },
    [
      'decide-finance',
      'receipt',
      'record-car',
      'delivery',
      'estimate',
      'hand-over: The lender hasn’t paid yet.',
      'cancel',
    ],
  ],
  [
    'reserved',
    { payOption: 'RESERVATION' },
    ['receipt', 'record-car', 'delivery', 'estimate', 'cancel'],
  ],
  [
    'the balance is due',
    { status: 'AGREEMENT', ...owing({ balanceCents: 1, lenderCents: 1 }) },
    [
      'receipt',
      'record-car',
      'delivery',
      'estimate',
      'hand-over: The balance hasn’t been paid yet.',
      'cancel',
    ],
  ],
  [
    'the lender owes',
    { status: 'AGREEMENT', deliveryStatus: 'AVAIL4PKUP', ...owing({ lenderCents: 1 }) },
    ['receipt', 'record-car', 'hand-over: The lender hasn’t paid yet.', 'cancel'],
  ],
  [
    'all is paid',
    { status: 'AGREEMENT', deliveryStatus: 'LANDED', hasHandOver: true },
    ['receipt', 'record-car', 'delivery', 'estimate', 'book-hand-over', 'hand-over', 'cancel'],
  ],
  [
    'all is paid, and the car is at sea',
    { status: 'AGREEMENT', deliveryStatus: 'SHIPPED' },
    [
      'receipt',
      'record-car',
      'delivery',
      'estimate',
      'hand-over: The car hasn’t arrived yet. Record where it is first.',
      'cancel',
    ],
  ],
  [
    'a lease that was not applied for here, and all is paid',
    { status: 'AGREEMENT', payOption: 'LEASE', isLeaseToDecide: true, leaseObstacle: 'Not yet.' },
    [
      'decide-finance',
      'receipt',
      'record-car',
      'delivery',
      'estimate',
      'hand-over: Not yet.',
      'cancel',
    ],
  ],
  ['complete', { status: 'COMPLETE' }, ['receipt']],
  ['cancelled', { status: 'CANCELLED', isCarHeld: false }, ['receipt']],
  ['expired', { status: 'EXPIRED', isCarHeld: false }, ['receipt']],
])('%s', (_, some, expected) => {
  const actions = staffActions(facts(some))
  expect(
    actions.map(({ action, obstacle }) => (obstacle ? `${action}: ${obstacle}` : action)),
  ).toEqual(expected)
})

test.each<[string, Partial<StaffActionFacts>, string | null]>([
  ['its deposit', owing({ depositCents: 100_000 }), 'receipt'],
  ['its agreement', {}, 'issue-agreement'],
  ['its agreement’s signature', { hasAgreement: true }, 'signing-link'],
  ['a car', { status: 'NOCARAVAIL', isCarHeld: false }, 'find-car'],
  ['a decision', { status: 'STARTED', isReferred: true }, 'decide-finance'],
  ['nothing by staff', { status: 'STARTED', isCarHeld: false }, null],
  ['its delivery', { status: 'AGREEMENT', ...owing({ balanceCents: 1 }) }, 'delivery'],
  [
    'its balance',
    { status: 'AGREEMENT', deliveryStatus: 'AVAIL4PKUP', ...owing({ balanceCents: 1 }) },
    'receipt',
  ],
  ['its hand-over', { status: 'AGREEMENT', deliveryStatus: 'AVAIL4PKUP' }, 'hand-over'],
])('a purchase waits for %s', (_, some, action) => {
  expect(nextAction(staffActions(facts(some)), facts(some))).toBe(action)
})
