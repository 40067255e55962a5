import { beforeEach, expect, test } from 'vitest'
import { searchAddresses } from '#lib/addresses/calls.ts'
import { lineOfCall } from '#server/platform/caller-line.ts'
import { heavyInTurn, workInTurn } from '#server/platform/http/heavy-calls.ts'
import { emailQuote, listQuotes } from '#lib/quotes/calls.ts'
import { listServiceSlots } from '#lib/service/calls.ts'
import { getConfig } from '#lib/site/calls.ts'

const visitor = (ip: string) => ({ actor: { type: 'ANONYMOUS' } as const, ip })

// The place of a test before is free once the rest after it is over.
beforeEach(() => new Promise((resolve) => setTimeout(resolve, 30)))

test('long lists of one network hold up neither other calls nor another network', async () => {
  const order: string[] = []
  const list = (name: string, ip: string) =>
    heavyInTurn(listQuotes, visitor(ip), async () => void order.push(name))
  const crowd = Array.from({ length: 15 }, (_, n) => list(`crowd ${n}`, '203.0.113.7'))
  const other = list('another network', '198.51.100.2')
  await heavyInTurn(getConfig, visitor('203.0.113.7'), async () => void order.push('config'))
  await Promise.all([...crowd, other])
  expect(order.slice(0, 2)).toEqual(['crowd 0', 'config'])
  expect(order.indexOf('another network')).toBeLessThanOrEqual(3)
})

test('PDFs of any call and workshop times wait for each other, and the networks of one connection are one', async () => {
  const order: string[] = []
  const written = (ip: string, name: string) =>
    heavyInTurn(emailQuote, visitor(ip), () => workInTurn(async () => void order.push(name)))
  const crowd = Array.from({ length: 15 }, (_, n) => {
    const ip = `2001:db8:7:${n}::1`
    if (n % 2) return written(ip, `crowd ${n}`)
    return heavyInTurn(listServiceSlots, visitor(ip), async () => void order.push(`crowd ${n}`))
  })
  const other = written('198.51.100.3', 'other')
  await heavyInTurn(getConfig, visitor('198.51.100.4'), async () => void order.push('config'))
  await Promise.all([...crowd, other])
  expect(order.slice(0, 2)).toEqual(['crowd 0', 'config'])
  expect(order.indexOf('other')).toBeLessThanOrEqual(3)
})

test('beyond twenty lists that wait, a network is asked to come back', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, () =>
      heavyInTurn(listQuotes, visitor('203.0.113.7'), async () => 'list'),
    ),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(9)
  expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'Unavailable' } })
})

test('a line that is full is not that of staff, nor of customers, who share the address', async () => {
  const ip = '203.0.113.9'
  const crowd = Array.from({ length: 21 }, () =>
    heavyInTurn(listServiceSlots, visitor(ip), async () => 'times'),
  )
  const customer = { type: 'CUSTOMER', customerId: 1, sessionId: '' } as const
  const staff = {
    type: 'STAFF',
    staffId: 1,
    roles: [],
    lacksSecondFactor: false,
    sessionId: '',
    actingFor: null,
  } as const
  const others = await Promise.all(
    [customer, staff].map((actor) => heavyInTurn(listQuotes, { actor, ip }, async () => 'list')),
  )
  expect(others).toEqual(['list', 'list'])
  await Promise.all(crowd)
})

test('a provider of addresses that does not answer keeps no list waiting', async () => {
  const caller = { actor: { type: 'ANONYMOUS' } as const, ip: '203.0.113.9' }
  void heavyInTurn(searchAddresses, caller, () => new Promise(() => {}))
  expect(await heavyInTurn(listQuotes, caller, async () => 'list')).toBe('list')
})

test('heavy work waits for the database in a line of its own, not in that of its caller', async () => {
  const lines: unknown[] = []
  const note = async () => void lines.push(lineOfCall())
  await heavyInTurn(listQuotes, visitor('203.0.113.7'), note)
  await heavyInTurn(emailQuote, visitor('203.0.113.7'), () => workInTurn(note))
  await heavyInTurn(getConfig, visitor('203.0.113.7'), note)
  expect(lines).toEqual(['heavy work', 'heavy work', 'ANONYMOUS 203.0.113.7'])
})
