import { expect, test } from 'vitest'
import { orderTimeline, type OrderFacts } from './timeline.ts'

const record: NonNullable<OrderFacts['record']> = {
  delivery: { status: null, history: [], estimate: null, estimates: [] },
  payments: [],
  handOver: null,
}
const facts: OrderFacts = {
  status: 'CONFIRMED',
  quote: { payOption: 'CASH' },
  confirmedDate: '2026-11-20',
  metadata: { depositDueBy: '2026-11-25T05:17:00.000Z' },
  paymentMetadata: {
    depositCents: 100_000,
    depositPaid: false,
    balanceCents: 2_744_000,
    paidCents: 0,
    balancePaidCents: 0,
  },
  estimate: { from: '2026-11-30', to: '2026-12-07' },
  record,
  today: '2026-11-23',
}
const shown = (change: Partial<OrderFacts>) =>
  orderTimeline({ ...facts, ...change }).map(({ label, state, when }) =>
    `${state} ${label}: ${when}`.replaceAll('\u00a0', ' '),
  )

test('an order has a date or an estimate at each step', () => {
  expect(shown({})).toEqual([
    'done Ordered: 20 November 2026',
    'current Deposit: By Wed 25 November, 6:17 pm',
    'todo Agreement: We’ll email it to you',
    'todo Being prepared: ',
    'todo Ready to collect: 30 November to 7 December 2026, estimated',
    'todo Balance: $27,440, before you collect the car',
    'todo Hand-over: You can choose a time once you’ve accepted the agreement',
  ])
})

test('what is past has its day, and the hand-over its time', () => {
  const payment = {
    paymentId: 'p',
    paymentType: 'DEPOSIT' as const,
    source: 'CREDITCARD' as const,
    amountCents: 100_000,
    status: 'PAID' as const,
    at: '2026-11-21T00:00:00.000Z',
  }
  expect(
    shown({
      status: 'AGREEMENT',
      metadata: { deliveryStatus: 'SHIPPED' },
      paymentMetadata: {
        depositCents: 100_000,
        depositPaid: true,
        balanceCents: 2_744_000,
        paidCents: 100_000,
        balancePaidCents: 0,
      },
      record: {
        delivery: {
          ...record.delivery,
          history: [{ status: 'SHIPPED', at: '2026-11-22T20:00:00.000Z' }],
        },
        payments: [payment],
        dates: {
          agreementIssued: '2026-11-21T00:00:00.000Z',
          agreementAccepted: '2026-11-22T00:00:00.000Z',
          handedOver: null,
        },
        handOver: {
          outlet: { outletCode: 'HLZ01', name: 'Waikato', phone: '07', address: null as never },
          appointment: {
            startsAt: '2026-12-07T21:00:00.000Z',
            endsAt: '2026-12-07T22:00:00.000Z',
            sequence: 1,
            changeUntil: '2026-12-06T21:00:00.000Z',
          },
        },
      },
    }),
  ).toEqual([
    'done Ordered: 20 November 2026',
    'done Deposit paid: 21 November 2026',
    'done Agreement accepted: 22 November 2026',
    'current On its way to New Zealand: Since 23 November 2026',
    'todo Ready to collect: 30 November to 7 December 2026, estimated',
    'todo Balance: $27,440, before you collect the car',
    'todo Hand-over: Tuesday 8 December 2026 at 10:00 am',
  ])
})

test.each([
  [
    'a lease has its first payment and no deposit',
    { quote: { payOption: 'LEASE' }, metadata: {} },
    'todo First payment: Before you collect the car',
  ],
  [
    'a late car has no estimate that is over',
    { today: '2026-12-20' },
    'todo Ready to collect: Later than expected. Your dealer will call you with a new date',
  ],
  [
    'an agreement that waits says since when',
    {
      record: {
        ...record,
        dates: {
          agreementIssued: '2026-11-21T00:00:00.000Z',
          agreementAccepted: null,
          handedOver: null,
        },
      },
    },
    'todo Agreement: Ready to accept since 21 November 2026',
  ],
  [
    'a car that was handed over has all steps done',
    {
      status: 'COMPLETE',
      record: {
        ...record,
        dates: {
          agreementIssued: null,
          agreementAccepted: null,
          handedOver: '2026-12-08T00:00:00.000Z',
        },
      },
    },
    'done Hand-over: 8 December 2026',
  ],
] satisfies [string, Partial<OrderFacts>, string][])('%s', (_, change, line) => {
  expect(shown(change).map((text) => text.replace(/^current/, 'todo'))).toContain(line)
})

test('a deposit that a trade-in covers is no step', () => {
  expect(
    shown({
      paymentMetadata: {
        depositCents: 0,
        depositPaid: false,
        balanceCents: 0,
        paidCents: 0,
        balancePaidCents: 0,
      },
    }).join(' '),
  ).not.toContain('Deposit')
})
