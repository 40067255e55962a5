import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshAtMs, singleFlight, throttleLatest, withinLimit } from './timing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A job that notes when it starts and takes `tookMs`. */
const job = (tookMs = 0) => {
  const startedAt: number[] = []
  const zero = performance.now()
  return {
    startedAt,
    run: async () => {
      startedAt.push(performance.now() - zero)
      if (tookMs) await new Promise((done) => setTimeout(done, tookMs))
      return startedAt.length
    },
  }
}

test('calls made while one is running share its result, later ones run again', async () => {
  const { run, startedAt } = job(100)
  const shared = singleFlight(run)
  const both = Promise.all([shared(), shared()])
  await vi.advanceTimersByTimeAsync(100)
  expect(await both).toEqual([1, 1])
  void shared()
  expect(startedAt).toHaveLength(2)
})

test('a failure is shared too and does not stick', async () => {
  const run = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue('yes')
  const shared = singleFlight(run)
  await expect(Promise.all([shared(), shared()])).rejects.toThrow('no')
  expect(await shared()).toBe('yes')
})

test('a burst becomes its first and its last', async () => {
  const { run, startedAt } = job()
  const update = throttleLatest(run, 5000)
  const answers = [update(), update(), update()]
  expect(startedAt).toEqual([0])
  await vi.advanceTimersByTimeAsync(4999)
  expect(startedAt).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  expect(startedAt).toEqual([0, 5000])
  expect(await Promise.all(answers)).toEqual([1, 2, 2])
})

test('a steady stream runs once an interval, and a call after a pause runs at once', async () => {
  const { run, startedAt } = job()
  const update = throttleLatest(run, 5000)
  for (let second = 0; second < 12; second++) {
    void update()
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(startedAt).toEqual([0, 5000, 10_000])
  await vi.advanceTimersByTimeAsync(20_000)
  void update()
  expect(startedAt).toEqual([0, 5000, 10_000, 15_000, 32_000])
})

test('a job longer than the interval is never run twice at a time', async () => {
  const { run, startedAt } = job(8000)
  const update = throttleLatest(run, 5000)
  void update()
  void update()
  await vi.advanceTimersByTimeAsync(7999)
  expect(startedAt).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  expect(startedAt).toEqual([0, 8000])
})

test('a failed job does not stop the next one', async () => {
  const run = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue('yes')
  const update = throttleLatest(run, 5000)
  const [first, second] = [update(), update()]
  await expect(first).rejects.toThrow('no')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await second).toBe('yes')
})

test('a promise that takes too long gives the fallback', async () => {
  const slow = new Promise((done) => setTimeout(() => done('late'), 6000))
  const answer = withinLimit(slow, 5000, 'empty')
  await vi.advanceTimersByTimeAsync(5000)
  expect(await answer).toBe('empty')
  expect(await withinLimit(Promise.resolve('stored'), 5000, 'empty')).toBe('stored')
})

// Specification §9: refreshAt = now + expires_in − 60 s
test.each([
  [1_000_000, 900, 1_840_000],
  [0, 60, 0],
  [0, 30, -30_000],
])('a token that came at %i ms and lasts %i s is refreshed at %i ms', (issued, lasts, refresh) => {
  expect(refreshAtMs(issued, lasts)).toBe(refresh)
})
