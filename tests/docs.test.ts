import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apiMarkdown } from '../scripts/api-markdown.ts'

test('docs/api.md is what the contract says (npm run docs:api)', () => {
  expect(readFileSync('docs/api.md', 'utf8')).toBe(apiMarkdown())
})
