import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Kysely } from 'kysely'
import * as calls from '#lib/contract/lookups.ts'
import { leaveMessage } from '#lib/contract/messages.ts'
import { getConfig } from '#lib/contract/site.ts'
import type { Database } from '#server/db/database.ts'
import { seedLookUps } from '#server/db/seed-look-ups.ts'
import { forgetOld } from '#server/jobs/retention.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import type {
  RegisterProvider,
  RegisterVehicle,
} from '#server/providers/register/register-provider.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { startHttpServer } from '#tests/setup/http-server.ts'
import { easyCaptcha, RIGHT_CAPTCHA, solveCaptcha, valueOf } from '#tests/setup/people.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

const GOLF: RegisterVehicle = {
  registration: 'CBC193',
  vin: 'WVWZZZ1KZ4W084761',
  make: 'VOLKSWAGEN',
  model: 'GOLF',
  year: 2004,
  fuelType: 'PETROL',
  colour: 'Silver',
  odometerKm: null,
  wofExpiry: null,
  tradeInGuide: null,
}

/** A register that counts what it is asked, and may be out. */
const countingRegister = (vehicles: Record<string, RegisterVehicle>) => {
  const register = {
    name: 'counting',
    asked: [] as string[],
    isOut: false,
    async find(asked: string) {
      register.asked.push(asked)
      if (register.isOut) throw new ProviderUnavailable('The vehicle register', new Error('out'))
      return vehicles[asked] ?? null
    },
  }
  return register satisfies RegisterProvider
}

const problem = (status: number, code: string, messages?: unknown[]) => ({
  ok: false,
  failure: { status, problem: { code, ...(messages ? { messages } : {}) } },
})
const fault = (property: string, message: string) => ({ type: 'ERROR', property, message })

describe.each(databases)('looking up on $name', ({ open }) => {
  let db: Kysely<Database>
  let app: Application

  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
  })
  afterEach(() => db.destroy())

  describe('a vehicle by its plate', () => {
    const lookUp = async (regNo: string, captchaToken?: string) =>
      app.browser()(calls.retrieveAndCreateCar, {
        params: { regNo },
        ...(captchaToken ? { captchaToken } : {}),
      })

    test('tells facts about the vehicle', async () => {
      expect(valueOf(await lookUp('toi102'))).toEqual({
        car: {
          registration: 'TOI102',
          vin: '7AVTN3H24N0001023',
          make: { description: 'TARVANE' },
          model: { description: 'TARN' },
          year: 2022,
          fuelType: 'PETROL HYBRID',
          colour: 'Blue',
          odometerKm: 36120,
          wofExpiry: '2027-05-02',
          tradeInGuide: { lowCents: 2655000, highCents: 3186000 },
        },
      })
    })

    test('finds it where the letter O was typed for a zero', async () => {
      expect(valueOf(await lookUp('T0I1O2')).car.registration).toBe('TOI102')
    })

    test.each(['toi 102', ' TOI-102 '])('finds it written as %j', async (regNo) => {
      expect(valueOf(await lookUp(regNo)).car.registration).toBe('TOI102')
    })

    test('says when there is none', async () => {
      expect(await lookUp('ZZZ999')).toMatchObject(problem(404, 'NotFound'))
      app = startApplication(db, { env: { DEMO: 'off' } })
      expect(await lookUp('TOI102')).toMatchObject(problem(404, 'NotFound'))
    })

    test.each(['ABC1234', 'AB%201', 'Māia', "a'--"])('refuses %s', async (regNo) => {
      expect(await lookUp(regNo)).toMatchObject(
        problem(400, 'Validation', [fault('regNo', 'is not a registration')]),
      )
    })

    test('wants a captcha from the fourth look-up in an hour on', async () => {
      for (const plate of ['TOI101', 'TOI102', 'ZZZ999']) await lookUp(plate)
      const refused = await lookUp('TOI103')
      expect(refused).toMatchObject(
        problem(400, 'InvalidToken', [fault('X-Captcha-Token', 'is missing, wrong or used')]),
      )
      expect(await lookUp('TOI103', 'nonsense')).toMatchObject(problem(400, 'InvalidToken'))
      const token = await solveCaptcha(app)
      expect(valueOf(await lookUp('TOI103', token)).car.registration).toBe('TOI103')
      expect(await lookUp('TOI103', token)).toMatchObject(problem(400, 'InvalidToken'))
      app.clock.advance(HOUR_MS)
      expect(valueOf(await lookUp('TOI103')).car.registration).toBe('TOI103')
    })

    test('counts the look-ups of one visitor, however many come at once', async () => {
      const ask = (forwarded: string) =>
        app.request('/api/car/TOI101/retrieveandcreate', {
          method: 'POST',
          headers: { 'x-forwarded-for': forwarded },
        })
      app = startApplication(db, { env: { TRUSTED_PROXIES: '1' } })
      const statuses = await Promise.all(Array.from({ length: 20 }, () => ask('192.0.2.1')))
      expect(statuses.filter(({ status }) => status === 200)).toHaveLength(3)
      expect((await ask('192.0.2.2')).status).toBe(200)
    })

    test('asks the register once a day for each plate, known or not', async () => {
      const register = countingRegister({ CBC193: GOLF })
      app = startApplication(db, { deps: { register, captcha: easyCaptcha } })
      const ask = (plate: string) => lookUp(plate, RIGHT_CAPTCHA)
      for (let time = 0; time < 3; time++) {
        expect(valueOf(await ask('CBC193')).car).toMatchObject({ odometerKm: null, year: 2004 })
        expect(await ask('XYZ123')).toMatchObject(problem(404, 'NotFound'))
      }
      expect(register.asked).toEqual(['CBC193', 'XYZ123'])
      app.clock.advance(DAY_MS)
      await ask('CBC193')
      expect(register.asked).toEqual(['CBC193', 'XYZ123', 'CBC193'])
    })

    test('a register that is out is not remembered as an answer', async () => {
      const register = countingRegister({ CBC193: GOLF })
      register.isOut = true
      app = startApplication(db, { deps: { register } })
      expect(await lookUp('CBC193')).toMatchObject({
        failure: {
          status: 503,
          problem: {
            code: 'Unavailable',
            message: 'The vehicle register is not available at the moment.',
          },
        },
      })
      register.isOut = false
      expect(valueOf(await lookUp('CBC193')).car.model).toEqual({ description: 'GOLF' })
    })

    test('one register’s answers are not another’s', async () => {
      await lookUp('TOI102')
      const register = countingRegister({})
      app = startApplication(db, { deps: { register } })
      expect(await lookUp('TOI102')).toMatchObject(problem(404, 'NotFound'))
    })

    test('an answer kept in an older shape is asked for again', async () => {
      const register = countingRegister({ CBC193: GOLF })
      app = startApplication(db, { deps: { register } })
      await db
        .insertInto('register_answer')
        .values({
          provider: 'counting',
          asked: 'CBC193',
          vehicle: '{"registration":"CBC193"}',
          answered_at: app.clock.now().toISOString(),
        })
        .execute()
      expect(valueOf(await lookUp('CBC193')).car.year).toBe(2004)
    })

    test('what a register answered is forgotten after a day', async () => {
      await lookUp('TOI102')
      app.clock.advance(DAY_MS)
      await forgetOld(app.deps)
      expect(await db.selectFrom('register_answer').selectAll().execute()).toHaveLength(1)
      app.clock.advance(1)
      await forgetOld(app.deps)
      expect(await db.selectFrom('register_answer').selectAll().execute()).toEqual([])
    })

    test('speaks to CarJam where the settings say so', async () => {
      const carjam = await startHttpServer(() => ({
        body: { ...GOLF, plate: 'CBC193', year_of_manufacture: '2004' },
      }))
      try {
        app = startApplication(db, {
          env: { REGISTER_PROVIDER: 'carjam', REGISTER_KEY: 'key', REGISTER_URL: carjam.url },
        })
        expect(valueOf(await lookUp('CBC193')).car).toMatchObject({ vin: 'WVWZZZ1KZ4W084761' })
        expect(carjam.asked).toMatchObject([{ query: { key: 'key', plate: 'CBC193' } }])
      } finally {
        await carjam.close()
      }
    })
  })

  describe('recalls', () => {
    beforeEach(async () => {
      app = startApplication(db, { deps: { captcha: easyCaptcha } })
      await seedLookUps(app.deps)
    })

    const find = (query: { registration?: string; vinNumber?: string }) =>
      app.browser()(calls.findRecalls, { query, captchaToken: RIGHT_CAPTCHA })

    const COVE = { registration: 'TOI101', vin: '7AVCV1P22M0001011' }

    test.each([
      { registration: 'TOI101' },
      { registration: 'toi 101', vinNumber: '' },
      { vinNumber: COVE.vin },
      { vinNumber: COVE.vin.toLowerCase() },
      { registration: 'TOI101', vinNumber: COVE.vin },
    ])('are found by %j', async (query) => {
      expect(valueOf(await find(query))).toEqual({
        vehicle: {
          ...COVE,
          make: { description: 'TARVANE' },
          model: { description: 'COVE' },
          year: 2021,
        },
        recalls: [
          {
            recallNumber: 'TVN-2024-003',
            title: 'Front passenger airbag inflator',
            description: 'The inflator may deploy with too much force.',
            remedy: 'Replace the inflator free of charge (about 90 minutes).',
            severity: 'COMPULSORY',
            published: '2024-05-14',
            status: 'OUTSTANDING',
          },
        ],
        checkedAt: '2026-11-23T01:00:00.000Z',
        source: { name: 'Tarvane recalls', updatedAt: '2026-11-23T01:00:00.000Z' },
      })
    })

    test('that have been seen to are told as such', async () => {
      const { recalls } = valueOf(await find({ registration: 'TOI103' }))
      expect(recalls).toMatchObject([{ recallNumber: 'TVN-2025-004', status: 'COMPLETED' }])
    })

    test('none is an answer too, with its source and time', async () => {
      app.clock.advance(HOUR_MS)
      expect(valueOf(await find({ registration: 'TOI102' }))).toMatchObject({
        recalls: [],
        checkedAt: '2026-11-23T02:00:00.000Z',
        source: { updatedAt: '2026-11-23T01:00:00.000Z' },
      })
    })

    test.each([{}, { registration: '' }, { registration: '', vinNumber: '' }])(
      'want a registration or a VIN: %j is neither',
      async (query) => {
        expect(await find(query)).toMatchObject(
          problem(400, 'Validation', [
            fault('registration', 'or VIN is needed'),
            fault('vinNumber', 'or registration is needed'),
          ]),
        )
      },
    )

    test.each([
      [{ registration: 'ABC1234' }, 'registration', 'is not a registration'],
      [{ registration: '--' }, 'registration', 'is not a registration'],
      [{ vinNumber: 'ABC' }, 'vinNumber', 'is not a VIN'],
      [{ vinNumber: '7AVCV1P22M000IOQ1' }, 'vinNumber', 'is not a VIN'],
      [{ registration: 'TOI101', vinNumber: 'x' }, 'vinNumber', 'is not a VIN'],
    ])('refuse %j', async (query, property, message) => {
      expect(await find(query)).toMatchObject(
        problem(400, 'Validation', [fault(property, message)]),
      )
    })

    test.each([
      [{ registration: 'ZZZ999' }, 'registration', 'does not match a vehicle that we know'],
      [{ vinNumber: '7AVCV1P22M0009999' }, 'vinNumber', 'does not match a vehicle that we know'],
      [
        { registration: 'TOI101', vinNumber: '7AVTN3H24N0001023' },
        'vinNumber',
        'does not belong to the vehicle with this registration',
      ],
      [
        { registration: 'TOI101', vinNumber: '7AVCV1P22M0009999' },
        'vinNumber',
        'does not belong to the vehicle with this registration',
      ],
      [
        { registration: 'TOI105' },
        'registration',
        'is of another make, and we hold recalls of Tarvane vehicles only',
      ],
      [
        { vinNumber: 'JM0KF2W76K0000003' },
        'vinNumber',
        'is of another make, and we hold recalls of Tarvane vehicles only',
      ],
    ])('say of %j whose it is not', async (query, property, message) => {
      expect(await find(query)).toMatchObject(
        problem(400, 'InvalidRecallInfo', [fault(property, message)]),
      )
    })

    test('want a captcha, once for each', async () => {
      app = startApplication(db)
      const call = app.browser()
      const query = { registration: 'TOI101' }
      expect(await call(calls.findRecalls, { query })).toMatchObject(problem(400, 'InvalidToken'))
      const captchaToken = await solveCaptcha(app)
      valueOf(await call(calls.findRecalls, { query, captchaToken }))
      expect(await call(calls.findRecalls, { query, captchaToken })).toMatchObject(
        problem(400, 'InvalidToken'),
      )
    })

    test('know their own vehicles where the register does not, or is out', async () => {
      const register = countingRegister({})
      app = startApplication(db, { deps: { register, captcha: easyCaptcha } })
      for (const isOut of [false, true]) {
        register.isOut = isOut
        for (const query of [
          { registration: 'TOI101' },
          { vinNumber: COVE.vin },
          { registration: 'TOI101', vinNumber: COVE.vin },
        ])
          expect(valueOf(await find(query))).toMatchObject({
            vehicle: { ...COVE, make: { description: 'Tarvane' }, model: { description: 'Cove' } },
            recalls: [{ recallNumber: 'TVN-2024-003' }],
          })
        // What is not among them is not known, or cannot be told.
        for (const query of [
          { registration: 'TOI102' },
          { registration: 'TOI102', vinNumber: COVE.vin },
        ])
          expect(await find(query)).toMatchObject(
            isOut ? problem(503, 'Unavailable') : problem(400, 'InvalidRecallInfo'),
          )
        app.clock.advance(DAY_MS)
      }
    })

    test('an old vehicle without a VIN has none, and no VIN is its own', async () => {
      const register = countingRegister({
        OLD1: { ...GOLF, make: 'Tarvane', registration: 'OLD1', vin: null },
      })
      app = startApplication(db, { deps: { register, captcha: easyCaptcha } })
      expect(valueOf(await find({ registration: 'OLD1' }))).toMatchObject({
        vehicle: { registration: 'OLD1', vin: null },
        recalls: [],
      })
      expect(await find({ registration: 'OLD1', vinNumber: COVE.vin })).toMatchObject(
        problem(400, 'InvalidRecallInfo'),
      )
    })

    test('are limited by address', async () => {
      app = startApplication(db, { env: { LIMIT_RECALL_LOOKUPS_PER_MINUTE: '2' } })
      const statuses = await Promise.all(
        Array.from({ length: 3 }, async () => (await app.request('/api/recalls')).status),
      )
      expect(statuses.sort()).toEqual([400, 400, 429])
    })
  })

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

    test('one is told in its parts', async () => {
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
            message: 'The address list is not available at the moment.',
          },
        },
      })
    })

    test('are limited by address', async () => {
      app = startApplication(db, { env: { LIMIT_ADDRESS_SEARCHES_PER_MINUTE: '1' } })
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
        app = startApplication(db, {
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

  test('a vendor’s captcha is judged by the vendor, and lets nobody through when it is out', async () => {
    let success: boolean | null = true
    const vendor = await startHttpServer(() =>
      success === null ? { hangsUp: true } : { body: { success } },
    )
    try {
      app = startApplication(db, {
        env: {
          CAPTCHA_PROVIDER: 'turnstile',
          CAPTCHA_SITE_KEY: '1x00000000000000000000AA',
          CAPTCHA_SECRET: 'hush',
          CAPTCHA_URL: vendor.url,
        },
      })
      await seedLookUps(app.deps)
      const call = app.browser()
      expect(valueOf(await call(getConfig))).toMatchObject({
        providers: { captcha: 'turnstile' },
        captchaSiteKey: '1x00000000000000000000AA',
      })
      const find = (captchaToken?: string) =>
        call(calls.findRecalls, {
          query: { registration: 'TOI101' },
          ...(captchaToken ? { captchaToken } : {}),
        })
      expect(await find()).toMatchObject(problem(400, 'InvalidToken'))
      expect(valueOf(await find('right')).recalls).toHaveLength(1)
      success = false
      expect(await find('wrong')).toMatchObject(problem(400, 'InvalidToken'))
      // The form for messages is on every page, also on those that do not let the vendor in.
      const body = { name: 'Hēmi', email: 'hemi@demo.example', message: 'Kia ora' }
      const leave = (captchaToken: string) => call(leaveMessage, { body, captchaToken })
      expect(await leave('right')).toMatchObject(problem(400, 'InvalidToken'))
      expect(await leave(await solveCaptcha(app))).toMatchObject({ ok: true })
      success = null
      expect(await find('right')).toMatchObject({
        failure: {
          status: 503,
          problem: { message: 'The security check is not available at the moment.' },
        },
      })
      expect(vendor.asked.map(({ body }) => body)).toEqual([
        'secret=hush&response=right',
        'secret=hush&response=wrong',
        'secret=hush&response=right',
      ])
    } finally {
      await vendor.close()
    }
  })

  test('a service that is out is told in the log with its reason, and no key', async () => {
    const warn = vi.fn()
    const service = await startHttpServer(() => ({ status: 500, body: '' }))
    app = startApplication(db, {
      env: { ADDRESS_PROVIDER: 'addressfinder', ADDRESS_KEY: 'CANARY', ADDRESS_URL: service.url },
    })
    app.deps.log.warn = warn
    try {
      await app.request('/api/addresses?q=1%20high')
      await service.close()
      await app.request('/api/addresses?q=1%20high')
      expect(warn).toHaveBeenCalledTimes(2)
      for (const [data, message] of warn.mock.calls) {
        expect(message).toBe('The address list is not available at the moment.')
        expect(`${data.err.stack} ${String(data.err.cause)}`).not.toContain('CANARY')
      }
    } finally {
      await service.close()
    }
  })
})
