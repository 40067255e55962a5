import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { contentSecurityPolicy, securityHeaders, type PageVendor } from './security-headers.ts'
import { takesEncoding } from './site-files.ts'

/** Astro's handler as the build exports it. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void> | void

interface Options {
  siteUrl: string
  /** Whose script the page needs. */
  vendors: readonly PageVendor[]
  /** Changes the page before it is sent. */
  mark: ((html: string) => string) | null
  onMissing(): void
  onFault(error: unknown): void
}

type Headers = Record<string, string | number | readonly string[]>

/** Quick rather than small: somebody waits for it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/**
 * Has Astro render a page now, and sends it as the pages of the build are sent: with the same headers, in
 * brotli where the browser takes it. A page is a few kilobytes, so it is sent when it is whole, and a page
 * that fails half way becomes an error page instead of a torn one.
 */
export function answerOnDemand(
  handler: AstroHandler,
  request: IncomingMessage,
  response: ServerResponse,
  { siteUrl, vendors, mark, onMissing, onFault }: Options,
): void {
  const { writeHead, write, end } = response
  const restore = () => Object.assign(response, { writeHead, write, end })
  const page = { status: 200, headers: {} as Headers, chunks: [] as Buffer[] }

  const send = async () => {
    restore()
    let body: Buffer = Buffer.concat(page.chunks)
    if (mark) body = Buffer.from(mark(body.toString()))
    const isBrotli = takesEncoding(request.headers['accept-encoding'], 'br')
    if (isBrotli) body = await promisify(brotliCompress)(body, BROTLI)
    const { 'content-type': type = 'text/html', ...headers } = page.headers
    const all: Headers = {
      ...headers,
      ...securityHeaders(siteUrl),
      'content-type': type === 'text/html' ? 'text/html; charset=utf-8' : type,
      'content-length': body.length,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      ...(isBrotli && { 'content-encoding': 'br' }),
      'content-security-policy': contentSecurityPolicy(
        String(page.headers['content-security-policy'] ?? ''),
        siteUrl,
        vendors,
      ),
    }
    response.writeHead(page.status, all as OutgoingHttpHeaders)
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const fail = (error: unknown) => {
    restore()
    onFault(error)
  }

  const take = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array)
      page.chunks.push(Buffer.from(chunk))
  }
  Object.assign(response, {
    writeHead(status: number, headers: Headers = {}) {
      page.status = status
      page.headers = headers
      return response
    },
    write(chunk: unknown) {
      take(chunk)
      return true
    },
    end(chunk?: unknown) {
      take(chunk)
      send().catch(fail)
      return response
    },
  })
  Promise.resolve(
    handler(request, response, (error) => {
      restore()
      if (error) onFault(error)
      else onMissing()
    }),
  ).catch(fail)
}
