import { afterEach, expect, test, vi } from 'vitest'
import { CLOCK_HEADER, clockAheadMs, noteClock, onClockMoved, serverNowMs } from './server-clock.ts'

afterEach(() => noteClock(new Headers()))

test('the clock follows the server’s last response, also backwards', () => {
  const heard = vi.fn()
  const stop = onClockMoved(heard)
  noteClock(new Headers({ [CLOCK_HEADER]: '3600000' }))
  noteClock(new Headers({ [CLOCK_HEADER]: '3600000' }))
  expect(clockAheadMs()).toBe(3_600_000)
  expect(serverNowMs() - Date.now()).toBeGreaterThan(3_599_000)
  noteClock(new Headers())
  expect(clockAheadMs()).toBe(0)
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  noteClock(new Headers({ [CLOCK_HEADER]: '1' }))
  expect(heard).toHaveBeenCalledTimes(2)
})
