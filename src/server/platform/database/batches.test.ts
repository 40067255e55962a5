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

test('handles all others although some fail, and says which', async () => {
  const waiting = ['bad 1', 'bad 2', 'a', 'b', 'c', 'd']
  const run = processInBatches(
    async (most) => waiting.slice(0, most),
    async (id) => {
      if (id.startsWith('bad')) throw new Error('not now')
      waiting.splice(waiting.indexOf(id), 1)
    },
    2,
  )

  await expect(run).rejects.toMatchObject({
    message: '2 failed, such as bad 1: Error: not now',
    errors: [{ message: 'bad 1: Error: not now' }, { message: 'bad 2: Error: not now' }],
  })
  expect(waiting).toEqual(['bad 1', 'bad 2'])
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
