import { expect, test } from 'vitest'
import { policyOfPage } from './page-policies.ts'

// By `printf 'a()' | openssl dgst -sha256 -binary | base64`.
const OF_A = "'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='"
const OTHER = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

test('a page is allowed its own inline code, and no other page’s', () => {
  const policy = `script-src 'self' ${OTHER} ${OF_A}; style-src 'self' ${OTHER}`
  const html = '<script type="module">a()</script><p>a()</p><style media="print">b {}</style>'
  expect(policyOfPage(policy, html)).toBe(`script-src 'self' ${OF_A}; style-src 'self'`)
  expect(policyOfPage(policy, '<script src="/a.js"></script>')).toBe(
    "script-src 'self'; style-src 'self'",
  )
  expect(policyOfPage('', html)).toBe('')
})

test.each([
  '<script data-x="a>b">a()</script>',
  '<script data-x=" src=1">a()</script>',
  '<!-- <script> --><script>a()</script>',
  '<SCRIPT>a()</SCRIPT >',
  '<meta content="About <style> and <script>"><p title=\'<script>\'>It’s 1 < 2</p><script>a()</script>',
])('inline code is found in %s', (html) => {
  expect(policyOfPage(`script-src 'self' ${OF_A}`, html)).toBe(`script-src 'self' ${OF_A}`)
})
