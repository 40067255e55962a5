import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { FINANCE_DOCUMENT, financeDocumentText } from './finance-document.ts'

/** The hash of each version's text. Lines are only added: a changed text is another version. */
const SHA256: Record<string, string> = {
  '2026-11-22': '907200b6d6c55d51787ba0925d2a46393b5dab2644f98b72de8a6d7c96dd9ee3',
  '2026-11-23': '623b8374c12253cf16abc64b368a90b89cbb07eb39a107cae7257beb449a661a',
  '2026-11-24': 'ee1955bc37c062318b4c93fbaf397777b183fbb7a286d288fa077e867c80d327',
  '2026-11-28': 'c9d60619717fe0d10cf94a73630df4aa677ebce76f5ff031617d0ec63311531a',
}

test('each version of the document keeps its text (decision 35)', () => {
  const sha256 = createHash('sha256').update(financeDocumentText).digest('hex')
  expect(sha256).toBe(SHA256[FINANCE_DOCUMENT.version])
})
