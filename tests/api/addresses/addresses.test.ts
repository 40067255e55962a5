import { beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#lib/addresses/calls.ts'
import { seedLookUps } from '#server/demo/seed-look-ups.ts'
import { databases } from '#tests/setup/databases.ts'
import { startHttpServer } from '#tests/setup/http-server.ts'
import { valueOf } from '#tests/setup/people.ts'
import { problem, fault } from './look-ups.fixture.ts'
import { app, db, restart, setUpEmpty } from '#tests/setup/suite.ts'

describe.each(databases)('looking up on $name', (database) => {
  setUpEmpty(database)

  describe('addresses', () => {
    beforeEach(() => seedLookUps(app.deps))

    const search = async (q: string) =>
      valueOf(await app.browser()(calls.searchAddresses, { query: { q } })).addresses
    const labels = async (q: string) => (await search(q)).map(({ label }) => label)

    test.each([
      ['12 ponsonby', '12 Ponsonby Road, Ponsonby, Auckland 1011'],
      ['12 Ponsonby Rd', '12 Ponsonby Road, Ponsonby, Auckland 1011'],
      ['9 bank st whangarei', '9 Bank Street, Whangārei 0110'],
      ['9 bank st WHANGĀREI', '9 Bank Street, Whangārei 0110'],
      ['40 tongariro taupo 3330', '40 Tongariro Street, Taupō 3330'],
      ['7 hurstmere road, takapuna, auckland 0622', '7 Hurstmere Road, Takapuna, Auckland 0622'],
      ['3 wellington', '3 Oriental Parade, Oriental Bay, Wellington 6011'],
      ['3 orient bay', '3 Oriental Parade, Oriental Bay, Wellington 6011'],
      ['cuba street', '42 Cuba Street, Te Aro, Wellington 6011'],
    ])('%s finds %s', async (typed, label) => {
      expect(await labels(typed)).toEqual([label])
    })

    test.each([
      '',
      '12',
      'po',
      '13 ponsonby',
      '12a ponsonby',
      'atlantis',
      '%',
      "'; drop table",
      '"',
      'a'.repeat(100),
      'not and or near',
    ])('%j finds nothing', async (typed) => {
      expect(await search(typed)).toEqual([])
    })

    test('several are found with those first that fit best', async () => {
      expect(await labels('street hamilton')).toEqual([
        '51 Victoria Street, Hamilton Central, Hamilton 3204',
        '18 Grey Street, Hamilton East, Hamilton 3216',
      ])
      expect(await labels('vic')).toEqual([
        '51 Victoria Street, Hamilton Central, Hamilton 3204',
        '14 Victoria Avenue, Whanganui 4500',
      ])
    })

    test('one is returned in its parts', async () => {
      const [found] = await search('7 hurstmere')
      const { addressId } = found!
      expect(valueOf(await app.browser()(calls.getAddress, { params: { addressId } }))).toEqual({
        address: {
          line1: '7 Hurstmere Road',
          suburb: 'Takapuna',
          city: 'Auckland',
          postcode: '0622',
          country: 'NZ',
          addressId,
        },
        attribution: null,
      })
    })

    test.each(['1', '999999999', '99999999999999999999', 'x', '2-.F.1W'])(
      '%s is no address of ours',
      async (addressId) => {
        expect(await app.browser()(calls.getAddress, { params: { addressId } })).toMatchObject(
          problem(404, 'NotFound'),
        )
      },
    )

    test('refuse what cannot be an address', async () => {
      const call = app.browser()
      expect(await call(calls.searchAddresses, { query: { q: 'a'.repeat(101) } })).toMatchObject(
        problem(400, 'Validation', [fault('q', 'is too long')]),
      )
      expect(await call(calls.getAddress, { params: { addressId: 'a b' } })).toMatchObject(
        problem(400, 'Validation', [fault('addressId', 'is not an address id')]),
      )
      expect(await (await app.request('/api/addresses')).json()).toMatchObject({
        messages: [fault('q', 'is required')],
      })
    })

    test('an address of another source is not available while none is imported', async () => {
      await db.deleteFrom('address_import').execute()
      expect(
        await app.browser()(calls.searchAddresses, { query: { q: '12 ponsonby' } }),
      ).toMatchObject({
        failure: {
          status: 503,
          problem: {
            code: 'Unavailable',
            message: 'The address list is not available right now.',
          },
        },
      })
    })

    test('are limited by address', async () => {
      restart({ env: { LIMIT_ADDRESS_SEARCHES_PER_MINUTE: '1' } })
      await search('12 ponsonby')
      const again = await app.browser()(calls.searchAddresses, { query: { q: '12 ponsonby' } })
      expect(again).toMatchObject(problem(429, 'TooManyRequests'))
    })

    test('come from a service where the settings say so', async () => {
      const service = await startHttpServer(({ path }) =>
        path.endsWith('/autocomplete')
          ? { body: { completions: [{ a: '1 High Street, Motueka 7120', pxid: '2-.9' }] } }
          : { status: 500, body: '' },
      )
      try {
        restart({
          env: {
            ADDRESS_PROVIDER: 'addressfinder',
            ADDRESS_KEY: 'key',
            ADDRESS_URL: service.url,
          },
        })
        expect(await search('1 high')).toEqual([
          { addressId: '2-.9', label: '1 High Street, Motueka 7120' },
        ])
        expect(
          await app.browser()(calls.getAddress, { params: { addressId: '2-.9' } }),
        ).toMatchObject(problem(503, 'Unavailable'))
      } finally {
        await service.close()
      }
    })
  })
})
