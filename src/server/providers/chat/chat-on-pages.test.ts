import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '#server/platform/http/security-headers.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { pageVendors } from '#server/look-ups.ts'

const astro = "script-src 'self' 'sha256-a='; style-src 'self' 'sha256-b=';"
const policyWith = (env: Record<string, string>) =>
  contentSecurityPolicy(astro, 'http://localhost', pageVendors(readSettings(env))).split('; ')

test('without a vendor the policy is the strict one', () => {
  expect(pageVendors(readSettings({}))).toEqual([])
})

test.each(['freshchat', 'intercom', 'crisp'])('%s gets its own sources only', (provider) => {
  const policy = policyWith({ CHAT_PROVIDER: provider, CHAT_ID: 'abcd' })
  const strict = policyWith({})
  const names = policy.map((directive) => directive.split(' ')[0])
  expect(new Set(names).size).toBe(names.length)
  for (const directive of ["default-src 'none'", "frame-ancestors 'none'", "object-src 'none'"])
    expect(policy).toContain(directive)
  const scripts = policy.find((directive) => directive.startsWith('script-src'))!
  expect(scripts).toMatch(/^script-src 'self' 'sha256-a=' https:/)
  expect(scripts).not.toMatch(/unsafe|blob:| \*|http:/)
  // The vendor's code does not support Trusted Types (decision 54).
  expect(strict.join()).toContain('trusted-types')
  expect(policy.join()).not.toContain('trusted-types')
  expect(policy.join('; ')).not.toMatch(/(^|[ ;])(\*|https:)([ ;]|$)/)
})
