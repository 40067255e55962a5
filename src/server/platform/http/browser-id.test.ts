import { expect, test } from 'vitest'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { browserIdCookie, openBrowserId } from './browser-id.ts'

const keys = deriveKeys('a secret that is long enough for a test')
const given = (siteUrl: string) => browserIdCookie(keys, 'one', siteUrl)
const pair = (siteUrl: string) => given(siteUrl).split(';')[0]!

test.each([
  ['http://localhost:4321/', /^anon=.*; Path=\/; .*SameSite=Lax$/],
  ['https://cars.example/', /^__Host-anon=.*; Path=\/; .*SameSite=Lax; Secure$/],
  ['https://cars.example/shop', /^__Secure-anon=.*; Path=\/shop; .*SameSite=Lax; Secure$/],
])('at %s only the cookie with the strongest prefix identifies the browser', (siteUrl, form) => {
  expect(given(siteUrl)).toMatch(form)
  expect(openBrowserId(keys, `other=1; ${pair(siteUrl)}`, siteUrl)).toBe('one')
  const weaker = pair(siteUrl).replace(/^__(Host|Secure)-/, '')
  const isWeaker = weaker !== pair(siteUrl)
  expect(openBrowserId(keys, weaker, siteUrl)).toBe(isWeaker ? null : 'one')
})

test('only the first cookie of its name is looked at, whatever more there are', () => {
  const siteUrl = 'http://localhost:4321/'
  expect(openBrowserId(keys, `${pair(siteUrl)}; anon=a.b`, siteUrl)).toBe('one')
  expect(openBrowserId(keys, `anon=a.b; ${pair(siteUrl)}`, siteUrl)).toBeNull()
})
