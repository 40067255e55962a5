import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
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

test('so does one of which the pieces come after the answer', async () => {
  const server = createServer(
    { IncomingMessage: PiecedRequest, keepAliveTimeout: 60_000 },
    (_request, response) => void response.end(),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  await once(socket, 'data')
  socket.write('1\r\nx\r\n'.repeat(5_000))
  await new Promise((closed) => socket.once('close', closed))
  server.close()
})
