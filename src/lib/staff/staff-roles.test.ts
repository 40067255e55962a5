import { expect, test } from 'vitest'
import { hasRight, type StaffRight, type StaffRole } from './staff-roles.ts'
import { rightRefusal } from './right-refusal.ts'

const ALL: StaffRight[] = [
  'customers',
  'messages',
  'bookings',
  'sales',
  'allocation',
  'credit',
  'money',
  'cancellation',
  'deletions',
  'audit',
]

test.each<[StaffRole[], StaffRight[]]>([
  [[], []],
  [['sales'], ['customers', 'messages', 'sales']],
  [['service'], ['customers', 'messages', 'bookings']],
  [
    ['sales', 'service'],
    ['customers', 'messages', 'bookings', 'sales'],
  ],
  [['manager'], ALL.filter((right) => right !== 'audit')],
  [['admin'], ALL],
])('%j may do %j', (roles, rights) => {
  expect(ALL.filter((right) => hasRight(roles, right))).toEqual(rights)
})

test('a role that is not known gives nothing', () => {
  expect(ALL.filter((right) => hasRight(['owner', 'toString'], right))).toEqual([])
})

test.each<[StaffRight, string]>([
  ['credit', 'Only a manager or an admin can do this.'],
  ['sales', 'Only sales staff, a manager or an admin can do this.'],
  ['audit', 'Only an admin can do this.'],
])('the refusal of %s says who can', (right, words) => {
  expect(rightRefusal(right)).toBe(words)
})
