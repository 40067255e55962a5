import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import { join } from 'node:path'

/** Headers of one hop (RFC 9110 §7.6.1), which HTTP/2 does not have. */
const OF_ONE_HOP = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

/**
 * The proxy in front of the process, as a shop has one: TLS and HTTP/2, everything passed on unchanged.
 *
 * @param folder Where its key and self-signed certificate are put. Made by the `openssl` of the machine.
 * @param port Of the process, on this machine.
 */
export function h2Front(folder: string, port: number): Http2SecureServer {
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
        answered.pipe(answer)
      },
    )
    passedOn.on('error', () => answer.stream.close())
    asked.pipe(passedOn)
  })
  return front
}
