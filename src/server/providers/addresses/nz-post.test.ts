import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  startHttpServer,
  type Answered,
  type Asked,
  type HttpServer,
} from '#tests/setup/http-server.ts'
import { nzPostAddresses } from './nz-post.ts'

const SUGGESTIONS = {
  success: true,
  addresses: [
    { address_id: 'U2FsdA', full_address: '60 Topito Road, Tuahiwi, Kaiapoi 7691', dpid: 2112428 },
    { address_id: 1593455, full_address: '60 Topito Road, RD 1, Kaiapoi 7691' },
  ],
  message_id: '5bac69e1-3345-4426-a3f3-9785da950e77',
}
const ADDRESS = {
  street_number: 60,
  street: 'Topito',
  street_type: 'Road',
  suburb: 'Tuahiwi',
  city: 'Kaiapoi',
  is_rural_delivery: true,
  postcode: '7691',
  longitude: 172.639,
  latitude: -43.3288,
  depot_name: 'Rangiora Area Depot',
  country: 'New Zealand',
  dpid: 2112428,
}

let server: HttpServer
let nowMs: number
let issued: number

const answer = ({ path, headers }: Asked): Answered => {
  if (path === '/as/token.oauth2') {
    issued += 1
    return { body: { access_token: `token-${issued}`, token_type: 'Bearer', expires_in: 3600 } }
  }
  if (headers.authorization !== `Bearer token-${issued}`) return { status: 401, body: {} }
  return {
    body: path.endsWith('/addresses') ? SUGGESTIONS : { success: true, address: ADDRESS },
  }
}
const newProvider = () =>
  nzPostAddresses(
    { url: server.url, tokenUrl: `${server.url}/as/token.oauth2`, key: 'id', secret: 's&t' },
    () => new Date(nowMs),
  )
const tokensAsked = () => server.asked.filter(({ path }) => path === '/as/token.oauth2')

beforeEach(async () => {
  nowMs = Date.parse('2026-11-23T01:00:00Z')
  issued = 0
  server = await startHttpServer(answer)
})
afterEach(() => server.close())

test('suggests addresses, with a token of its client credentials', async () => {
  expect(await newProvider().search('60 Topito')).toEqual({
    addresses: [
      { addressId: 'U2FsdA', label: '60 Topito Road, Tuahiwi, Kaiapoi 7691' },
      { addressId: '1593455', label: '60 Topito Road, RD 1, Kaiapoi 7691' },
    ],
    attribution: null,
  })
  expect(server.asked).toMatchObject([
    {
      method: 'POST',
      body: 'grant_type=client_credentials&client_id=id&client_secret=s%26t',
    },
    {
      method: 'GET',
      path: '/parceladdress/2.0/domestic/addresses',
      query: { q: '60 Topito', count: '10' },
      headers: { authorization: 'Bearer token-1' },
    },
  ])
})

test('makes no request for less than four letters', async () => {
  expect(await newProvider().search('60 ')).toEqual({ addresses: [], attribution: null })
  expect(server.asked).toEqual([])
})

test('keeps a token until a minute before it expires, one for all concurrent requests', async () => {
  const provider = newProvider()
  await Promise.all(['60 a', '60 b', '60 c'].map((typed) => provider.search(typed)))
  nowMs += 3539_000
  await provider.search('60 d')
  expect(tokensAsked()).toHaveLength(1)
  nowMs += 1_000
  await Promise.all(['60 e', '60 f'].map((typed) => provider.search(typed)))
  expect(tokensAsked()).toHaveLength(2)
})

test('requests one new token when the old one is refused early', async () => {
  const provider = newProvider()
  await provider.search('60 Topito')
  issued += 1
  expect((await provider.search('60 Topito')).addresses).toHaveLength(2)
  expect(tokensAsked()).toHaveLength(2)
  server.answer = (asked) =>
    asked.path === '/as/token.oauth2' ? answer(asked) : { status: 401, body: {} }
  await expect(provider.search('60 Topito')).rejects.toThrow('The address list is not available')
  expect(tokensAsked()).toHaveLength(3)
})

test('requests a token again after a failure', async () => {
  const provider = newProvider()
  server.answer = () => ({ status: 503, body: '' })
  await expect(provider.search('60 Topito')).rejects.toThrow('The address list is not available')
  server.answer = answer
  expect((await provider.search('60 Topito')).addresses).toHaveLength(2)
})

test.each<[Record<string, unknown>, Record<string, unknown>]>([
  [{}, { line1: '60 Topito Road', suburb: 'Tuahiwi', city: 'Kaiapoi', postcode: '7691' }],
  [{ unit_value: '2', street_alpha: 'A' }, { line1: '2/60A Topito Road' }],
  [{ street: 'Abbot Street', street_type: undefined }, { line1: '60 Abbot Street' }],
  [{ street_direction: 'West' }, { line1: '60 Topito Road West' }],
  [{ rural_delivery_number: 3 }, { line1: '60 Topito Road', line2: 'RD 3' }],
  [{ floor: 'Level 2', building_name: 'Mill House' }, { line2: 'Level 2, Mill House' }],
  [{ suburb: null }, { suburb: '', city: 'Kaiapoi' }],
  [{ suburb: 'Kaiapoi' }, { suburb: '', city: 'Kaiapoi' }],
  [{ city: '' }, { suburb: '', city: 'Tuahiwi' }],
  [{ postcode: 622 }, { postcode: '0622' }],
  [{ postcode: undefined }, { postcode: null }],
])('splits an address with %j into parts', async (said, parts) => {
  server.answer = (asked) =>
    asked.path === '/as/token.oauth2'
      ? answer(asked)
      : { body: { address: { ...ADDRESS, ...said } } }
  const found = await newProvider().find('U2FsdA')
  expect(found?.address).toMatchObject({ country: 'NZ', addressId: 'U2FsdA', ...parts })
  expect(server.asked.at(-1)?.path).toBe('/parceladdress/2.0/domestic/addresses/U2FsdA')
})

test('an unknown address is null', async () => {
  server.answer = (asked) =>
    asked.path === '/as/token.oauth2' ? answer(asked) : { status: 404, body: { success: false } }
  expect(await newProvider().find('x')).toBeNull()
})

test.each<Answered>([
  { status: 500, body: '' },
  { body: '<html>' },
  { body: { success: true } },
  { body: { success: true, address: {} } },
  { hangsUp: true },
])('is not available when the answer is %j', async (bad) => {
  server.answer = (asked) => (asked.path === '/as/token.oauth2' ? answer(asked) : bad)
  const provider = newProvider()
  for (const call of [() => provider.search('60 Topito'), () => provider.find('x')])
    await expect(call()).rejects.toThrow('The address list is not available right now.')
})
