import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived. */
export interface Asked {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: string
}

export interface Answered {
  status?: number
  headers?: Record<string, string>
  /** Text as it is; anything else as JSON. */
  body?: unknown
  /** Breaks the connection off instead. */
  hangsUp?: boolean
}

export interface HttpServer {
  url: string
  asked: Asked[]
  /** May be changed between requests. A promise that never ends is a server that does not answer. */
  answer: (asked: Asked) => Answered | Promise<Answered>
  close(): Promise<void>
}

/** A server on this machine that plays an outside service. */
export async function startHttpServer(answer: HttpServer['answer']): Promise<HttpServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', 'http://localhost')
    const asked: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    started.asked.push(asked)
    const { status = 200, headers = {}, body, hangsUp } = await started.answer(asked)
    if (hangsUp) return void response.destroy()
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const started: HttpServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
  return started
}
