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
