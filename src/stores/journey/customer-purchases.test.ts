import { expect, test } from 'vitest'
import { fakeCall, ok, problem } from '#tests/builders/fake-call.ts'
import { listAllPurchases, purchaseOf } from './customer-purchases.ts'

const purchase = (id: string) => ({
  purchaseJourneyId: id,
  quote: { quoteId: `now of ${id}` },
  originalQuoteId: `first of ${id}`,
})
const pages: Record<string, unknown> = {
  first: { purchaseJourneyList: [purchase('a'), purchase('b')], nextCursor: 'second' },
  second: { purchaseJourneyList: [purchase('c')], nextCursor: null },
}

// Specification §4: the purchase of a quote is searched for among all of a customer's.
test('a purchase is found on any page, by either quote', async () => {
  const { call, names } = fakeCall({
    listPurchaseJourneys: ({ query }) => ok(pages[query?.cursor ?? 'first']),
  })
  const all = await listAllPurchases(7, call)
  const found = (quoteId: string) =>
    all.ok ? purchaseOf(quoteId, all.value)?.purchaseJourneyId : 'not listed'
  expect([found('now of c'), found('first of b'), found('of no one')]).toEqual([
    'c',
    'b',
    undefined,
  ])
  expect(names()).toHaveLength(2)
})

test('a failed page fails the whole list', async () => {
  const { call } = fakeCall({
    listPurchaseJourneys: ({ query }) => (query?.cursor ? problem(500) : ok(pages.first)),
  })
  expect(await listAllPurchases(7, call)).toMatchObject({ ok: false })
})
