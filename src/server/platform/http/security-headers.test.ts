import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, securityHeaders, vendorsOf } from './security-headers.ts'

const astro = "script-src 'self' 'sha256-a='; style-src 'self' 'sha256-b=';"

test('the policy has Astro’s hashes and ours', () => {
  const policy = contentSecurityPolicy(astro, 'http://localhost:4321').split('; ')
  expect(policy).toContain("script-src 'self' 'sha256-a='")
  expect(policy).toContain("style-src 'self' 'sha256-b='")
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('upgrade-insecure-requests')
})

test('a page without inline code allows scripts and styles of its own origin only', () => {
  expect(contentSecurityPolicy('', 'http://localhost')).toContain(
    "script-src 'self'; style-src 'self'",
  )
})

test('no other directive of Astro is used', () => {
  expect(contentSecurityPolicy("img-src *; script-src 'self'", 'http://localhost')).not.toContain(
    '*',
  )
})

test('over https, browsers stay on https for two years', () => {
  expect(contentSecurityPolicy(astro, 'https://cars.example')).toContain(
    'upgrade-insecure-requests',
  )
  expect(securityHeaders('https://cars.example')['strict-transport-security']).toContain('63072000')
  expect(securityHeaders('http://localhost')['strict-transport-security']).toBeUndefined()
})

test('other sites see the origin a visitor comes from, not the page', () => {
  const headers = securityHeaders('https://cars.example')
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('only the list of dealers may ask for the visitor’s location', () => {
  const asks = (page: string) =>
    securityHeaders('http://localhost', page)['permissions-policy']!.includes('geolocation=(self)')
  expect(['/dealers/', '/dealers/otago/', '/', ''].map(asks)).toEqual([true, false, false, false])
})

describe('a page that needs a vendor’s script', () => {
  const vendor = {
    pages: ['/customer/'],
    sources: { 'script-src': 'https://v.example', 'frame-src': 'https://v.example' },
  }
  const policy = contentSecurityPolicy(astro, 'http://localhost', [vendor]).split('; ')

  test('may load and frame it, and nothing else', () => {
    expect(policy).toContain("script-src 'self' 'sha256-a=' https://v.example")
    expect(policy).toContain('frame-src https://v.example')
    expect(policy.filter((directive) => directive.includes('v.example'))).toHaveLength(2)
    expect(policy).toContain("connect-src 'self'")
  })

  test('does not require Trusted Types, which the vendor does not support', () => {
    expect(policy.join('; ')).not.toContain('trusted-types')
  })

  test('gets directives that our own policy lacks, merged for several vendors', () => {
    const chat = {
      pages: 'all',
      sources: {
        'style-src-elem': "'self' 'unsafe-inline'",
        'connect-src': 'wss://v.example',
        'worker-src': 'blob:',
      },
    } as const
    const all = contentSecurityPolicy(astro, 'http://localhost', [vendor, chat]).split('; ')
    expect(all).toContain("style-src 'self' 'sha256-b='")
    expect(all).toContain("style-src-elem 'self' 'unsafe-inline'")
    expect(all).toContain("connect-src 'self' wss://v.example")
    expect(all).toContain('worker-src blob:')
    expect(all).toContain("frame-ancestors 'none'")
    const twice = contentSecurityPolicy(astro, 'http://localhost', [chat, chat])
    expect(twice.match(/style-src-elem/g)).toHaveLength(1)
    expect(vendorsOf([chat], '/nz', '/nz/anything/')).toEqual([chat])
  })

  test('is recognised by its address below the base path', () => {
    expect(vendorsOf([vendor], '/nz', '/nz/customer/')).toEqual([vendor])
    expect(vendorsOf([vendor], '', '/customer/')).toEqual([vendor])
    for (const page of ['/nz/', '/nz/customers/', '/customer/'])
      expect(vendorsOf([vendor], '/nz', page)).toEqual([])
  })
})
