import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { beginInTurns, inTurn, MOST_WAITING } from './in-turn.ts'

let server: Server
afterEach(() => void server.close().closeAllConnections())

/** What a connection answers to requests that are all sent in one packet; `null` once it is closed without an answer. */
async function sendAtOnce(paths: string[], handle: RequestListener): Promise<string> {
  server = createServer(inTurn(handle))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const last = paths.length - 1
  socket.write(
    paths
      .map(
        (path, at) =>
          `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: ${at === last ? 'close' : 'keep-alive'}\r\n\r\n`,
      )
      .join(''),
  )
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  await new Promise((done) => socket.once('close', done))
  return text
}

test('requests of one packet are answered in order, with a turn for others between them', async () => {
  const log: string[] = []
  const text = await sendAtOnce(['/a', '/b', '/c'], (request, response) => {
    log.push(`begins ${request.url}`)
    // Runs before any timer or other connection, as a database in the process does.
    queueMicrotask(() => {
      setImmediate(() => log.push(`another’s turn`))
      response.end(`[${request.url}]`)
    })
  })
  expect(text.match(/\[\/\w\]/g)).toEqual(['[/a]', '[/b]', '[/c]'])
  expect(log.slice(0, 5)).toEqual([
    'begins /a',
    'another’s turn',
    'begins /b',
    'another’s turn',
    'begins /c',
  ])
})

test('a connection is closed where the rest of a body does not come after the answer', async () => {
  const answer = inTurn((_request, response) => void response.end('answered'))
  server = createServer({ keepAliveTimeout: 60_000 }, answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nbegun')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  await new Promise((done) => socket.once('close', done))
  expect(text).toContain('answered')
})

test('a connection that sends too many ahead is closed', async () => {
  let begun = 0
  const text = await sendAtOnce(
    Array.from({ length: MOST_WAITING + 2 }, () => '/'),
    () => (begun += 1),
  )
  expect(text).toBe('')
  expect(begun).toBe(1)
})

test('of a crowd some begin in one turn, and the next visitor before the rest of them', async () => {
  const begun: string[] = []
  const turns: number[] = []
  let turn = 0
  const listener = beginInTurns(
    ({ url }) => url!,
    ({ url }) => {
      begun.push(url!)
      turns.push(turn)
      const endsMs = performance.now() + 2
      while (performance.now() < endsMs);
    },
  )
  const send = (url: string) =>
    listener({ url, socket: { destroyed: false } } as IncomingMessage, {} as ServerResponse)
  for (let n = 0; n < 30; n++) send('crowd')
  expect(begun.length).toBeLessThan(5)
  send('visitor')
  while (begun.length < 31) {
    await new Promise((done) => setImmediate(done))
    turn += 1
  }
  expect(begun.indexOf('visitor')).toBeLessThan(10)
  expect(Math.max(...turns)).toBeGreaterThan(5)
})
