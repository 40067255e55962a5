import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { whole } from './stripe-money.ts'

const listOf = (isPaid: (nth: number) => boolean, length: number) => {
  async function* rows() {
    for (let nth = 0; nth < length; nth += 1) yield { nth, paid: isPaid(nth) }
  }
  return rows() as unknown as Stripe.ApiListPromise<{ nth: number; paid: boolean }>
}

test('any number of declined cards leaves the paid ones to be compared', async () => {
  const list = listOf((nth) => nth % 5_000 === 0, 20_001)
  const paid = await whole(list, (row) => row.paid)
  expect(paid.map(({ nth }) => nth)).toEqual([0, 5_000, 10_000, 15_000, 20_000])
})

test('a list longer than any storefront’s is no answer', async () => {
  await expect(whole(listOf(() => true, 10_000))).rejects.toThrow('Stripe lists 10000 or more')
})
