import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decideFinance } from '#lib/contract/work-list.ts'
import { addTradeInPhoto } from '#lib/contract/purchase-files.ts'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { readBody } from './request.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** How the reading of a body stands that never comes to its end. */
async function after(ms: number, endpoint: Endpoint): Promise<unknown> {
  const request = new Request('http://shop.test/', {
    method: 'POST',
    headers: { 'content-type': endpoint.encoding === 'file' ? 'image/png' : 'application/json' },
    body: new ReadableStream(),
    duplex: 'half',
  } as RequestInit)
  let state: unknown = 'waits'
  readBody(request, endpoint).catch((error: unknown) => (state = error))
  await vi.advanceTimersByTimeAsync(ms)
  return state
}

test('a body that is no file has 30 seconds to arrive', async () => {
  expect(await after(29_999, decideFinance)).toBe('waits')
  expect(await after(30_000, decideFinance)).toMatchObject({
    status: 400,
    messages: [{ property: 'body', message: 'did not arrive whole' }],
  })
})

test('a file over a slow connection takes its time', async () => {
  expect(await after(60_000, addTradeInPhoto)).toBe('waits')
})
