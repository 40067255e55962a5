import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import { join } from 'node:path'

/** Headers of one hop (RFC 9110 §7.6.1), which HTTP/2 does not have. */
const OF_ONE_HOP = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

/** A request that was answered; times in milliseconds since 1970. */
export interface Answered {
  method: string
  path: string
  askedAtMs: number
  /** When the process began to answer. */
  answeredAtMs: number
  /** When the last byte was sent. */
  sentAtMs: number
  /** Of its body, as it was sent. */
  bytes: number
}

const nowMs = () => performance.timeOrigin + performance.now()

/**
 * How Chromium is told to trust a front. It keeps nothing from one whose certificate it only ignores.
 *
 * @param folder As given to {@link h2Front}.
 */
export function trustIn(folder: string): string {
  const { publicKey } = new X509Certificate(readFileSync(join(folder, 'cert.pem')))
  const key = publicKey.export({ type: 'spki', format: 'der' })
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`
}

/**
 * The proxy in front of the process, as a shop has one: TLS and HTTP/2, everything passed on unchanged.
 *
 * @param folder Where its key and self-signed certificate are put. Made by the `openssl` of the machine.
 * @param port Of the process, on this machine.
 * @param note Called once an answer has been sent.
 */
export function h2Front(
  folder: string,
  port: number,
  note: (answered: Answered) => void = () => {},
): Http2SecureServer {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost -keyout ${key} -out ${cert}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  )
  const front = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) })
  front.on('request', (asked, answer) => {
    const askedAtMs = nowMs()
    const headers = Object.fromEntries(
      Object.entries(asked.headers).filter(([name]) => !name.startsWith(':')),
    )
    const passedOn = request(
      {
        port,
        host: '127.0.0.1',
        method: asked.method,
        path: asked.url,
        headers: { ...headers, host: asked.authority },
      },
      (answered) => {
        const kept = Object.entries(answered.headers).filter(([name]) => !OF_ONE_HOP.includes(name))
        answer.writeHead(answered.statusCode ?? 502, Object.fromEntries(kept))
        const answeredAtMs = nowMs()
        let bytes = 0
        answered.on('data', (part: Buffer) => (bytes += part.length))
        answer.on('close', () =>
          note({
            method: asked.method,
            path: asked.url,
            askedAtMs,
            answeredAtMs,
            sentAtMs: nowMs(),
            bytes,
          }),
        )
        answered.pipe(answer)
      },
    )
    passedOn.on('error', () => answer.stream.close())
    asked.pipe(passedOn)
  })
  return front
}
