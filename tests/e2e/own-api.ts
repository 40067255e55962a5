import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { specificationCalls } from '#lib/contract.ts'

/** An API of a brand's own: a shop of ours of which only the specification's calls can be reached. */
export interface BrandApi {
  url: string
  stop(): Promise<void>
}

const patterns = specificationCalls().map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
}))

/** @param shop The address of the shop that answers. */
export async function startBrandApi(shop: string): Promise<BrandApi> {
  const server = createServer(
    getRequestListener(async (request) => {
      const { pathname, search } = new URL(request.url)
      const found = patterns.find(
        ({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(pathname),
      )
      if (!found) return Response.json({ message: 'There is no such call' }, { status: 404 })
      const headers = new Headers(request.headers)
      // Passed on as it comes: `fetch` would unpack it, and keep the header that says it is packed.
      headers.set('accept-encoding', 'identity')
      // It wants no captcha of its callers, and ours wants one.
      if (found.endpoint.needsCaptcha) headers.set('x-captcha-token', await solved(shop))
      const { method } = request
      const body = found.endpoint.body ? await request.text() : null
      return fetch(`${shop}/api${pathname}${search}`, { method, headers, body })
    }),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => stop(server),
  }
}

const stop = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.closeAllConnections()
    server.close(() => done())
  })

async function solved(shop: string): Promise<string> {
  const challenge = (await (await fetch(`${shop}/api/captcha/challenge`)).json()) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
