import { expect, test } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'

const astro = "script-src 'self' 'sha256-a='; style-src 'self' 'sha256-b=';"

test('the policy holds Astro’s hashes and ours', () => {
  const policy = contentSecurityPolicy(astro, 'http://localhost:4321').split('; ')
  expect(policy).toContain("script-src 'self' 'sha256-a='")
  expect(policy).toContain("style-src 'self' 'sha256-b='")
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('upgrade-insecure-requests')
})

test('a page that inlines nothing still gets scripts and styles of its own origin only', () => {
  expect(contentSecurityPolicy('', 'http://localhost')).toContain(
    "script-src 'self'; style-src 'self'",
  )
})

test('nothing else is taken over', () => {
  expect(contentSecurityPolicy("img-src *; script-src 'self'", 'http://localhost')).not.toContain(
    '*',
  )
})

test('over https, browsers are told to stay there for two years', () => {
  expect(contentSecurityPolicy(astro, 'https://cars.example')).toContain(
    'upgrade-insecure-requests',
  )
  expect(securityHeaders('https://cars.example')['strict-transport-security']).toContain('63072000')
  expect(securityHeaders('http://localhost')['strict-transport-security']).toBeUndefined()
})
