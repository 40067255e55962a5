import { expect, test } from 'vitest'
import { describeContract } from './describe.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'

test('a field of a union body accepts the values of every shape', () => {
  const [call] = describeContract({ advanceJourney }).calls
  expect(call!.input.filter(({ where }) => where === 'body')).toMatchObject([
    {
      name: 'event',
      type: 'car-found, handed-over, agreement-accepted, changed-to-cash',
      isRequired: true,
    },
    { name: 'registration', type: 'text', isRequired: false },
    { name: 'note', type: 'text', isRequired: false },
  ])
})
