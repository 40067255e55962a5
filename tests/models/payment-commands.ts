import fc from 'fast-check'
import type { PaymentType } from '#lib/codes.ts'

// What buyers, their banks and staff do about the payments of a purchase.

export type Command =
  | { do: 'start'; method: 'STRIPE' | 'POLI'; type: PaymentType }
  | { do: 'pay' | 'notice' | 'check'; page: number }
  /** The buyer leaves the bank without a receipt; the bank says later that it was paid; staff decide. */
  | { do: 'leave' | 'late' | 'decide' | 'reload'; page: number }
  | { do: 'sweep' | 'refunds' | 'cancel' }
  | { do: 'transfer'; amountCents: number; reference: number }
  | { do: 'wait'; minutes: number }
  /** The buyer accepts the offer for their old car, or withdraws that. */
  | { do: 'answer'; answer: 'ACCEPT' | 'APPRAISAL' }

const start = fc.record({
  do: fc.constant('start' as const),
  method: fc.constantFrom('STRIPE' as const, 'POLI' as const),
  type: fc.constantFrom<PaymentType>('DEPOSIT', 'DEPOSIT', 'BALANCE'),
})
const onPage = fc.record({
  do: fc.constantFrom(
    'pay' as const,
    'notice' as const,
    'check' as const,
    'leave' as const,
    'late' as const,
    'decide' as const,
    'reload' as const,
  ),
  page: fc.nat(3),
})
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: start },
  { weight: 12, arbitrary: onPage },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('sweep' as const, 'refunds' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('transfer' as const),
      // Parts of the deposit, the whole of it, more, and all that is due for the car.
      amountCents: fc.constantFrom(30_000, 70_000, 100_000, 150_000, 5_000_000),
      reference: fc.nat(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      answer: fc.constantFrom('ACCEPT' as const, 'ACCEPT' as const, 'APPRAISAL' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 10, 27, 60, 600),
    }),
  },
)
