import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { fileTypeOf } from '#lib/shared/files.ts'
import { startFileCleaner } from '#server/platform/files/file-cleaner.ts'
import { hostileFile, samples } from './hostile-files.ts'

// A short run without a server; `npm run test:fuzz:files` sends 20,000 to one.
const cleaner = startFileCleaner(pino({ level: 'silent' }))
afterAll(() => cleaner.stop())

test('120 hostile files are read or refused in time', { timeout: 120_000 }, async () => {
  const all = await samples()
  const outcomes: Record<string, number> = {}
  for (let seed = 0; seed < 120; seed += 1) {
    const { how, bytes } = hostileFile(all, seed)
    const type = fileTypeOf(bytes)
    if (!type) continue
    const status = await cleaner.clean(bytes, type, { name: 'customer:1', site: '::1' }).then(
      () => 200,
      (error: { status?: number }) => error.status ?? `${how}: ${String(error)}`,
    )
    outcomes[status] = (outcomes[status] ?? 0) + 1
  }
  expect(Object.keys(outcomes).sort()).toEqual(['200', '400'])
  expect(outcomes[200]).toBeGreaterThan(10)
})
