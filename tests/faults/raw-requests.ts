import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Storefront } from '#tests/e2e/server.ts'
import { reportOf, type Report } from './report.ts'

const HEAD = 'POST /api/quote HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\n'
const body = (text: string) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`

/** What no browser sends, and the statuses it may be answered with; `closed` is none at all. */
const REQUESTS: [what: string, bytes: string | Buffer, answers: (number | 'closed')[]][] = [
  ['noise', Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 97) % 256)), [400]],
  ['nothing but line ends', '\r\n\r\n\r\n', ['closed', 400]],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', [400]],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', [400]],
  ['a version there is not', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', [400, 505]],
  ['line ends without a return', 'GET / HTTP/1.1\nHost: a\n\n', [400]],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n', [400, 200]],
  ['a header name with a space', 'GET / HTTP/1.1\r\nHost: a\r\nX A: b\r\n\r\n', [400]],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n', [400]],
  ['two lengths', `${HEAD}Content-Length: 2\r\nContent-Length: 20\r\n\r\n{}`, [400]],
  [
    'a length and chunks',
    `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  ['a negative length', `${HEAD}Content-Length: -5\r\n\r\n{}`, [400]],
  ['a length of letters', `${HEAD}Content-Length: two\r\n\r\n{}`, [400]],
  [
    'chunks of no number',
    `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    [400, 'closed'],
  ],
  ['an unknown coding', `${HEAD}Transfer-Encoding: gzip\r\n\r\n{}`, [400, 501]],
  ['headers of 40 kB', `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`, [431]],
  [
    'an address of 40 kB',
    `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    [431, 414, 400],
  ],
  ['3,000 headers', `GET / HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(3_000)}\r\n`, [431, 200]],
  ['an address that is none', 'GET http://%zz/ HTTP/1.1\r\nHost: a\r\n\r\n', [400, 404]],
  [
    'bytes that are no text',
    'GET /%ff%fe/%00/..%2f..%2fetc HTTP/1.1\r\nHost: a\r\n\r\n',
    [400, 404],
  ],
  ['up and out', 'GET /../../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n', [400, 404]],
  ['a body that is no JSON', `${HEAD}${body('{"kdcd":')}`, [400]],
  ['JSON 5,000 deep', `${HEAD}${body('['.repeat(5_000) + ']'.repeat(5_000))}`, [400]],
  ['an announced body of 1 GB', `${HEAD}Content-Length: 1000000000\r\n\r\n`, [413]],
  ['a body of 2 MB', `${HEAD}${body(`"${'a'.repeat(2_000_000)}"`)}`, [413]],
  ['a method there is not', 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n', [400, 405]],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n', ['closed', 400, 405]],
  [
    'an upgrade',
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    [200, 400, 426],
  ],
  ['an expectation', `${HEAD}Expect: the-impossible\r\n${body('{}')}`, [400, 417]],
]

const ANSWER_MS = 5_000

/** The status of the first answer. */
function send(port: number, bytes: string | Buffer): Promise<number | 'closed'> {
  return new Promise((done) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    const end = (answer: number | 'closed') => (socket.destroy(), done(answer))
    socket.on('data', (some) => {
      text += some.toString('latin1')
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
      if (status && status !== '100') end(Number(status))
    })
    socket.on('error', () => end('closed')).on('close', () => end('closed'))
    socket.setTimeout(ANSWER_MS, () => end('closed'))
    socket.write(bytes)
  })
}

/** Sends what is malformed, too large or too slow to the built server, and looks whether others notice. */
export async function troubleConnections(slowClients: number): Promise<Report> {
  const storefront = await Storefront.start()
  const report = reportOf('raw and slow requests', REQUESTS.length + slowClients)
  const port = Number(new URL(storefront.url).port)
  const slow: Socket[] = []
  try {
    for (const [what, bytes, allowed] of REQUESTS) {
      const answer = await send(port, bytes)
      if (!allowed.includes(answer))
        report.torn.push(`${what}: ${answer} instead of ${allowed.join(' or ')}`)
    }
    // Half of them never end their headers, the others never read what they asked for.
    for (let count = 0; count < slowClients; count += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write('GET /api/model/list HTTP/1.1\r\nHost: a\r\n')
      if (count % 2 === 0) socket.pause().write('\r\n')
      slow.push(socket)
    }
    const tookMs: number[] = []
    for (let count = 0; count < 200; count += 1) {
      for (const socket of slow.slice(0, 20)) socket.write('X')
      const startedMs = performance.now()
      const response = await fetch(`${storefront.url}/api/model/list`)
      await response.arrayBuffer()
      if (response.ok) report.acknowledged += 1
      else report.lost.push(`beside slow clients: ${response.status}`)
      tookMs.push(performance.now() - startedMs)
      await pause(5)
    }
    tookMs.sort((a, b) => a - b)
    report.note = `${slowClients} slow clients; the others are answered in ${tookMs[Math.floor(tookMs.length * 0.99)]!.toFixed(0)} ms at p99`
  } finally {
    for (const socket of slow) socket.destroy()
    await storefront.stop()
  }
  return report
}
