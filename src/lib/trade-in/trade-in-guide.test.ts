import { expect, test } from 'vitest'
import { adjustGuide } from './trade-in-guide.ts'

const guide = { lowCents: 1_500_000, highCents: 1_700_000 }
const none = { answers: {} }

test.each([
  ['the distance last read by the register', 48_000, none, 1_500_000, 1_700_000],
  ['30,000 km further', 78_000, none, 1_320_000, 1_500_000],
  ['20,000 km less', 28_000, none, 1_560_000, 1_770_000],
  ['a very long distance', 900_000, none, 900_000, 1_020_000],
  [
    'dents, and an accident that was not repaired',
    48_000,
    {
      answers: { 'Body and paint': 'Dents or rust', Accidents: 'Not repaired', Tyres: 'Half worn' },
    },
    1_080_000,
    1_220_000,
  ],
])('a car with %s', (_, odometerKm, condition, lowCents, highCents) => {
  expect(adjustGuide(guide, { usualKm: 48_000, odometerKm, condition })).toEqual({
    lowCents,
    highCents,
  })
})

test('without a reading of the register only the condition counts', () => {
  const condition = { answers: { Glass: 'Chipped or cracked' } }
  expect(adjustGuide(guide, { usualKm: null, odometerKm: 200_000, condition })).toEqual({
    lowCents: 1_470_000,
    highCents: 1_670_000,
  })
})
