import { beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#lib/vehicles/calls.ts'
import { seedLookUps } from '#server/demo/seed-look-ups.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, RIGHT_CAPTCHA, solveCaptcha, valueOf } from '#tests/setup/people.ts'
import { GOLF, countingRegister, problem, fault } from '#tests/api/addresses/look-ups.fixture.ts'
import { app, restart, setUpEmpty } from '#tests/setup/suite.ts'
import { DAY_MS, HOUR_MS } from '#lib/shared/durations.ts'

describe.each(databases)('looking up on $name', (database) => {
  setUpEmpty(database)

  describe('recalls', () => {
    beforeEach(async () => {
      restart({ deps: { captcha: easyCaptcha } })
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

    test('completed recalls are marked completed', async () => {
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
            fault('registration', 'Enter a registration or a VIN'),
            fault('vinNumber', 'Enter a registration or a VIN'),
          ]),
        )
      },
    )

    test.each([
      [
        { registration: 'ABC1234' },
        'registration',
        'Enter one to six letters and digits, as on the plate',
      ],
      [
        { registration: '--' },
        'registration',
        'Enter one to six letters and digits, as on the plate',
      ],
      [{ vinNumber: 'ABC' }, 'vinNumber', 'is not a VIN'],
      [{ vinNumber: '7AVCV1P22M000IOQ1' }, 'vinNumber', 'is not a VIN'],
      [{ registration: 'TOI101', vinNumber: 'x' }, 'vinNumber', 'is not a VIN'],
    ])('refuse %j', async (query, property, message) => {
      expect(await find(query)).toMatchObject(
        problem(400, 'Validation', [fault(property, message)]),
      )
    })

    test.each([
      [
        { registration: 'ZZZ999' },
        'registration',
        'We couldn’t find this registration. Please check it.',
      ],
      [
        { vinNumber: '7AVCV1P22M0009999' },
        'vinNumber',
        'We couldn’t find this VIN. Please check it.',
      ],
      [
        { registration: 'TOI101', vinNumber: '7AVTN3H24N0001023' },
        'vinNumber',
        'This VIN doesn’t belong to the vehicle with this registration.',
      ],
      [
        { registration: 'TOI101', vinNumber: '7AVCV1P22M0009999' },
        'vinNumber',
        'This VIN doesn’t belong to the vehicle with this registration.',
      ],
      [
        { registration: 'TOI105' },
        'registration',
        'This registration is for another make of car. We only have recalls for Tarvane vehicles.',
      ],
      [
        { vinNumber: 'JM0KF2W76K0000003' },
        'vinNumber',
        'This VIN is for another make of car. We only have recalls for Tarvane vehicles.',
      ],
    ])('say of %j whose it is not', async (query, property, message) => {
      expect(await find(query)).toMatchObject(
        problem(400, 'InvalidRecallInfo', [fault(property, message)]),
      )
    })

    test('want a captcha, once for each', async () => {
      restart()
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
      restart({ deps: { register, captcha: easyCaptcha } })
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
        // Any other id is unknown.
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
      restart({ deps: { register, captcha: easyCaptcha } })
      expect(valueOf(await find({ registration: 'OLD1' }))).toMatchObject({
        vehicle: { registration: 'OLD1', vin: null },
        recalls: [],
      })
      expect(await find({ registration: 'OLD1', vinNumber: COVE.vin })).toMatchObject(
        problem(400, 'InvalidRecallInfo'),
      )
    })

    test('are limited by address', async () => {
      restart({ env: { LIMIT_RECALL_LOOKUPS_PER_MINUTE: '2' } })
      const statuses = await Promise.all(
        Array.from({ length: 3 }, async () => (await app.request('/api/recalls')).status),
      )
      expect(statuses.sort()).toEqual([400, 400, 429])
    })
  })
})
