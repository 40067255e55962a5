import { afterEach, describe, expect, test, vi } from 'vitest'
import { FairQueue, fairSlots, fairTurns } from './fair-queue.ts'

afterEach(() => void vi.useRealTimers())

test('one line after the other is served, and each in its order', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item[0], item)
  expect([...queue]).toHaveLength(6)
  const served = Array.from({ length: 7 }, () => queue.shift())
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined])
  expect(queue.length).toBe(0)
})

test('a full queue makes room at the cost of its longest line alone', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2']) queue.push(item[0], item)
  expect(queue.dropFor('c')).toBe('a3')
  queue.push('c', 'c1')
  expect(queue.dropFor('a')).toBeUndefined()
  expect(queue.dropFor('c')).toBeUndefined()
  expect(queue.length).toBe(5)
  expect(queue.clear()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1'])
  expect(queue.length).toBe(0)
})

test('the line that used least is served first, and its use fades', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const queue = new FairQueue<string>()
  queue.spend('a', 3000)
  queue.spend('b', 100)
  for (const item of ['a1', 'b1', 'b2', 'c1']) queue.push(item[0], item)
  expect([queue.shift(), queue.shift()]).toEqual(['c1', 'b1'])
  queue.spend('b', 1000)
  expect(queue.shift()).toBe('b2')
  queue.push('b', 'b3')
  vi.advanceTimersByTime(60_000)
  // A quarter of its 3,000 ms is left.
  queue.spend('b', 600)
  expect([queue.shift(), queue.shift()]).toEqual(['a1', 'b3'])
})

test('where each line is one long, the one that used most makes room for one that used less', () => {
  const queue = new FairQueue<string>()
  queue.spend('a', 50)
  queue.spend('b', 600)
  for (const item of ['a1', 'b1', 'c1']) queue.push(item[0], item)
  expect(queue.dropFor('d')).toBe('b1')
  queue.push('d', 'd1')
  expect(queue.dropFor('b')).toBeUndefined()
  expect([...queue]).toEqual(['a1', 'c1', 'd1'])
})

test('a site with many lines gets no more than one with a single line', () => {
  const queue = new FairQueue<string>()
  for (const n of [1, 2, 3, 4]) queue.push(`crowd ${n}`, `crowd ${n}`, 'crowd')
  queue.push('a', 'a1')
  queue.push('a', 'a2')
  const served: (string | undefined)[] = []
  for (let n = 0; n < 6; n++) {
    const item = queue.shift()
    served.push(item)
    if (item?.startsWith('crowd')) queue.spend(item, 10, 'crowd')
    else queue.spend('a', 10)
  }
  expect(served.slice(0, 4)).toEqual(['crowd 1', 'a1', expect.stringMatching('crowd'), 'a2'])
  // Of its lines the one that used least goes first.
  for (const n of [3, 1]) queue.push(`crowd ${n}`, `again ${n}`, 'crowd')
  queue.spend('crowd 3', 5, 'crowd')
  expect(queue.shift()).toBe('again 1')
})

test('a full queue makes room at the cost of the site with most, however many lines it has', () => {
  const queue = new FairQueue<string>()
  for (const n of [1, 2, 3]) queue.push(`crowd ${n}`, `crowd ${n}`, 'crowd')
  queue.push('a', 'a1')
  expect(queue.dropFor('b')).toBe('crowd 1')
  queue.push('b', 'b1')
  expect(queue.dropFor('crowd 4', 'crowd')).toBeUndefined()
  expect([...queue]).toEqual(['crowd 2', 'crowd 3', 'a1', 'b1'])
})

test('a line that has run waits until each other had a turn', async () => {
  const inTurn = fairTurns({
    atOnce: 1,
    mostWaiting: 10,
    mostWaitingOfLine: 6,
    busy: () => new Error('busy'),
  })
  const done: string[] = []
  const work = (name: string) =>
    inTurn(name[0], async () => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      done.push(name)
    }).catch(({ message }: Error) => done.push(`${name} ${message}`))
  // One of each crowd begins, five wait: the queue is full.
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'b4', 'b5'].map(work)
  await Promise.all([...all, work('c1'), work('a7')])
  expect(done.filter((name) => name.endsWith('busy')).sort()).toEqual(['a6 busy', 'a7 busy'])
  expect(done.filter((name) => !name.endsWith('busy')).slice(0, 3)).toEqual(['a1', 'b1', 'c1'])
})

test('everything else of the process goes on between two pieces of work', async () => {
  const inTurn = fairTurns({
    atOnce: 1,
    mostWaiting: 10,
    mostWaitingOfLine: 10,
    busy: () => new Error('busy'),
  })
  const order: string[] = []
  const all = [1, 2, 3].map((n) => inTurn('a', async () => order.push(`work ${n}`)))
  setImmediate(() => order.push('something else'))
  await Promise.all(all)
  expect(order.indexOf('something else')).toBeLessThan(order.indexOf('work 3'))
})

test('after work that keeps the thread busy, the process is free for as long as it took', async () => {
  const inTurn = fairTurns({
    atOnce: 1,
    mostWaiting: 10,
    mostWaitingOfLine: 10,
    mostRestMs: 25,
    busy: () => new Error('busy'),
  })
  const keepBusy = async () => {
    const endMs = performance.now() + 20
    while (performance.now() < endMs);
  }
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  await Promise.all([1, 2, 3].map(() => inTurn('a', keepBusy)))
  clearImmediate(counting)
  // Two rests of 20 ms: thousands of turns, where three pieces of work in a row would leave two.
  expect(turns).toBeGreaterThan(50)
})

describe('slots', () => {
  const busy = () => new Error('busy')
  const settings = { atOnce: 3, atOnceOfLine: 2, mostWaiting: 10, mostWaitMs: 1_000, busy }

  test('no line has them all, however many of it wait', async () => {
    const slot = fairSlots(settings)
    const crowd = await Promise.all([slot('crowd'), slot('crowd')])
    const late: string[] = []
    const waiting = [1, 2, 3].map((n) =>
      slot('crowd').then((giveBack) => {
        late.push(`crowd ${n}`)
        return giveBack
      }),
    )
    const other = await slot('other')
    expect(late).toEqual([])
    crowd[0]!()
    const first = await waiting[0]!
    expect(late).toEqual(['crowd 1'])
    other()
    crowd[1]!()
    first()
    for (const giveBack of await Promise.all(waiting.slice(1))) giveBack()
    expect(late).toEqual(['crowd 1', 'crowd 2', 'crowd 3'])
  })

  test('one that was given up or dropped takes none', async () => {
    const slot = fairSlots({ ...settings, atOnce: 1, mostWaiting: 1, mostWaitMs: 20 })
    const giveBack = await slot('one')
    await expect(slot('two')).rejects.toThrow('busy')
    giveBack()
    const again = await slot('three')
    again()
  })
})
