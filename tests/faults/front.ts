import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Places } from './shop.ts'

/** How long to look for a process that answers. */
const PATIENCE_MS = 30_000

export interface Front {
  url: string
  /** How often a process did not answer, and another was asked. */
  askedAgain: number
  close(): void
}

/** What a balancer does: gives each request to one of the processes, and as it is to the next when that one does not answer. */
export async function startFront(shops: Places): Promise<Front> {
  const agent = new Agent({ keepAlive: true })
  let at = 0
  async function ask({ method, url, headers }: IncomingMessage, body: Buffer, chosen: number) {
    const target = new URL(url!, shops[chosen % shops.length]!.url)
    const asked = request(target, { method, headers, agent })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return { answer, bytes: await buffer(answer) }
  }
  const server = createServer((incoming, response) => {
    void (async () => {
      const body = await buffer(incoming)
      const untilMs = performance.now() + PATIENCE_MS
      while (performance.now() < untilMs) {
        const chosen = at
        try {
          const { answer, bytes } = await ask(incoming, body, chosen)
          return void response.writeHead(answer.statusCode!, answer.headers).end(bytes)
        } catch {
          front.askedAgain += 1
          // Others may have found it out already.
          if (at === chosen) at += 1
          await pause(20)
        }
      }
      response.writeHead(502).end()
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const front: Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    askedAgain: 0,
    close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
  return front
}
