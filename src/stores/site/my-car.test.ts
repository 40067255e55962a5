// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { DAY_MS } from '#lib/shared/durations.ts'
import { MY_CAR_KEY } from '#lib/trade-in/my-car-key.ts'

test('the car that a visitor drives leaves the browser after 14 days', async () => {
  const kept = async (days: number) => {
    const foundAtMs = Date.now() - days * DAY_MS
    const car = { registration: 'A', model: 'B', year: 2021, answers: {}, openRecalls: [] }
    localStorage.setItem(MY_CAR_KEY, JSON.stringify({ ...car, foundAtMs }))
    vi.resetModules()
    await import('./my-car.ts')
    return localStorage.getItem(MY_CAR_KEY) !== null
  }
  expect([await kept(13), await kept(14)]).toEqual([true, false])
})
