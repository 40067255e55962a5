import { afterEach, beforeEach, expect, test } from 'vitest'
import { startHttpServer, type Answered, type HttpServer } from '#tests/setup/http-server.ts'
import { addressfinder } from './addressfinder.ts'

/** Addressfinder's answer to `autocomplete`. */
const COMPLETIONS = {
  completions: [
    {
      a: '85 Queen Street, Auckland Central, Auckland 1010',
      pxid: '2-.F.1W.p.04R0F',
      highlighted_a: '<em>85</em> <em>Queen</em> Street, Auckland Central, Auckland 1010',
      v: 1,
    },
    { a: '85 Queen Street, Northcote Point, Auckland 0627', pxid: '2-.F.22.6.0GL2m', v: 0 },
  ],
  paid: true,
  success: true,
}
/** Its answer to `metadata`, without `_line` and `unit` if there are none. */
const METADATA = {
  success: true,
  pxid: '2-.F.1W.p.04R0F',
  a: '2/85B Queen Street, Auckland Central, Auckland 1010',
  number: '85',
  alpha: 'B',
  unit_identifier: '2',
  street: 'Queen Street',
  suburb: 'Auckland Central',
  city: 'Auckland',
  mailtown: 'Auckland',
  postcode: '1010',
  x: '174.766',
  y: '-36.846',
}

let server: HttpServer
const provider = (secret: string | null = null) =>
  addressfinder({ url: server.url, key: 'KEY', secret })

beforeEach(async () => {
  server = await startHttpServer(({ path }) => ({
    body: path.endsWith('/autocomplete') ? COMPLETIONS : METADATA,
  }))
})
afterEach(() => server.close())

test('suggests addresses for typed text', async () => {
  expect(await provider().search('85 queen & co')).toEqual({
    addresses: [
      {
        addressId: '2-.F.1W.p.04R0F',
        label: '85 Queen Street, Auckland Central, Auckland 1010',
      },
      { addressId: '2-.F.22.6.0GL2m', label: '85 Queen Street, Northcote Point, Auckland 0627' },
    ],
    attribution: null,
  })
  expect(server.asked).toMatchObject([
    {
      method: 'GET',
      path: '/api/nz/address/autocomplete',
      query: {
        key: 'KEY',
        q: '85 queen & co',
        format: 'json',
        post_box: '0',
        strict: '2',
        max: '10',
      },
    },
  ])
  expect(server.asked[0]?.query).not.toHaveProperty('secret')
  await provider('SECRET').search('85 queen')
  expect(server.asked[1]?.query).toMatchObject({ secret: 'SECRET' })
})

test('returns at most ten', async () => {
  server.answer = () => ({ body: { completions: Array(30).fill(COMPLETIONS.completions[0]) } })
  expect((await provider().search('85 queen')).addresses).toHaveLength(10)
})

test.each<[Record<string, unknown>, Record<string, unknown>]>([
  [{}, { line1: '2/85B Queen Street', suburb: 'Auckland Central', city: 'Auckland' }],
  [{ unit_identifier: undefined, alpha: null }, { line1: '85 Queen Street' }],
  [
    { address_line_1: 'Flat 2', address_line_2: '85B Queen Street' },
    { line1: 'Flat 2', line2: '85B Queen Street' },
  ],
  [{ number: undefined, a: 'Rose Cottage, Puhoi 0994' }, { line1: 'Rose Cottage' }],
  [{ suburb: undefined }, { suburb: '', city: 'Auckland' }],
  [
    { suburb: 'Taupō', city: 'Taupō', mailtown: null },
    { suburb: '', city: 'Taupō' },
  ],
  [{ mailtown: 'Albany' }, { suburb: 'Auckland Central', city: 'Albany' }],
  [{ postcode: '0622' }, { postcode: '0622' }],
  [{ postcode: '' }, { postcode: null }],
])('splits an address with %j into parts', async (said, parts) => {
  server.answer = () => ({ body: { ...METADATA, ...said } })
  const found = await provider().find('2-.F.1W.p.04R0F')
  expect(found?.address).toMatchObject({ country: 'NZ', addressId: '2-.F.1W.p.04R0F', ...parts })
  expect(server.asked).toMatchObject([
    { path: '/api/nz/address/metadata', query: { pxid: '2-.F.1W.p.04R0F' } },
  ])
})

test('an unknown address is null', async () => {
  const body = { success: false, completions: [], error_code: '1011', message: 'No such record' }
  server.answer = () => ({ status: 404, body })
  expect(await provider().find('2-.F.0')).toBeNull()
})

test.each<Answered>([
  {
    body: { success: false, completions: [], error_code: '1006', message: 'Invalid credentials' },
    status: 403,
  },
  { body: { success: false, error_code: '1009', message: 'Suspended' } },
  { status: 500, body: '' },
  { body: '<html>' },
  { hangsUp: true },
])('is not available when the answer is %j', async (answer) => {
  server.answer = () => answer
  for (const call of [() => provider().search('85 queen'), () => provider().find('2-.F.0')])
    await expect(call()).rejects.toThrow('The address list is not available right now.')
})
