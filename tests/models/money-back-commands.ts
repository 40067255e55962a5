import fc from 'fast-check'

// What the provider, banks and staff do about money that goes back.

export type Command =
  | {
      do: 'dispute' | 'win' | 'lose' | 'refunds-wait' | 'refund-arrives' | 'refund-fails'
      of: number
    }
  /** A notice of any that were sent comes: again, late, or before others. */
  | { do: 'notice'; nth: number; isRepeat: boolean }
  | { do: 'check' | 'refunds' | 'cancel' | 'hand-over' | 'repeat' | 'complete' | 'settle' }
  | { do: 'wait'; minutes: number }

export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'dispute' as const,
        'win' as const,
        'lose' as const,
        'refunds-wait' as const,
        'refund-arrives' as const,
        'refund-fails' as const,
      ),
      of: fc.nat(1),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('notice' as const),
      nth: fc.nat(9),
      isRepeat: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'check' as const,
        'refunds' as const,
        'refunds' as const,
        'cancel' as const,
        'hand-over' as const,
        'repeat' as const,
        'complete' as const,
        'settle' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 10, 60, 600),
    }),
  },
)
