import { afterEach, expect, test, vi } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { sendInTurn } from './leaving-files.ts'

const MB = 1024 * 1024

/** A reader of a file: `read` once its bytes were loaded, and the stream of them. */
function ask(deps: Deps, ip: string, sizeMb = 10) {
  const one = { isRead: false, stream: null as ReadableStream | null, refused: 0 }
  sendInTurn(deps, ip, sizeMb * MB, async () => {
    one.isRead = true
    return new Uint8Array(sizeMb * MB)
  }).then(
    (stream) => (one.stream = stream),
    ({ status }: { status: number }) => (one.refused = status),
  )
  return one
}
afterEach(() => void vi.restoreAllMocks())
const settle = () => new Promise((done) => setTimeout(done, 5))
const process = () => ({}) as Deps

test('the third large file of a network is read when one before it has been sent', async () => {
  const deps = process()
  const readers = [1, 2, 3].map(() => ask(deps, '203.0.113.1'))
  const other = ask(deps, '203.0.113.2')
  await settle()
  expect(readers.map(({ isRead }) => isRead)).toEqual([true, true, false])
  expect(other.isRead).toBe(true)

  const sent = await new Response(readers[0]!.stream).arrayBuffer()
  await settle()
  expect(sent.byteLength).toBe(10 * MB)
  expect(readers[2]!.isRead).toBe(true)
})

test('a reader who goes away frees the room', async () => {
  const deps = process()
  const readers = [1, 2, 3].map(() => ask(deps, '203.0.113.1'))
  await settle()
  await readers[1]!.stream!.cancel()
  await settle()
  expect(readers[2]!.isRead).toBe(true)
})

test('fifty readers of a network wait, and others are told to try again', async () => {
  const deps = process()
  const readers = Array.from({ length: 53 }, () => ask(deps, '203.0.113.1'))
  await settle()
  expect(readers.filter(({ isRead }) => isRead)).toHaveLength(2)
  expect(readers.map(({ refused }) => refused).filter(Boolean)).toEqual([429])
})

test('of many networks, twelve large files are sent at once', async () => {
  const deps = process()
  const readers = Array.from({ length: 13 }, (_, at) => ask(deps, `203.0.113.${at}`))
  await settle()
  expect(readers.filter(({ isRead }) => isRead)).toHaveLength(12)
  expect(readers[12]!.refused).toBe(503)
  await readers[0]!.stream!.cancel()
  const again = ask(deps, '203.0.113.12')
  await settle()
  expect(again.isRead).toBe(true)
})

test('when there is no room left the slowest reader makes way, and a fast one does not', async () => {
  const deps = process()
  let nowMs = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const readers = Array.from({ length: 12 }, (_, at) => ask(deps, `203.0.113.${at}`))
  await settle()
  const streams = readers.map(({ stream }) => stream!.getReader())
  const readAll = async (partsOf: (at: number) => number) => {
    for (const [at, stream] of streams.entries())
      for (let part = 0; part < partsOf(at); part++) await stream.read()
    nowMs += 6_000
  }
  await readAll(() => 40)
  // One reads two parts of 64 KB in six seconds, the others sixteen.
  for (let times = 0; times < 2; times++) await readAll((at) => (at === 4 ? 2 : 16))
  const next = ask(deps, '198.51.100.1')
  await settle()
  expect(next.isRead).toBe(true)
  await expect(streams[4]!.read()).rejects.toThrow('the reader was too slow')
  const another = ask(deps, '198.51.100.2')
  await settle()
  expect(another.refused).toBe(503)
})

test('when there is no room left a site that is sent two files makes way for one', async () => {
  const deps = process()
  const readers = Array.from({ length: 12 }, (_, at) => ask(deps, `203.0.113.${at % 6}`))
  await settle()
  const next = ask(deps, '198.51.100.1')
  await settle()
  expect(next.isRead).toBe(true)
  await expect(readers[0]!.stream!.getReader().read()).rejects.toThrow()
})

test('a file that cannot be read frees its room', async () => {
  const deps = process()
  const lost = () => Promise.reject(new Error('lost'))
  for (let tries = 0; tries < 3; tries++)
    await expect(sendInTurn(deps, '203.0.113.1', 20 * MB, lost)).rejects.toThrow('lost')
})

test('in a full line its slowest reader makes way for the next', async () => {
  const deps = process()
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const readers = [1, 2].map(() => ask(deps, 'CUSTOMER 203.0.113.1'))
  await settle()
  const streams = readers.map(({ stream }) => stream!.getReader())
  for (const parts of [40, 40, 2]) {
    for (const [at, stream] of streams.entries())
      for (let part = 0; part < (at === 1 ? parts : 16); part++) await stream.read()
    nowMs += 6_000
  }
  const next = ask(deps, 'CUSTOMER 203.0.113.1')
  await settle()
  expect(next.isRead).toBe(true)
  await expect(streams[1]!.read()).rejects.toThrow('the reader was too slow')
})
