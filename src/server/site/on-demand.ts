import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import {
  contentSecurityPolicy,
  securityHeaders,
  type PageVendor,
} from '#server/platform/http/security-headers.ts'
import { takesEncoding } from '#server/platform/http/gzip.ts'
import { QUICK_BROTLI } from './site-files.ts'

/** Renders a page with Astro, as exported by the build; `null` if there is none at the address. */
export type RenderPage = (request: Request) => Promise<Response | null>

/** The pages of `src/pages` that are rendered for each request. */
export const PAGES_ON_DEMAND = ['/purchase']

/** How often Astro decodes an address at most. */
const MOST_DECODINGS = 11

/** Whether an address may be one of them, in any spelling: Astro decodes it, and leaves out what is superfluous. */
export function mayBeOnDemand(pathname: string): boolean {
  let plain = URL.parse(`http://shop${pathname}`)?.pathname ?? pathname
  for (let decoded = 0; decoded <= MOST_DECODINGS; decoded += 1) {
    if (PAGES_ON_DEMAND.some((page) => plain.includes(page.slice(1)))) return true
    try {
      const next = decodeURI(plain)
      if (next === plain) return false
      plain = next
    } catch {
      return false
    }
  }
  return false
}

interface Options {
  siteUrl: string
  /** The vendors whose script the page needs. */
  vendors: readonly PageVendor[]
  /** Changes the page before it is sent. */
  mark: ((html: string) => string) | null
  onMissing(): void
  onFault(error: unknown): void
}

/**
 * Renders a page with Astro, and sends it with the headers of prerendered pages, in brotli if the browser accepts it. A
 * page is a few kilobytes, so it is sent whole, and a failure half way becomes an error page instead of a torn one.
 */
export async function answerOnDemand(
  render: RenderPage,
  request: IncomingMessage,
  response: ServerResponse,
  { siteUrl, vendors, mark, onMissing, onFault }: Options,
): Promise<void> {
  try {
    // Only the address of a request decides the content of a page, with the site's own origin.
    const url = URL.parse(new URL(siteUrl).origin + request.url)
    const page = url && (await render(new Request(url)))
    if (!page || page.status === 404) return onMissing()
    if (!page.ok) throw new Error(`Astro answered ${page.status}`)
    const built = await page.text()
    const html = mark ? mark(built) : built
    const isBrotli = takesEncoding(request.headers['accept-encoding'], 'br')
    const body = isBrotli ? await promisify(brotliCompress)(html, QUICK_BROTLI) : Buffer.from(html)
    response.writeHead(200, {
      ...securityHeaders(siteUrl),
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
      ...(isBrotli && { 'content-encoding': 'br' }),
      'content-security-policy': contentSecurityPolicy(
        page.headers.get('content-security-policy') ?? '',
        siteUrl,
        vendors,
      ),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  } catch (error) {
    onFault(error)
  }
}
