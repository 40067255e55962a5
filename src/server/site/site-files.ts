import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { takesEncoding } from '#server/platform/http/gzip.ts'
import {
  builtPaths,
  clientFolder,
  locateBuilt,
  readBuilt,
  type Bodies,
  type Encoding,
} from './built-files.ts'
import { CONTENT_TYPES } from './content-types.ts'
import { KeptPictures } from './kept-pictures.ts'
import { policyOfPage, readPolicies } from './page-policies.ts'
import { otherBuilds } from './other-builds.ts'
import {
  contentSecurityPolicy,
  securityHeaders,
  transportSecurity,
  vendorsOf,
  type PageVendor,
} from '#server/platform/http/security-headers.ts'

/** Files without a hash in their name are revalidated at each view, except these, which may be as old as this. */
const CACHE_CONTROL: [path: RegExp, value: string][] = [
  [/\.speculationrules$/, 'public, max-age=86400'],
  // A visitor sees the same drawings on every page of a visit.
  [/^\/art\/[^/]+\.svg$/, 'public, max-age=600'],
]

const AREAS = /^\/(?:customer|purchase|staff)\//

/** Headers of scripts, styles, fonts and pictures. */
const PART_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
/** Where the photographs of models are, whose names have a hash, as those of parts do. */
const PHOTOGRAPHS = '/pictures/'
const IS_HASHED = /^\/(?:_astro|pictures)\//
/** Files in emails, which mail programs load from another origin. */
const IN_MESSAGES = /^\/art\/[^/]+\.(?:jpg|png|woff2)$/
const MESSAGE_HEADERS = {
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

interface SiteFile {
  bodies: Bodies
  /** Complete answer headers by encoding, built once. */
  headers: Record<Encoding, Record<string, string>>
  etag: string
}

/** How a request was answered: from memory, with the bytes of all who ask, or with a file opened for it. */
type Answered = 'from memory' | 'from disk' | false

export interface SiteFiles {
  /** Answers a request for a file of the build; `false` if there is none at the path. */
  answer(request: IncomingMessage, response: ServerResponse, pathname: string): Answered
  /** Answers with a page of the build at another status, such as 404. */
  answerPage(response: ServerResponse, pathname: string, status: number): void
}

interface SiteOptions {
  /** The site's base path, without a slash at the end. */
  base: string
  /** For the headers, which differ with https. */
  siteUrl: string
  /** The vendors whose script some pages need. */
  vendors?: readonly PageVendor[]
  /** Changes pages before they are sent. Without it the compressed copies of the build are used. */
  mark?: ((html: string) => string) | null
  /** Where other builds are, whose parts are served too. */
  others?: (() => string[])[]
}

/**
 * Serves the built site. Requested files are kept in memory, a few megabytes in all.
 *
 * @param dist The build's folder.
 */
export function loadSiteFiles(
  dist: string,
  { base, siteUrl, vendors = [], mark = null, others = [] }: SiteOptions,
): SiteFiles {
  const elsewhere = others.map(otherBuilds)
  /** The build that has a path; parts and photographs of other versions are served too. */
  const buildOf = (path: string, isOwn: boolean) =>
    isOwn && locateBuilt(dist, path)
      ? dist
      : IS_HASHED.test(path)
        ? elsewhere.reduce<string | null>((found, find) => found ?? find(path), null)
        : null
  const policies = readPolicies(join(dist, '_headers.json'), base)
  // Astro stores the policy of 404.html under its address, /404.
  const policyOf = (page: string) => policies.get(page.replace(/\.html$/, '/')) ?? ''
  const common = securityHeaders(siteUrl)
  /** Paths in the build by address. */
  const paths = new Map<string, string>()
  /** Requested files, read at their first request so that the start does not wait for them. */
  const files = new Map<string, SiteFile>()
  const redirects = new Map<string, string>()

  for (const path of builtPaths(dist)) {
    const address = base + path
    const page = address.replace(/(^|\/)index\.html$/, '$1')
    if (page !== address && page !== `${base}/`) redirects.set(page.slice(0, -1), page)
    paths.set(page, path)
  }

  const pathOf = (page: string) => paths.get(page) ?? page.slice(base.length)

  function fileAt(page: string): SiteFile | null {
    // Another address with the same end is none of ours, and would be kept as one more file.
    if (!page.startsWith(`${base}/`)) return null
    const known = files.get(page)
    if (known) return known
    const path = pathOf(page)
    const build = buildOf(path, paths.has(page))
    const bodies = build === null ? null : readBuilt(build, path)
    if (!bodies) return null
    const file = readyToSend(path, bodies, page)
    files.set(page, file)
    return file
  }

  const pictures = new KeptPictures()

  /** Sends a photograph: a brand may have more of them than fit in memory. */
  function answerPhotograph(
    request: IncomingMessage,
    response: ServerResponse,
    page: string,
  ): Answered {
    const path = pathOf(page)
    const build = buildOf(path, paths.has(page))
    if (build === null) return false
    const file = join(clientFolder(build), path)
    const size = statSync(file, { throwIfNoEntry: false })?.size
    if (size === undefined) return false
    // The name has a hash of the content.
    const headers = { ...partHeaders(path), etag: `"${basename(path)}"` }
    if (request.headers['if-none-match']?.includes(headers.etag)) {
      response.writeHead(304, headers).end()
      return 'from memory'
    }
    response.writeHead(200, { ...headers, 'content-length': size })
    const kept = request.method === 'HEAD' ? undefined : pictures.read(file, size)
    if (kept !== null) {
      response.end(kept)
      return 'from memory'
    }
    // A reader who leaves ends the stream; there is nobody left to tell.
    pipeline(createReadStream(file), response, () => {})
    return 'from disk'
  }

  /** Headers of a file that is no page. */
  const partHeaders = (path: string): Record<string, string> => ({
    ...PART_HEADERS,
    ...transportSecurity(siteUrl),
    ...(IN_MESSAGES.test(path) ? MESSAGE_HEADERS : {}),
    'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
    'cache-control': IS_HASHED.test(path)
      ? 'public, max-age=31536000, immutable'
      : (CACHE_CONTROL.find(([paths]) => paths.test(path))?.[1] ?? 'no-cache'),
    vary: 'accept-encoding',
  })

  const pageHeaders = (page: string, html: string): Record<string, string> => ({
    ...securityHeaders(siteUrl, page.slice(base.length)),
    // People in their own areas stay there.
    ...(!AREAS.test(page.slice(base.length)) && {
      'speculation-rules': `"${base}/next-pages.speculationrules"`,
    }),
    'content-type': CONTENT_TYPES['.html']!,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': contentSecurityPolicy(
      policyOfPage(policyOf(page), html),
      siteUrl,
      vendorsOf(vendors, base, page),
    ),
  })

  function readyToSend(path: string, built: Bodies, page: string): SiteFile {
    const extension = extname(path)
    const isMarked = mark && ['.html', '.xml'].includes(extension)
    const bodies = (isMarked && markedBodies(built, mark)) || built
    const etag = etagOf(bodies.identity)
    const shared: Record<string, string> =
      extension === '.html' ? pageHeaders(page, bodies.identity.toString()) : partHeaders(path)
    if (extension === '.svg')
      shared['content-security-policy'] = "default-src 'none'; frame-ancestors 'none'"
    const headersFor = (encoding: Encoding): Record<string, string> => ({
      ...shared,
      etag: `"${etag}${encoding === 'identity' ? '' : `-${encoding}`}"`,
      'content-length': String(bodies[encoding]?.length ?? bodies.identity.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    })
    return {
      bodies,
      etag,
      headers: {
        br: headersFor('br'),
        gzip: headersFor('gzip'),
        identity: headersFor('identity'),
      },
    }
  }

  return {
    answer(request, response, pathname) {
      if (pathname.startsWith(base + PHOTOGRAPHS))
        return answerPhotograph(request, response, pathname)
      // Error pages keep .html and have no address of their own.
      const file = pathname.endsWith('.html') ? null : fileAt(pathname)
      if (!file) {
        const target = redirects.get(pathname)
        if (!target) return false
        const query = request.url?.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
        response.writeHead(308, {
          ...common,
          location: target + query,
          'cache-control': 'no-cache',
        })
        response.end()
        return 'from memory'
      }
      const encoding = chooseEncoding(request.headers['accept-encoding'], file)
      const headers = file.headers[encoding]
      if (request.headers['if-none-match']?.includes(file.etag)) {
        const { 'content-length': _length, 'content-encoding': _encoding, ...rest } = headers
        response.writeHead(304, rest)
        response.end()
        return 'from memory'
      }
      response.writeHead(200, headers)
      response.end(request.method === 'HEAD' ? undefined : file.bodies[encoding])
      return 'from memory'
    },
    answerPage(response, pathname, status) {
      const file = fileAt(pathname)
      if (!file) {
        response.writeHead(status, { ...common, 'content-type': 'text/plain; charset=utf-8' })
        response.end(status === 404 ? 'Not found' : 'Something went wrong')
        return
      }
      const { etag: _etag, ...headers } = file.headers.identity
      response.writeHead(status, { ...headers, 'cache-control': 'no-store' })
      response.end(file.bodies.identity)
    },
  }
}

const etagOf = (body: Buffer): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 27)

/** Fast rather than small, because a request or the start waits for it. */
export const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** `null` if the page is not changed; then the copies of the build are used. */
function markedBodies(built: Bodies, mark: (html: string) => string): Bodies | null {
  const html = built.identity.toString()
  const marked = mark(html)
  if (marked === html) return null
  const identity = Buffer.from(marked)
  return { identity, br: brotliCompressSync(identity, QUICK_BROTLI), gzip: gzipSync(identity) }
}

const chooseEncoding = (accepted: string | undefined, file: SiteFile): Encoding => {
  if (file.bodies.br && takesEncoding(accepted, 'br')) return 'br'
  if (file.bodies.gzip && takesEncoding(accepted, 'gzip')) return 'gzip'
  return 'identity'
}
