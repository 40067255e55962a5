import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

/** Astro's policy for each prerendered page. */
export function readPolicies(file: string, base: string): Map<string, string> {
  if (!existsSync(file)) return new Map()
  const entries = JSON.parse(readFileSync(file, 'utf8')) as {
    pathname: string
    headers: { key: string; value: string }[]
  }[]
  return new Map(
    entries.map(({ pathname, headers }) => {
      const page = pathname.endsWith('/') || pathname.endsWith('.html') ? pathname : `${pathname}/`
      return [
        page.startsWith(`${base}/`) ? page : `${base}${page}`,
        headers.find(({ key }) => key.toLowerCase() === 'content-security-policy')?.value ?? '',
      ]
    }),
  )
}

/** Comments and other elements are read too, as their text or attributes may hold a `<script>`. */
const TOKEN =
  /<!--[\s\S]*?-->|<(style|script)\b(?:"[^"]*"|'[^']*'|[^>"'])*>([\s\S]*?)<\/\1\s*>|<[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>/gi
const HASH = / '(sha256-[^']+)'/g

const hashOf = (code: string): string =>
  `sha256-${createHash('sha256').update(code).digest('base64')}`

/**
 * Astro's policy of a page without the hashes that its inline code doesn't have: it allows the code of every page, some
 * 3 kB in the headers of each.
 */
export function policyOfPage(policy: string, html: string): string {
  const own = new Set([...html.matchAll(TOKEN)].flatMap(([, , code]) => (code ? hashOf(code) : [])))
  return policy.replace(HASH, (source, hash: string) => (own.has(hash) ? source : ''))
}
