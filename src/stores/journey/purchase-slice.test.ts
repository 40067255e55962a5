import { expect, test } from 'vitest'
import { decodeSlice } from './purchase-slice.ts'

const KEPT = { newPurchase: null, ownerDrafts: {}, pending: {}, paymentSessions: {} }

test('a stored slice reads back as it was written', () => {
  const change = { patch: { outletCode: 'AKL' }, base: { outletCode: null }, version: 3 }
  const draft = { customerType: 'COMPANY', postalAddress: { line1: '1 Quay Street' } }
  const kept = { ...KEPT, ownerDrafts: { a: draft }, pending: { a: change } }
  expect(decodeSlice(JSON.stringify(kept))).toEqual(kept)
})

test.each([
  { pending: { a: { patch: {}, base: {} } } },
  { pending: [] },
  { ownerDrafts: { a: { firstName: 7 } } },
  { ownerDrafts: { a: { postalAddress: { line1: 7 } } } },
  { paymentSessions: { a: null } },
  { paymentMethods: { a: 'CASH' } },
])('a slice with %j in it is none', (wrong) => {
  const good = { a: 'session' }
  const stored = JSON.stringify({ ...KEPT, paymentSessions: good, ...wrong })
  expect(decodeSlice(stored)).toEqual(KEPT)
})

test.each(['', '{', '{"newPurchase":7}', 'null'])(
  'storage that reads %j is no purchase',
  (text) => {
    expect(decodeSlice(text).newPurchase).toBeNull()
  },
)
