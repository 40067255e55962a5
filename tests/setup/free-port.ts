import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: one of those may take a port between finding and using it. */
const LOWEST = 20_000
const HIGHEST = 32_000

/** A port of 127.0.0.1 that nothing listens on, nor on the next one, which a second process would take. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
