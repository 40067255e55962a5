import { expect, test } from 'vitest'
import { arrive, MB, process, push, settle, setUpClock } from './bodies.fixture.ts'

setUpClock()

test('two lines whose calls wait leave room for others', async () => {
  const deps = process()
  const size = 64 * 1024
  const whole = [0, 0]
  for (const [line, ip] of ['203.0.113.1', '2001:db8::1'].entries())
    for (let calls = 0; calls < 512; calls += 1) {
      const one = arrive(deps, ip, size, false)
      await push(one, size)
      one.source.push(null)
      await settle()
      if (one.state === size) whole[line]! += 1
      else one.body.release()
    }
  // The first has half of the room, the second half of what is left.
  expect(whole).toEqual([128, 64])
  for (let visitors = 0; visitors < 50; visitors += 1) {
    const visitor = arrive(deps, `198.51.100.${visitors}`, size, false)
    await push(visitor, size)
    expect(visitor.state).toBe('waits')
  }
})

test('five lines that send one file after the other leave room for a sixth', async () => {
  const deps = process()
  const send = async (ip: string) => {
    const one = arrive(deps, ip)
    await push(one, 9 * MB)
    one.source.push(null)
    await settle()
    if (one.state !== 9 * MB) one.body.release()
    return one
  }
  const crowd = Array.from({ length: 5 }, (_, n) => `203.0.113.${n}`)
  const first = []
  for (const ip of crowd) first.push(await send(ip))
  expect(first.map(({ state }) => state)).toEqual(Array(5).fill(9 * MB))
  expect((await send('198.51.100.1')).state).toEqual([503, 5])
  for (const { body } of first) body.release()
  const states = []
  for (const ip of crowd) states.push((await send(ip)).state)
  expect(states).toEqual([9 * MB, 9 * MB, 9 * MB, 9 * MB, [503, 5]])
  expect((await send('198.51.100.2')).state).toBe(9 * MB)
})

test('five lines that break their files off, and begin again, leave room for a sixth', async () => {
  const deps = process()
  const begin = async (ip: string) => {
    const one = arrive(deps, ip)
    await push(one, 9 * MB)
    if (one.state !== 'waits') one.body.release()
    return one
  }
  const crowd = Array.from({ length: 5 }, (_, n) => `203.0.113.${n}`)
  for (let round = 0; round < 2; round += 1) {
    const begun = []
    for (const ip of crowd) begun.push(await begin(ip))
    if (round === 1) expect((await begin('198.51.100.1')).state).toBe('waits')
    for (const one of begun) {
      one.source.destroy()
      await settle()
      one.body.release()
    }
  }
})

test('small bodies that fill the room make way for a line that sends less', async () => {
  const deps = process()
  const size = 256 * 1024
  const filling = Array.from({ length: 64 }, (_, n) => arrive(deps, `203.0.113.${n}`, size, false))
  for (const one of filling) await push(one, size)
  const visitor = arrive(deps, '198.51.100.1', size, false)
  await push(visitor, 300)
  expect(visitor.state).toBe('waits')
  expect(filling.filter(({ state }) => state !== 'waits')).toHaveLength(1)
})

test('lines that fill the room in halves, again and again, make way for the next file of someone else', async () => {
  const deps = process()
  const visitor = async () => {
    const one = arrive(deps, '198.51.100.1')
    await push(one, 3.2 * MB)
    return one
  }
  const first = await visitor()
  first.source.push(null)
  await settle()
  first.body.release()
  const crowd = [[7.9, 7.9, 7.9], [5.9, 5.9], [5.9], [2.9], [1.4]]
  for (let round = 0; round < 2; round += 1) {
    const begun = []
    for (const [line, sizes] of crowd.entries())
      for (const size of sizes) {
        const one = arrive(deps, `203.0.113.${line}`)
        await push(one, size * MB)
        begun.push(one)
      }
    if (round === 1) expect((await visitor()).state).toBe('waits')
    for (const one of begun) {
      one.source.destroy()
      await settle()
      one.body.release()
    }
  }
})
