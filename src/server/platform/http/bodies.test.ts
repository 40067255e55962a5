import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { ApiProblem } from './api-problem.ts'
import { ArrivingBody } from './bodies.ts'
import { arrive, MB, process, push, settle, setUpClock } from './bodies.fixture.ts'
import { lineOfVisitor } from './heavy-calls.ts'

setUpClock()

test('a body without data is cut off after ten seconds and read no further', async () => {
  const one = arrive(process())
  await vi.advanceTimersByTimeAsync(9_999)
  expect(one.state).toBe('waits')
  await vi.advanceTimersByTimeAsync(1)
  expect(one.state).toEqual([408, 5])
  expect(one.source.isPaused()).toBe(true)
})

test('a slow connection may take its time at 2,000 bytes a second', async () => {
  const [steady, dribbling] = [arrive(process()), arrive(process())]
  for (let second = 0; second < 120; second += 1) {
    await push(steady, 2_000)
    await push(dribbling, second < 5 ? 400_000 : 500)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(steady.state).toBe('waits')
  expect(dribbling.state).toEqual([408, 5])
  steady.source.push(null)
  await settle()
  expect(steady.state).toBe(240_000)
})

test('a body that is too large is refused as early as possible', async () => {
  const one = arrive(process(), '203.0.113.1', 100)
  await push(one, 100)
  expect(one.state).toBe('waits')
  await push(one, 1)
  expect(one.state).toEqual([413, undefined])
})

test('a body that breaks off is refused', async () => {
  const one = arrive(process())
  await push(one, 10)
  one.source.destroy()
  await settle()
  expect(one.state).toEqual([400, undefined])
  const gone = new Readable({ read() {} }).destroy()
  await expect(
    new ArrivingBody(process(), lineOfVisitor('::1'), false).read(gone, 9),
  ).rejects.toMatchObject({
    status: 400,
  })
})

test('all files have 48 MB of the 64, and one address no more of them than is left for others', async () => {
  const deps = process()
  const send = async (ip: string) => {
    const one = arrive(deps, ip)
    await push(one, 9 * MB)
    return one
  }
  const states = (sent: { state: unknown }[]) => sent.map(({ state }) => state)
  const first = [await send('203.0.113.1'), await send('203.0.113.1'), await send('203.0.113.1')]
  expect(states(first)).toEqual(['waits', 'waits', [503, 5]])
  first[2]!.body.release()
  const others = []
  for (const ip of ['203.0.113.2', '2001:db8::1', '203.0.113.3', '203.0.113.4'])
    others.push(await send(ip))
  expect(states(others)).toEqual(['waits', 'waits', 'waits', [503, 5]])
  const call = arrive(deps, '203.0.113.4', 64 * 1024, false)
  await push(call, 64 * 1024)
  expect(call.state).toBe('waits')
  // An answered call frees its room.
  for (const { body } of [...first, ...others]) body.release()
  expect((await send('203.0.113.1')).state).toBe('waits')
})

test('unfinished bodies that are no files leave files their room', async () => {
  const deps = process()
  for (const ip of ['203.0.113.1', '2001:db8::1'])
    for (let bodies = 0; bodies < 100; bodies += 1) {
      const stalled = arrive(deps, ip, 256 * 1024, false)
      await push(stalled, 255 * 1024)
      if (stalled.state !== 'waits') stalled.body.release()
    }
  const photo = arrive(deps, '198.51.100.1')
  await push(photo, 9 * MB)
  expect(photo.state).toBe('waits')
  const call = arrive(deps, '198.51.100.1', 64 * 1024, false)
  await push(call, 64 * 1024)
  expect(call.state).toBe('waits')
})

test('a body that has arrived leaves its place to the next, and keeps its bytes until it is answered', async () => {
  const deps = process({ LIMIT_BODIES: '2', LIMIT_BODY_BYTES: String(12 * MB) })
  const whole = async (ip: string) => {
    const one = arrive(deps, ip, MB, false)
    await push(one, MB)
    one.source.push(null)
    await settle()
    return one
  }
  const read = [await whole('203.0.113.1'), await whole('203.0.113.2'), await whole('203.0.113.3')]
  expect(read.map(({ state }) => state)).toEqual([MB, MB, MB])
  const next = arrive(deps, '203.0.113.4', MB, false)
  await push(next, MB)
  expect(next.state).toEqual([503, 5])
  next.body.release()
  for (const { body } of read) body.release()
  expect((await whole('203.0.113.4')).state).toBe(MB)
})

test('a customer sends two files at once, from wherever', () => {
  const deps = process()
  const send = (ip: string, isFile = true, customerId = 7) =>
    arrive(deps, ip, 10 * MB, isFile, customerId).body
  const [first] = [send('203.0.113.1'), send('203.0.113.2')]
  expect(() => send('203.0.113.3')).toThrow(
    'You’re sending 2 files already. Wait until they’ve arrived, then send this one.',
  )
  send('203.0.113.3', false)
  send('203.0.113.3', true, 8)
  first.release()
  first.release()
  send('203.0.113.3')
  expect(() => send('203.0.113.3')).toThrow()
})

test('when there is no room left the slowest file makes way for one that comes', async () => {
  const deps = process()
  const files = Array.from({ length: 5 }, (_, n) => arrive(deps, `203.0.113.${n}`))
  for (const file of files) await push(file, 9 * MB)
  const next = arrive(deps, '203.0.113.9')
  await push(next, 4 * MB)
  // All are new: none is known to be slow.
  expect(next.state).toEqual([503, 5])
  next.body.release()
  await vi.advanceTimersByTimeAsync(9_000)
  for (const [at, file] of files.entries()) await push(file, 20_000 + at)
  await vi.advanceTimersByTimeAsync(1_000)
  for (const [at, file] of files.entries()) await push(file, at === 2 ? 30_000 : 250_000)
  await vi.advanceTimersByTimeAsync(10_000)
  const later = arrive(deps, '203.0.113.9')
  await push(later, 4 * MB)
  expect(files.map(({ state }) => state)).toEqual(['waits', 'waits', [408, 5], 'waits', 'waits'])
  expect(later.state).toBe('waits')
  // Those that are left are fast enough.
  const last = arrive(deps, '203.0.113.8')
  await push(last, 9 * MB)
  expect(last.state).toEqual([503, 5])
})

test('the number of bodies at once is limited per address and in all', () => {
  const deps = process({ LIMIT_BODIES: '4', LIMIT_BODIES_PER_ADDRESS: '2' })
  const statusOf = (ip: string) => {
    try {
      new ArrivingBody(deps, lineOfVisitor(ip), false)
      return 200
    } catch (error) {
      return (error as ApiProblem).status
    }
  }
  // One visitor has many IPv6 addresses, and networks.
  const ips = ['2001:db8::1', '2001:db8::2', '2001:db8:0:3::', '203.0.113.1', '::ffff:203.0.113.1']
  expect(ips.map(statusOf)).toEqual([200, 200, 429, 200, 200])
  expect(statusOf('203.0.113.9')).toBe(503)
})

test('when there are as many as there can be, those who send the most make way', async () => {
  const deps = process({ LIMIT_BODIES: '6', LIMIT_BODIES_PER_ADDRESS: '4' })
  const silent = Array.from({ length: 6 }, (_, n) => arrive(deps, `203.0.113.${n % 2}`))
  const others = [arrive(deps, '198.51.100.1'), arrive(deps, '198.51.100.2')]
  await settle()
  expect(others.map(({ state }) => state)).toEqual(['waits', 'waits'])
  expect(silent.map(({ state }) => state)).toEqual([
    [408, 5],
    [408, 5],
    'waits',
    'waits',
    'waits',
    'waits',
  ])
  // Of those who send as few nobody is cut off for another.
  expect(() => arrive(deps, '203.0.113.0')).toThrow()
})

test('of a line that sends as many as it may the oldest makes way, and no other line is counted', async () => {
  const deps = process({ LIMIT_BODIES_PER_ADDRESS: '2' })
  const silent = [arrive(deps), arrive(deps)]
  const customer = new ArrivingBody(deps, 'CUSTOMER 203.0.113.1', false)
  const next = arrive(deps)
  await settle()
  expect(silent.map(({ state }) => state)).toEqual([[408, 5], 'waits'])
  expect(next.state).toBe('waits')
  customer.release()
})

test('the lowest speed of a body is a setting', async () => {
  const one = arrive(process({ BODY_BYTES_PER_SECOND: '10' }))
  await push(one, 100)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(one.state).toBe('waits')
  await push(one, 99)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(one.state).toEqual([408, 5])
  expect(() => process({ BODY_BYTES_PER_SECOND: 'fast' })).toThrow('BODY_BYTES_PER_SECOND')
})
