import { expect, test } from 'vitest'
import { fuzz, inWords } from './fuzz.ts'

// A short run; `npm run test:fuzz` makes 100,000 requests up, with another seed each time.
test('2,000 made-up requests are answered as the document says', { timeout: 120_000 }, async () => {
  const report = await fuzz(2_000, 20_261_120)
  expect(report.faults, inWords(report)).toEqual([])
  expect(report.requests).toBe(2_000)
  // So that it is no fuzz of the door only.
  const reached = Object.values(report.successes).filter((count) => count > 0).length
  expect(reached).toBeGreaterThan(90)
})
