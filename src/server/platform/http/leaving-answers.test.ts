import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LeavingAnswers } from './leaving-answers.ts'

const MB = 1024 * 1024
/** Ten times what the buffers of the system hold between a server and a reader of one machine. */
const ANSWER = Buffer.alloc(100 * MB)

let server: Server
let leaving: LeavingAnswers
const readers: Socket[] = []

beforeEach(async () => {
  // Room for two answers that wait, of each site, and three of everybody.
  leaving = new LeavingAnswers({ ofSite: 470 * MB, all: 660 * MB })
  server = createServer((request, response) => {
    leaving.add(response, request.headers['x-site'] as string)
    response.end(ANSWER)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.destroy()
  await new Promise((done) => server.close(done))
})

/** Somebody who asks and takes nothing, or all of it. */
async function ask(site: string, takes = false) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  readers.push(socket)
  const one = { isCutOff: false, bytes: 0 }
  socket.on('error', () => {})
  socket.on('close', () => (one.isCutOff = true))
  if (takes) socket.on('data', (part) => (one.bytes += part.length))
  else socket.pause()
  socket.write(`GET / HTTP/1.1\r\nhost: here\r\nx-site: ${site}\r\n\r\n`)
  await settle()
  return one
}
const settle = () => new Promise((done) => setTimeout(done, 50))
const lookTwice = async () => {
  leaving.look()
  leaving.look()
  await settle()
  // A paused reader hears of the end once it reads on.
  for (const reader of readers) reader.resume()
  await settle()
}

test('the oldest slow readers of a site are cut off when they take too much memory', async () => {
  const of = [await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.1')]
  const other = await ask('203.0.113.2')
  await lookTwice()
  expect([...of, other].map(({ isCutOff }) => isCutOff)).toEqual([true, false, false, false])
})

test('of everybody’s, those of the site with the most', async () => {
  const one = await ask('203.0.113.1')
  const two = [await ask('203.0.113.2'), await ask('203.0.113.2')]
  const three = await ask('203.0.113.3')
  await lookTwice()
  expect([one, ...two, three].map(({ isCutOff }) => isCutOff)).toEqual([false, true, false, false])
})

test('one that takes its answer is not', async () => {
  const fast = []
  for (let at = 0; at < 4; at++) fast.push(await ask('203.0.113.1', true))
  await vi.waitFor(
    () => expect(fast.every(({ bytes }) => bytes > ANSWER.length)).toBe(true),
    20_000,
  )
  leaving.look()
  leaving.look()
  await settle()
  expect(fast.map(({ isCutOff }) => isCutOff)).toEqual(Array(4).fill(false))
})
