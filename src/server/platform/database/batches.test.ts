import { expect, test } from 'vitest'
import { doAll, processInBatches } from './batches.ts'

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

test('handles the others of a batch although one fails, and says which failed', async () => {
  const handled: string[] = []
  const run = processInBatches(
    async () => ['a', 'b', 'c'],
    async (id) => {
      if (id === 'b') throw new Error('b is not to be handled')
      handled.push(id)
    },
  )

  await expect(run).rejects.toMatchObject({ errors: [new Error('b is not to be handled')] })
  expect(handled).toEqual(['a', 'c'])
})

test('does every part of a job although one fails', async () => {
  const done: string[] = []
  const run = doAll(['first', 'broken', 'last'], async (part) => {
    if (part === 'broken') throw new Error(part)
    done.push(part)
  })

  await expect(run).rejects.toMatchObject({ errors: [new Error('broken')] })
  expect(done).toEqual(['first', 'last'])
})
