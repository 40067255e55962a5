import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Storefront } from '#tests/e2e/server.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { machineLines, tableLines, verdict } from './machine.ts'
import { hasWrk, wrk } from './wrk.ts'

// npm run build && npm run bench:static -- --seconds 5 --connections 50
//
// The built server beside nginx, a process each, with the same compressed bytes. Wants wrk and nginx (Debian: both by
// these names).

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '50' },
  },
})
const [seconds, connections] = [Number(values.seconds), Number(values.connections)]
/** Of what nginx answers in a second. */
const LEAST = 0.7
const headers = { 'accept-encoding': 'gzip' }

if (!hasWrk || spawnSync('nginx', ['-v']).error) throw new Error('wrk or nginx is not installed')

/** The bytes of an answer as they are sent. */
const bytesOf = (url: string) =>
  new Promise<Buffer>((done, fail) =>
    get(url, { headers }, (answer) => void buffer(answer).then(done, fail)).on('error', fail),
  )

/** One process of nginx with its usual settings for files, which sends what is compressed already. */
const configurationOf = (port: number) => `
  daemon off; master_process off; pid nginx.pid; error_log stderr;
  events { worker_connections 1024; }
  http {
    types { text/html html; text/javascript js; image/svg+xml svg; }
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; gzip_static on;
    server { listen 127.0.0.1:${port}; root site; }
  }`

const folder = mkdtempSync(join(tmpdir(), 'bench-static-'))
const storefront = await Storefront.start({ CHECK_ANSWERS: 'off' })
const nginxPort = await freePort()
writeFileSync(join(folder, 'nginx.conf'), configurationOf(nginxPort))
const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
  stdio: 'inherit',
})
const scripts = readdirSync('dist/client/_astro').filter((name) => name.endsWith('.js'))
const sizeOf = (name: string) => statSync(join('dist/client/_astro', name)).size
const largest = `/_astro/${scripts.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]!}`
try {
  const rows: string[][] = []
  for (const [what, path, file] of [
    ['the home page', '/', '/index.html'],
    ['the largest script', largest, largest],
    ['a drawing', '/art/tarn-WHS.svg', '/art/tarn-WHS.svg'],
  ] as const) {
    const body = await bytesOf(`${storefront.url}${path}`)
    const kept = join(folder, 'site', file)
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, '')
    writeFileSync(`${kept}.gz`, body)
    const theirs = `http://localhost:${nginxPort}${path}`
    for (let tries = 0; tries < 50 && !(await bytesOf(theirs).catch(() => null)); tries += 1)
      await pause(20)
    if (!body.equals(await bytesOf(theirs))) throw new Error(`nginx has another ${path}`)
    const measured = async (url: string) => {
      await wrk({ url, headers }, { connections, seconds: 1 })
      return wrk({ url, headers }, { connections, seconds })
    }
    const [nginxs, ours] = [await measured(theirs), await measured(`${storefront.url}${path}`)]
    const ratio = ours.perSecond / nginxs.perSecond
    const inWords = ({ perSecond }: typeof ours) => Math.round(perSecond).toLocaleString('en-NZ')
    rows.push([
      what,
      body.length.toLocaleString('en-NZ'),
      inWords(nginxs),
      inWords(ours),
      `${ours.p99Ms} ms`,
      `${ratio.toFixed(2)} of nginx`,
      `≥ ${LEAST}, ${verdict(ratio >= LEAST)}`,
    ])
  }
  console.log(
    [
      `${seconds} s each after one of warming up, ${connections} connections, one process each`,
      ...machineLines(),
      '',
      ...tableLines(['what', 'bytes', 'nginx', 'ours', 'p99 of ours', 'ratio', 'goal'], rows),
    ].join('\n'),
  )
} finally {
  nginx.kill()
  await storefront.stop()
  rmSync(folder, { recursive: true, force: true })
}
