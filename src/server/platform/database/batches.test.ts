import { expect, test } from 'vitest'
import { processInBatches } from './batches.ts'

test('handles every item, batch by batch', async () => {
  const waiting = Array.from({ length: 25 }, (_, index) => index)
  const asked: number[] = []
  await processInBatches(
    async (most) => {
      asked.push(waiting.length)
      return waiting.slice(0, most)
    },
    async (id) => {
      waiting.splice(waiting.indexOf(id), 1)
    },
    10,
  )

  expect(asked).toEqual([25, 15, 5])
  expect(waiting).toEqual([])
})

test('leaves items that cannot be handled for the next round', async () => {
  let tries = 0
  await processInBatches(
    async () => ['a', 'b'],
    async () => {
      tries += 1
    },
    2,
  )

  expect(tries).toBe(4)
})
