import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startHttpServer } from '#tests/setup/http-server.ts'
import { openCommonStore, openSimulatorFile } from './common-store.ts'
import { startNotices } from './notices.ts'

test('processes with one provider send each notice once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notices-'))
  const shop = await startHttpServer(() => ({}))
  const stores = [1, 2].map(() =>
    openCommonStore(openSimulatorFile(join(folder, 'provider.db'), '')),
  )
  const ids = Array.from({ length: 30 }, (_, index) => `event-${index}`)
  for (const id of ids) stores[0]!.insertDelivery(id, id, 0)

  const processes = stores.map((store) =>
    startNotices(store, { noticeUrl: shop.url, headersFor: () => ({}), delayMs: 0 }),
  )
  await vi.waitFor(() => expect(stores[0]!.dueDeliveries(Infinity)).toEqual([]), 10_000)

  expect(shop.asked.map(({ body }) => body).sort()).toEqual(ids.sort())
  for (const notices of processes) await notices.stop()
  for (const store of stores) store.close()
  await shop.close()
  rmSync(folder, { recursive: true })
})
