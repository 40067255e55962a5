import { afterEach, expect, test, vi } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { carSize } from '#content/model-pictures.ts'
import { CLOCK_HEADER, noteClock } from '#lib/shared/server-clock.ts'
import { builderProps } from './builder-data.ts'
import { catalogueForSale } from './catalogue-for-sale.ts'

afterEach(() => {
  noteClock(new Headers())
  vi.useRealTimers()
})

test('offers follow the clock of the server, not of the browser', () => {
  vi.useFakeTimers({ now: new Date('2027-01-31T00:00:00Z') })
  const range = builderProps(catalogue, carSize, '').catalogue
  const running = () => catalogueForSale(range, false).gifts?.map(({ heading }) => heading)

  expect(running()).toContain('A Tarn, ready for the weekend')
  noteClock(new Headers({ [CLOCK_HEADER]: String(24 * 3_600_000) }))
  expect(running()).not.toContain('A Tarn, ready for the weekend')
})
