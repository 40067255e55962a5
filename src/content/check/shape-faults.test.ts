import { expect, test } from 'vitest'
import { z } from '#lib/shared/zod.ts'
import { cents, count, list, percent, positive, text } from '../schema/values.ts'
import { readShape } from './shape-faults.ts'

const Car = z.strictObject({
  name: text,
  priceCents: cents,
  doors: z.optional(count),
  powerKw: z.optional(positive),
  share: z.optional(percent),
  isNew: z.optional(z.boolean()),
  points: z.optional(list(text)),
  region: z.optional(z.enum(['Otago', 'Nelson'])),
  minutes: z.optional(z.int().check(z.multipleOf(30))),
  focus: z.optional(z.tuple([percent, percent])),
})
const CAR = { name: 'Tarn', priceCents: 4_000_000 }

const reasons = (value: object) => {
  const read = readShape(Car, value)
  return 'data' in read ? [] : read.faults.map(({ path, reason }) => `${path.join('.')} ${reason}`)
}

test.each([
  [{ priceCents: '57,990' }, 'must be whole cents without quotes, such as 5799000 for $57,990'],
  [{ priceCents: 57_990.5 }, 'must be whole cents without quotes, such as 5799000 for $57,990'],
  [{ priceCents: -1 }, 'must be at least 0'],
  [{ name: undefined }, 'is missing: add it'],
  [{ name: '' }, 'is empty: write something'],
  [{ name: 5 }, 'must be text, in quotes'],
  [{ doors: 5.5 }, 'must be a whole number without quotes, such as 5'],
  [{ powerKw: '110' }, 'must be a number without quotes, such as 5 or 7.5'],
  [{ powerKw: 0 }, 'must be more than 0'],
  [{ share: 101 }, 'must be at most 100'],
  [{ isNew: 'yes' }, 'must be true or false, without quotes'],
  [{ points: 'One' }, 'must be a list, in square brackets'],
  [{ points: [] }, 'is empty: list at least one'],
  [{ region: 'Coromandel' }, 'must be one of Otago, Nelson'],
  [{ minutes: 20 }, 'must be a multiple of 30'],
  [{ focus: [50] }, 'must have at least 2 entries'],
])('%j is told in plain words', (change, reason) => {
  const [name] = Object.keys(change)
  expect(reasons({ ...CAR, ...change })).toEqual([`${name} ${reason}`])
})

test('each unknown field is told on its own, with the nearest that is missing', () => {
  expect(reasons({ ...CAR, door: 5, nmae: 'Tarn', power: 110, wings: 2 })).toEqual([
    'door is no field here: did you mean doors?',
    'nmae is no field here: remove it',
    'power is no field here: did you mean powerKw?',
    'wings is no field here: remove it',
  ])
})

test('a value of the right shape is read', () => {
  expect(readShape(Car, CAR)).toEqual({ data: CAR })
})
