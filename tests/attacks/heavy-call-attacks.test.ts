import { beforeEach, expect, test } from 'vitest'
import { listInTurn } from '#server/platform/http/long-lists.ts'
import { listQuotes } from '#lib/quotes/calls.ts'
import { getConfig } from '#lib/site/calls.ts'

// The place of a test before is free once the rest after it is over.
beforeEach(() => new Promise((resolve) => setTimeout(resolve, 30)))

test('long lists of one network hold up neither other calls nor another network', async () => {
  const order: string[] = []
  const list = (name: string, ip: string) =>
    listInTurn(listQuotes, ip, async () => void order.push(name))
  const crowd = Array.from({ length: 15 }, (_, n) => list(`crowd ${n}`, '203.0.113.7'))
  const other = list('another network', '198.51.100.2')
  await listInTurn(getConfig, '203.0.113.7', async () => void order.push('config'))
  await Promise.all([...crowd, other])
  expect(order.slice(0, 2)).toEqual(['crowd 0', 'config'])
  expect(order.indexOf('another network')).toBeLessThanOrEqual(3)
})

test('beyond twenty lists that wait, a network is asked to come back', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, () => listInTurn(listQuotes, '203.0.113.7', async () => 'list')),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(9)
  expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'Unavailable' } })
})
