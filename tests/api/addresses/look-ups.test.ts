import { describe, expect, test, vi } from 'vitest'
import { findRecalls, retrieveAndCreateCar } from '#lib/vehicles/calls.ts'
import { leaveMessage } from '#lib/messages/calls.ts'
import { getConfig } from '#lib/site/calls.ts'
import { seedLookUps } from '#server/demo/seed-look-ups.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { databases } from '#tests/setup/databases.ts'
import { startHttpServer } from '#tests/setup/http-server.ts'
import { easyCaptcha, RIGHT_CAPTCHA, solveCaptcha, valueOf } from '#tests/setup/people.ts'
import { GOLF, countingRegister, problem, fault } from './look-ups.fixture.ts'
import { app, db, restart, setUpEmpty } from '#tests/setup/suite.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('looking up on $name', (database) => {
  setUpEmpty(database)

  describe('a vehicle by its plate', () => {
    const lookUp = async (regNo: string, captchaToken?: string) =>
      app.browser()(retrieveAndCreateCar, {
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
          licenceExpiry: '2027-02-11',
          powerKw: 96,
          economy: { fuelLitresPer100Km: 4.7, electricityKwhPer100Km: null },
          tradeInGuide: { lowCents: 2655000, highCents: 3186000 },
          openRecalls: [],
        },
      })
    })

    test('finds it where the letter O was typed for a zero', async () => {
      expect(valueOf(await lookUp('T0I1O2')).car.registration).toBe('TOI102')
    })

    test.each(['toi 102', ' TOI-102 '])('finds it written as %j', async (regNo) => {
      expect(valueOf(await lookUp(regNo)).car.registration).toBe('TOI102')
    })

    test('decision 69: finds it by its VIN, with its open recalls', async () => {
      await seedLookUps(app.deps)
      const { car } = valueOf(await lookUp('7avcv1p22m0001011'))
      expect(car).toMatchObject({
        registration: 'TOI101',
        openRecalls: [{ recallNumber: 'TVN-2024-003' }],
      })
    })

    test('decision 69: knows a recalled car that the register does not', async () => {
      await seedLookUps(app.deps)
      restart({ env: { DEMO: 'off' } })
      for (const asked of ['TOI101', '7AVCV1P22M0001011'])
        expect(valueOf(await lookUp(asked)).car).toMatchObject({
          vin: '7AVCV1P22M0001011',
          odometerKm: null,
          openRecalls: [{ recallNumber: 'TVN-2024-003' }],
        })
    })

    test('says when there is none', async () => {
      expect(await lookUp('ZZZ999')).toMatchObject(problem(404, 'NotFound'))
      restart({ env: { DEMO: 'off' } })
      expect(await lookUp('TOI102')).toMatchObject(problem(404, 'NotFound'))
    })

    test.each(['ABC1234', 'AB%201', 'Māia', "a'--"])('refuses %s', async (regNo) => {
      expect(await lookUp(regNo)).toMatchObject(
        problem(400, 'Validation', [
          fault('regNo', 'Enter a number plate, or a VIN of 17 letters and digits'),
        ]),
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
      restart({ env: { TRUSTED_PROXIES: '1' } })
      const statuses = await Promise.all(Array.from({ length: 20 }, () => ask('192.0.2.1')))
      expect(statuses.filter(({ status }) => status === 200)).toHaveLength(3)
      expect((await ask('192.0.2.2')).status).toBe(200)
    })

    test('asks the register once a day for each plate, known or not', async () => {
      const register = countingRegister({ CBC193: GOLF })
      restart({ deps: { register, captcha: easyCaptcha } })
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
      restart({ deps: { register } })
      expect(await lookUp('CBC193')).toMatchObject({
        failure: {
          status: 503,
          problem: {
            code: 'Unavailable',
            message: 'The vehicle register is not available right now.',
          },
        },
      })
      register.isOut = false
      expect(await lookUp('CBC193')).toMatchObject(problem(503, 'Unavailable'))
      expect(register.asked).toHaveLength(1)
      app.clock.advance(MINUTE_MS)
      expect(valueOf(await lookUp('CBC193')).car.model).toEqual({ description: 'GOLF' })
    })

    test('one register’s answers are not another’s', async () => {
      await lookUp('TOI102')
      const register = countingRegister({})
      restart({ deps: { register } })
      expect(await lookUp('TOI102')).toMatchObject(problem(404, 'NotFound'))
    })

    test('an answer kept in an older shape is asked for again', async () => {
      const register = countingRegister({ CBC193: GOLF })
      restart({ deps: { register } })
      await db
        .insertInto('register_answer')
        .values({
          provider: 'counting',
          asked: 'CBC193',
          answer: '{"registration":"CBC193"}',
          answered_at: app.clock.now().toISOString(),
        })
        .execute()
      expect(valueOf(await lookUp('CBC193')).car.year).toBe(2004)
    })

    test('what a register answered is forgotten after a day', async () => {
      await lookUp('TOI102')
      app.clock.advance(DAY_MS)
      await forgetOld(app.deps)
      // The vehicle, and its value.
      expect(await db.selectFrom('register_answer').selectAll().execute()).toHaveLength(2)
      app.clock.advance(1)
      await forgetOld(app.deps)
      expect(await db.selectFrom('register_answer').selectAll().execute()).toEqual([])
    })

    test('speaks to CarJam where the settings say so', async () => {
      const carjam = await startHttpServer(() => ({
        body: { ...GOLF, plate: 'CBC193', year_of_manufacture: '2004' },
      }))
      try {
        restart({
          env: { REGISTER_PROVIDER: 'carjam', REGISTER_KEY: 'key', REGISTER_URL: carjam.url },
        })
        expect(valueOf(await lookUp('CBC193')).car).toMatchObject({ vin: 'WVWZZZ1KZ4W084761' })
        expect(carjam.asked).toMatchObject([{ query: { key: 'key', plate: 'CBC193' } }])
      } finally {
        await carjam.close()
      }
    })
  })

  test('a vendor’s captcha is judged by the vendor, and lets no one through when it is out', async () => {
    let success: boolean | null = true
    const vendor = await startHttpServer(() =>
      success === null ? { hangsUp: true } : { body: { success } },
    )
    try {
      restart({
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
        call(findRecalls, {
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
          problem: { message: 'The security check is not available right now.' },
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

  test('a service that is out is logged with its reason, and no key', async () => {
    const warn = vi.fn()
    const service = await startHttpServer(() => ({ status: 500, body: '' }))
    restart({
      env: { ADDRESS_PROVIDER: 'addressfinder', ADDRESS_KEY: 'CANARY', ADDRESS_URL: service.url },
    })
    app.deps.log.warn = warn
    try {
      await app.request('/api/addresses?q=1%20high')
      await service.close()
      await app.request('/api/addresses?q=1%20high')
      expect(warn).toHaveBeenCalledTimes(2)
      for (const [data, message] of warn.mock.calls) {
        expect(message).toBe('The address list is not available right now.')
        expect(`${data.err.stack} ${String(data.err.cause)}`).not.toContain('CANARY')
      }
    } finally {
      await service.close()
    }
  })
})
