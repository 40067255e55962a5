import type { IncomingMessage, ServerResponse } from 'node:http'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'

/** Astro's handler as the build exports it. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void> | void

interface Options {
  siteUrl: string
  onMissing(): void
  onFault(error: unknown): void
}

type Headers = Record<string, string | number | readonly string[]>

/** Has Astro render a page now, and gives it the same headers as the pages of the build. */
export function answerOnDemand(
  handler: AstroHandler,
  request: IncomingMessage,
  response: ServerResponse,
  { siteUrl, onMissing, onFault }: Options,
): void {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = ((status: number, headers: Headers = {}) => {
    const hashes =
      headers['content-security-policy'] ?? response.getHeader('content-security-policy')
    return writeHead(status, {
      ...headers,
      ...securityHeaders(siteUrl),
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy(String(hashes ?? ''), siteUrl),
    })
  }) as typeof response.writeHead
  const restore = () => {
    response.writeHead = writeHead as typeof response.writeHead
  }
  const next = (error?: unknown) => {
    restore()
    if (error) onFault(error)
    else onMissing()
  }
  Promise.resolve(handler(request, response, next)).catch((error: unknown) => {
    restore()
    if (response.headersSent) response.destroy()
    else onFault(error)
  })
}
