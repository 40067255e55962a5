import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { monitorLoad } from './load.ts'

let atMs = 0
beforeEach(() => {
  atMs = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** One turn of the event loop, late by some milliseconds. */
function turn(lateMs: number) {
  atMs += 50 + lateMs
  vi.advanceTimersByTime(50)
}

test('a loop that stays late is overloaded until it is on time again', () => {
  const load = monitorLoad(100, () => atMs)
  turn(0)
  expect(load.isOverloaded()).toBe(false)
  for (let turns = 0; turns < 10; turns += 1) turn(200)
  expect(load.isOverloaded()).toBe(true)
  for (let turns = 0; turns < 10; turns += 1) turn(0)
  expect(load.isOverloaded()).toBe(false)
  load.stop()
})

test('one long answer is no overload', () => {
  const load = monitorLoad(100, () => atMs)
  turn(400)
  expect(load.isOverloaded()).toBe(false)
  load.stop()
})

test('a limit of 0 is never exceeded', () => {
  const load = monitorLoad(0, () => atMs)
  for (let turns = 0; turns < 10; turns += 1) turn(10_000)
  expect(load.isOverloaded()).toBe(false)
  load.stop()
})
