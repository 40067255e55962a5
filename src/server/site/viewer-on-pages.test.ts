import { expect, test } from 'vitest'
import { contentSecurityPolicy, vendorsOf } from '#server/platform/http/security-headers.ts'
import { viewerOnPages } from './viewer-on-pages.ts'

const astro = "script-src 'self' 'sha256-a='; style-src 'self' 'sha256-b=';"
const viewer = viewerOnPages(['kea'], "'sha256-c='")
const policyOf = (page: string) =>
  contentSecurityPolicy(astro, 'http://localhost', vendorsOf(viewer, '/nz', page)).split('; ')

test('a page that may show a car in 3D keeps the strict policy, with the viewer’s own name', () => {
  const strict = policyOf('/nz/models/tui/')
  const policy = policyOf('/nz/models/kea/')
  expect(policyOf('/nz/build-and-quote/')).toEqual(policy)
  expect(policy.filter((directive) => !strict.includes(directive)).sort()).toEqual([
    "connect-src 'self' blob:",
    "img-src 'self' data: blob:",
    "style-src 'self' 'sha256-b=' 'sha256-c='",
    'trusted-types lit-html',
  ])
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("worker-src 'none'")
  expect(policy).toHaveLength(strict.length)
})

test('a brand without cars in 3D has no page of another policy', () => {
  expect(viewerOnPages()).toEqual([])
})
