import { beforeEach, expect, test } from 'vitest'
import { heavyInTurn } from '#server/platform/http/heavy-calls.ts'
import { getQuoteDocument, listQuotes } from '#lib/quotes/calls.ts'
import { listServiceSlots } from '#lib/service/calls.ts'
import { getConfig } from '#lib/site/calls.ts'

// The place of a test before is free once the rest after it is over.
beforeEach(() => new Promise((resolve) => setTimeout(resolve, 30)))

test('long lists of one network hold up neither other calls nor another network', async () => {
  const order: string[] = []
  const list = (name: string, ip: string) =>
    heavyInTurn(listQuotes, ip, async () => void order.push(name))
  const crowd = Array.from({ length: 15 }, (_, n) => list(`crowd ${n}`, '203.0.113.7'))
  const other = list('another network', '198.51.100.2')
  await heavyInTurn(getConfig, '203.0.113.7', async () => void order.push('config'))
  await Promise.all([...crowd, other])
  expect(order.slice(0, 2)).toEqual(['crowd 0', 'config'])
  expect(order.indexOf('another network')).toBeLessThanOrEqual(3)
})

test('PDFs and workshop times wait for each other, and the networks of one connection are one', async () => {
  const order: string[] = []
  const crowd = Array.from({ length: 15 }, (_, n) =>
    heavyInTurn(n % 2 ? getQuoteDocument : listServiceSlots, `2001:db8:7:${n}::1`, async () => {
      order.push(`crowd ${n}`)
    }),
  )
  const other = heavyInTurn(getQuoteDocument, '198.51.100.3', async () => void order.push('other'))
  await heavyInTurn(getConfig, '198.51.100.4', async () => void order.push('config'))
  await Promise.all([...crowd, other])
  expect(order.slice(0, 2)).toEqual(['crowd 0', 'config'])
  expect(order.indexOf('other')).toBeLessThanOrEqual(3)
})

test('beyond twenty lists that wait, a network is asked to come back', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, () => heavyInTurn(listQuotes, '203.0.113.7', async () => 'list')),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(9)
  expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'Unavailable' } })
})
