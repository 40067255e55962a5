import { expect, test } from 'vitest'
import { crashAtEachWrite } from './crash-points.ts'
import { fillDisk } from './disk-full.ts'
import { killUnderLoad } from './kills.ts'
import { isSound, type Report } from './report.ts'

// The whole of each runs by `npm run test:faults`; this is what fits into every run of the tests.
test.each<[string, () => Promise<Report>]>([
  ['killed twice', () => killUnderLoad(2)],
  ['out of room on its disk, twice', () => fillDisk(2)],
  ['cut off in the middle of its writes', () => crashAtEachWrite(['confirm'], [4])],
])(
  'a shop that is %s loses, tears and doubles nothing that it answered for',
  async (_what, run) => {
    const report = await run()
    expect(report.times).toBeGreaterThan(0)
    expect(report.acknowledged).toBeGreaterThan(0)
    expect(isSound(report), JSON.stringify(report)).toBe(true)
  },
  300_000,
)
