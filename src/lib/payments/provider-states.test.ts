import { expect, test } from 'vitest'
import type { PaymentStatus } from '#lib/codes.ts'
import { isBeyondProvider, mayMove, type ProviderState } from './provider-states.ts'

const STATES: ProviderState[] = [
  'open',
  'pending',
  'paid',
  'unsure',
  'cancelled',
  'failed',
  'expired',
]
const DECIDED = '2026-11-24T02:00:00.000Z'

// decision 71
test.each<[PaymentStatus, string | null, ProviderState[]]>([
  ['CREATED', null, STATES],
  ['PENDING', null, STATES],
  ['FAILED', null, ['paid', 'unsure', 'expired']],
  ['CANCELLED', null, ['paid', 'unsure', 'expired']],
  ['EXPIRED', null, ['paid', 'unsure', 'expired']],
  ['NEEDS_REVIEW', null, []],
  ['FAILED', DECIDED, ['paid']],
  ['PAID', DECIDED, []],
  ['PAID', null, []],
  ['REFUNDED', null, []],
  ['CHARGED_BACK', null, []],
])('%s, decided at %s, is moved by %s', (status, decided_at, moving) => {
  const payment = { status, decided_at }
  expect(STATES.filter((state) => mayMove(payment, state))).toEqual(moving)
  expect(isBeyondProvider(payment)).toBe(moving.length === 0)
})
