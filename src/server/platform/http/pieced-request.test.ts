import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'
import { PiecedRequest } from './pieced-request.ts'

/** The first line of the answer to a body in chunks; nothing where the connection ended before. */
async function answerTo(chunkBytes: number, chunks: number, doesRead: boolean): Promise<string> {
  const server = createServer({ IncomingMessage: PiecedRequest }, (request, response) => {
    if (!doesRead) return void wait(200).then(() => response.end())
    request.resume().once('end', () => response.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => (answer += String(data))).on('error', () => {})
  const chunk = `${chunkBytes.toString(16)}\r\n${'x'.repeat(chunkBytes)}\r\n`
  socket.write(
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  socket.write(`${chunk.repeat(chunks)}0\r\n\r\n`)
  // Not `once`, which ends with an error: the connection breaks off while the body is written.
  await new Promise((closed) => socket.once('close', closed))
  server.close()
  return answer.split('\r\n')[0]!
}

test.each([true, false])(
  'a body in many small pieces ends its connection; read: %s',
  async (doesRead) => {
    expect(await answerTo(1, 100, doesRead)).toBe('HTTP/1.1 200 OK')
    expect(await answerTo(1, 5_000, doesRead)).toBe('')
    expect(await answerTo(1_000, 5_000, doesRead)).toBe('HTTP/1.1 200 OK')
  },
)

/** A connection to a server that answers without reading a body. */
async function answeredAtOnce() {
  const server = createServer(
    { IncomingMessage: PiecedRequest, keepAliveTimeout: 60_000 },
    inTurn((_request, response) => void response.end('answered')),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  return { server, socket }
}

test('a connection answers the next request after a body that nobody read', async () => {
  const { server, socket } = await answeredAtOnce()
  const body = 'x'.repeat(400_000)
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`)
  await once(socket, 'data')
  socket.write(body)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  let text = ''
  socket.on('data', (data) => (text += String(data)))
  await new Promise((closed) => socket.once('close', closed))
  expect(text).toContain('answered')
  server.close()
})

test('a body in many small pieces ends its connection after the answer, too', async () => {
  const { server, socket } = await answeredAtOnce()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  await once(socket, 'data')
  socket.write('1\r\nx\r\n'.repeat(5_000))
  await new Promise((closed) => socket.once('close', closed))
  server.close()
})
