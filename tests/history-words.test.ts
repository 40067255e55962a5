import { expect, test } from 'vitest'
import { ACTIONS } from '#islands/staff/labels.ts'
import { contract } from '#lib/contract.ts'
import { grantOf } from '#lib/api/who.ts'

// Decision 12: a customer's history is read by people, so no line of it is the name of a call.
test('a history has words for every call about a customer', () => {
  const audited = Object.values(contract).filter(({ who }) => {
    const { owner, about } = grantOf(who)
    return about ?? owner?.length
  })
  expect(audited.length).toBeGreaterThan(70)
  expect(audited.filter(({ name }) => !(name in ACTIONS))).toEqual([])
})
