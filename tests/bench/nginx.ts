import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/setup/free-port.ts'

export const hasNginx = spawnSync('nginx', ['-v']).error === undefined

export const COMPRESSED = { 'accept-encoding': 'gzip' }

/** The bytes of an answer as they are sent. */
export const bytesOf = (url: string): Promise<Buffer> =>
  new Promise((done, fail) =>
    get(url, { headers: COMPRESSED }, (answer) => void buffer(answer).then(done, fail)).on(
      'error',
      fail,
    ),
  )

/** Its usual settings for files, which are compressed already. */
const configurationOf = (port: number, processes: number) => `
  daemon off; pid nginx.pid; error_log stderr;
  ${processes === 1 ? 'master_process off;' : `worker_processes ${processes};`}
  events { worker_connections 4096; }
  http {
    types { text/html html; text/javascript js; image/svg+xml svg; }
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; gzip_static on;
    server { listen 127.0.0.1:${port}${processes === 1 ? '' : ' reuseport'}; root site; }
  }`

export interface Nginx {
  url: string
  port: number
  pid: number
  stop(): Promise<void>
}

/** Serves the same bytes as another server, at the same paths. */
export async function startNginx(
  from: string,
  paths: readonly string[],
  processes: number,
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'))
  for (const path of paths) {
    const kept = join(folder, 'site', path.endsWith('/') ? `${path}index.html` : path)
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, '')
    writeFileSync(`${kept}.gz`, await bytesOf(`${from}${path}`))
  }
  // Its processes are of another user, who may read what everybody may.
  spawnSync('chmod', ['-R', 'a+rX', folder])
  const port = await freePort()
  writeFileSync(join(folder, 'nginx.conf'), configurationOf(port, processes))
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: 'inherit',
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    const ended = new Promise((done) => nginx.once('exit', done))
    nginx.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const path of paths) {
      for (let tries = 0; tries < 50 && !(await bytesOf(url + path).catch(() => null)); tries += 1)
        await pause(20)
      if (!(await bytesOf(from + path)).equals(await bytesOf(url + path)))
        throw new Error(`nginx has another ${path}`)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { url, port, pid: nginx.pid!, stop }
}
