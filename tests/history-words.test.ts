import { expect, test } from 'vitest'
import { ACTIONS } from '#islands/staff/words.ts'
import { POLICIES } from '#server/http/policies.ts'

// Decision 12: a customer's history is read by people, so no line of it is the name of a call.
test('a history has words for every call about a customer', () => {
  const audited = Object.keys(POLICIES).filter((name) => POLICIES[name]?.about)
  expect(audited.filter((name) => !(name in ACTIONS))).toEqual([])
})
