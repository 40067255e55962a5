import { describe, expect, test } from 'vitest'
import {
  changeWebAccountEmail,
  createCustomer,
  verifyWebAccountEmail,
} from '#lib/customers/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { lockCustomer } from '#server/customers/queries.ts'
import { insertLinkToken } from '#server/sign-in/link-queries.ts'
import { databases } from '#tests/setup/databases.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { readCode, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { arrive, faultsOf } from '#tests/setup/purchases.ts'
import {
  isIn,
  MIA,
  NEW,
  opens,
  mails,
  subjects,
  askForCode,
  setUpAccounts,
} from './accounts.fixture.ts'
import { app, db, mia, signInAgain } from '#tests/setup/suite.ts'
import { untilLockWait } from '#tests/setup/lock-waits.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import { forgetOld } from '#server/upkeep/retention.ts'

describe.each(databases)('accounts on $name', (database) => {
  setUpAccounts(database)

  describe('an address', () => {
    const ask = (body: { email?: string; currentPassword?: string } = {}) =>
      mia.call(changeWebAccountEmail, {
        params: { id: mia.customerId },
        body: { email: NEW, currentPassword: SAMPLE_PASSWORD, ...body },
      })
    const prove = (code: string, { call } = mia) =>
      call(verifyWebAccountEmail, { params: { id: mia.customerId }, body: { code } })
    const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

    test('counts once it is proven, and both are emailed', async () => {
      const elsewhere = await arrive(app)
      expect(valueOf(await ask())).toMatchObject({ email: MIA, webAccountStatus: 'ACTIVE' })
      expect(await subjects(MIA)).toEqual(['A new email address for your Tarvane account'])
      expect(await opens(MIA, SAMPLE_PASSWORD)).toBe(true)

      expect(valueOf(await prove(await readCode(app, NEW)))).toMatchObject({ email: NEW })
      expect([await isIn(mia), await isIn(elsewhere)]).toEqual([true, false])
      expect([await opens(NEW, SAMPLE_PASSWORD), await opens(MIA, SAMPLE_PASSWORD)]).toEqual([
        true,
        false,
      ])
      expect(await subjects(MIA)).toContain('Your Tarvane account has a new email address')
    })

    test('takes its emails with it: the next holder of the old one has no part in them', async () => {
      valueOf(await ask())
      valueOf(await prove(await readCode(app, NEW)))
      const { messages } = await exportedData(app, mia)
      expect(messages.map(({ subject }) => subject)).toEqual(
        expect.arrayContaining([
          'A new email address for your Tarvane account',
          'Your Tarvane account has a new email address',
        ]),
      )
      const ofOld = db.selectFrom('outbox').select('subject').where('recipient_key', '=', MIA)
      expect(await ofOld.execute()).toEqual([])
    })

    test('is proven while a row that names the account is added', async () => {
      valueOf(await ask())
      const code = await readCode(app, NEW)
      let proven: ReturnType<typeof prove>
      await db.transaction().execute(async (trx) => {
        const link = { token_hash: 'any', created_at: '', used_at: null }
        await insertLinkToken(trx, { ...link, customer_id: mia.customerId })
        proven = prove(code)
        await untilLockWait(db)
        await lockCustomer(trx, mia.customerId)
      })
      expect(valueOf(await proven!)).toMatchObject({ email: NEW })
    })

    test('a code of the address before opens nothing afterwards', async () => {
      const old = await askForCode()
      valueOf(await ask())
      valueOf(await prove(await readCode(app, NEW)))
      expect(await opens(MIA, old)).toBe(false)
    })

    test.each([
      ['without proof of who asks', { currentPassword: undefined }, 'currentPassword'],
      ['with a wrong password', { currentPassword: 'not it' }, 'currentPassword'],
      ['to what is no address', { email: 'mia' }, 'email'],
    ])('is not changed %s', async (_, body, field) => {
      expect(faultsOf(await ask(body))).toMatchObject({ status: 400, fields: [field] })
      expect(await mails(NEW)).toEqual([])
      expect(await mails(MIA)).toEqual([])
    })

    test('counts wrong codes for a day, and no longer', async () => {
      valueOf(await ask())
      await prove(wrongFor(await readCode(app, NEW)))
      const counted = () =>
        db
          .selectFrom('rate')
          .select('window_start')
          .where('key', 'like', `code-failures:% ${mia.customerId}`)
          .execute()
      expect(await counted()).toEqual([{ window_start: expect.not.stringMatching('ever') }])
      app.clock.advance(4 * DAY_MS)
      await forgetOld(app.deps)
      expect(await counted()).toEqual([])
    })

    test('takes five wrong codes, and not ten minutes', async () => {
      valueOf(await ask())
      const code = await readCode(app, NEW)
      for (let tries = 0; tries < 5; tries++)
        expect(faultsOf(await prove(wrongFor(code)))).toMatchObject({
          status: 400,
          fields: ['code'],
        })
      expect(faultsOf(await prove(code))).toMatchObject({ status: 400 })

      app.clock.advance(MINUTE_MS)
      valueOf(await ask({ email: 'mia@other.example' }))
      const other = await readCode(app, 'mia@other.example')
      app.clock.advance(10 * MINUTE_MS)
      expect(faultsOf(await prove(other))).toMatchObject({ status: 400 })
    })

    test('without having asked there is nothing to prove', async () => {
      expect(faultsOf(await prove('123456'))).toMatchObject({ status: 400, fields: ['code'] })
    })

    test('that is taken is asked for like any other, and gets no code', async () => {
      for (const taken of ['company@demo.example', 'staff@demo.example']) {
        expect(valueOf(await ask({ email: taken }))).toEqual(valueOf(await ask()))
        expect(await mails(taken)).toEqual([])
      }
    })

    test('that another customer has proven first is theirs', async () => {
      valueOf(await ask())
      const code = await readCode(app, NEW)
      await db
        .updateTable('customer')
        .set({ email: NEW, email_key: NEW })
        .where('id', '=', 1)
        .execute()
      expect(faultsOf(await prove(code))).toMatchObject({ status: 409 })
    })

    test('that a stranger registered and never proved is taken from them', async () => {
      const register = () =>
        app.browser()(createCustomer, {
          body: {
            customerType: 'INDIVIDUAL',
            name: { firstName: 'Tia', lastName: 'Moana' },
            email: NEW,
            password: 'eight grey herons stood',
          },
          captchaToken: RIGHT_CAPTCHA,
        })
      valueOf(await register())
      const toRegister = await readCode(app, NEW)
      app.clock.advance(MINUTE_MS)
      valueOf(await ask())
      expect(valueOf(await prove(await readCode(app, NEW)))).toMatchObject({ email: NEW })
      expect(await opens(NEW, toRegister)).toBe(false)
      expect(await opens(NEW, 'eight grey herons stood')).toBe(false)
      expect(await opens(NEW, SAMPLE_PASSWORD)).toBe(true)
    })

    test('is asked for five times an hour at most', async () => {
      app.clock.atMs = Date.parse('2026-11-24T00:00:00Z')
      await signInAgain()
      for (let each = 0; each < 5; each++) valueOf(await ask({ email: `mia${each}@new.example` }))
      expect(faultsOf(await ask())).toMatchObject({ status: 429 })
    })

    test('of 20 proofs at once one counts', async () => {
      valueOf(await ask())
      const code = await readCode(app, NEW)
      const proofs = await Promise.all(Array.from({ length: 20 }, () => prove(code)))
      expect(proofs.filter(({ ok }) => ok)).toHaveLength(1)
    })
  })
})
