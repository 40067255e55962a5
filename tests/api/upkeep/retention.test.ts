import { describe, expect, test } from 'vitest'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { decideFinance, submitFinanceApplication } from '#lib/finance/calls.ts'
import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { createCustomer, createWebAccount } from '#lib/customers/calls.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { expire } from '#server/upkeep/expiry.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { aReferredApplication } from '#tests/builders/finance-application.ts'
import { bearer, startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  newCustomer,
  readCode,
  signedIn,
  signIn,
  solveCaptcha,
  valueOf,
} from '#tests/setup/people.ts'
import { aRequest, arrive, confirming, conflictOf, ready } from '#tests/setup/purchases.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

describe.each(databases)('what is kept on $name', ({ open }) => {
  test('is forgotten when it is of no more use, and not before', async () => {
    const db = await open()
    const app = startApplication(db)
    await seedDemo(app.deps)
    const count = async () => {
      const tables = ['login_code', 'captcha_used', 'rate', 'session', 'outbox'] as const
      const counts = tables.map(async (table) => [
        table,
        (await db.selectFrom(table).selectAll().execute()).length,
      ])
      return Object.fromEntries(await Promise.all(counts)) as Record<string, number>
    }

    const { tokens } = await newCustomer(app, 'tia@new.example', await solveCaptcha(app))
    await signIn(app.browser(), 'nobody@nowhere.example', '')
    await signIn(app.browser(), 'customer@demo.example', '')
    await signedIn(app)
    const before = await count()
    await forgetOld(app.deps)
    expect(await count()).toEqual(before)
    valueOf(
      await signIn(
        app.browser(),
        'customer@demo.example',
        await readCode(app, 'customer@demo.example'),
      ),
    )
    valueOf(await app.browser(bearer(tokens.access_token))(getCurrentUser))

    // As many as strangers make: more than are deleted in one piece.
    const window_start = app.deps.now().toISOString()
    for (let n = 0; n < 13; n++)
      await db
        .insertInto('rate')
        .values(
          Array.from({ length: 100 }, (_, at) => ({
            key: `try ${n} ${at}`,
            window_start,
            points: 1,
          })),
        )
        .execute()
    app.clock.advance(3 * DAY_MS)
    await forgetOld(app.deps)
    expect(await count()).toEqual({
      login_code: 0,
      captcha_used: 0,
      rate: 0,
      session: 3,
      outbox: 2,
    })

    app.clock.advance(5 * DAY_MS)
    await forgetOld(app.deps)
    const texts = await db.selectFrom('outbox').select('sealed').execute()
    expect(texts).toEqual([{ sealed: null }, { sealed: null }])

    app.clock.advance(60 * DAY_MS)
    await forgetOld(app.deps)
    expect(await count()).toMatchObject({ session: 0, outbox: 2 })

    app.clock.advance(120 * DAY_MS)
    await forgetOld(app.deps)
    expect(await count()).toMatchObject({ outbox: 0 })
    await db.destroy()
  })

  test('a registration that is not confirmed within 7 days is deleted, with its email, unless staff gave it an account', async () => {
    const db = await open()
    const app = startApplication(db)
    await seedDemo(app.deps)
    const register = async (email: string) =>
      valueOf(
        await app.browser()(createCustomer, {
          body: {
            customerType: 'INDIVIDUAL',
            name: { firstName: 'Tia', lastName: 'Moana' },
            email,
          },
          captchaToken: await solveCaptcha(app),
        }),
      )
    const remaining = async () => {
      await forgetOld(app.deps)
      const customers = await db
        .selectFrom('customer')
        .select('email')
        .where('email', 'like', '%@new.example')
        .orderBy('email')
        .execute()
      const mails = await db
        .selectFrom('outbox')
        .select('recipient')
        .where('recipient', 'like', '%@new.example')
        .distinct()
        .orderBy('recipient')
        .execute()
      return [customers.map(({ email }) => email), mails.map(({ recipient }) => recipient)]
    }
    await newCustomer(app, 'confirmed@new.example', await solveCaptcha(app))
    for (const name of ['given', 'left', 'repeated']) await register(`${name}@new.example`)
    const sam = await arrive(app, 'staff@demo.example')
    const giveAccount = async (registered: string, email: string) => {
      const params = await db
        .selectFrom('customer')
        .select('id')
        .where('email', '=', registered)
        .executeTakeFirstOrThrow()
      return sam.call(createWebAccount, { params, body: { email } })
    }
    valueOf(await giveAccount('given@new.example', 'given@new.example'))
    // Refused, as that address is another account's.
    const refused = await giveAccount('left@new.example', 'customer@demo.example')
    expect(conflictOf(refused).status).toBe(409)

    app.clock.advance(6 * DAY_MS)
    await register('repeated@new.example')
    const all = ['confirmed', 'given', 'left', 'repeated'].map((name) => `${name}@new.example`)
    expect(await remaining()).toEqual([all, all])
    app.clock.advance(2 * DAY_MS)
    const withoutLeft = all.filter((email) => !email.startsWith('left'))
    expect(await remaining()).toEqual([withoutLeft, withoutLeft])
    // A code that was asked for shortly before can still confirm it.
    app.clock.advance(6 * DAY_MS)
    await signIn(app.browser(), 'repeated@new.example', '')
    expect(await remaining()).toEqual([withoutLeft, withoutLeft])
    app.clock.advance(2 * DAY_MS)
    const last = ['confirmed@new.example', 'given@new.example']
    expect(await remaining()).toEqual([last, last])
    await db.destroy()
  })

  test('of purchases: finance that was not accepted for half a year, those left for a year', async () => {
    const db = await open()
    const app = startApplication(db)
    await seedDemo(app.deps)
    const mia = await arrive(app)
    const sam = await arrive(app, 'staff@demo.example')
    const decided = async (code: 'AUTOAPPR' | 'DECLINE') => {
      const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
      const params = { id }
      valueOf(await mia.call(submitFinanceApplication, { params, body: aReferredApplication }))
      const terms = { limitCents: 9_000_000, annualRatePct: 8.95, validUntil: '2099-12-31' }
      const body = {
        code,
        conditions: ['Your last three payslips.'],
        ...(code === 'AUTOAPPR' && terms),
      }
      return valueOf(await sam.call(decideFinance, { params, body }))
    }
    const accepted = valueOf(await confirming(mia, await decided('AUTOAPPR')))
    const declined = await decided('DECLINE')
    const changed = async (id: string, facts: Parameters<typeof aRequest>[0]) => {
      const body = { currentQuoteRequest: aRequest(facts) }
      return valueOf(await mia.call(updatePurchaseJourney, { params: { id }, body }))
    }
    valueOf(await confirming(mia, await changed(declined.id, {})))
    const paid = await decided('AUTOAPPR')
    valueOf(await confirming(mia, await changed(paid.id, {})))
    const leased = await decided('AUTOAPPR')
    valueOf(await confirming(mia, await changed(leased.id, { payOption: 'LEASETC' })))
    const drafted = async () => {
      const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
      const body = { financeApplication: { residence: { dependants: 1 } } }
      return valueOf(await mia.call(updatePurchaseJourney, { params: { id }, body }))
    }
    const unsent = await drafted()
    valueOf(await confirming(mia, unsent))
    const waiting = await drafted()
    valueOf(await confirming(mia, waiting))
    await db
      .updateTable('purchase_journey')
      .set({ status: 'COMPLETE' })
      .where('purchase_journey_id', 'in', [accepted.id, paid.id, leased.id, unsent.id])
      .execute()
    const left = await decided('AUTOAPPR')
    const draft = await drafted()
    const names = new Map([
      [accepted.id, 'accepted'],
      [declined.id, 'declined'],
      [paid.id, 'paid in cash'],
      [leased.id, 'leased'],
      [left.id, 'left'],
      [draft.id, 'draft'],
      [unsent.id, 'never sent'],
      [waiting.id, 'never sent, and not handed over'],
    ])
    const kept = async () => {
      await expire(app.deps)
      await forgetOld(app.deps)
      const journeys = await db.selectFrom('purchase_journey').selectAll().execute()
      const signed = await db.selectFrom('finance_signature').selectAll().execute()
      return Object.fromEntries(
        journeys.flatMap((row) => {
          const { purchase_journey_id: id, finance_application, credit_decision } = row
          const hasSigned = signed.some((one) => one.purchase_journey_id === id)
          const saysMore = credit_decision?.includes('payslips') ?? false
          const name = names.get(id)
          return name ? [[name, [finance_application !== null, hasSigned, saysMore]]] : []
        }),
      )
    }

    app.clock.advance(181 * DAY_MS)
    expect(await kept()).toEqual({
      accepted: [true, true, true],
      declined: [true, true, true],
      'paid in cash': [true, true, true],
      leased: [true, true, true],
      left: [true, true, true],
      draft: [true, false, false],
      'never sent': [true, false, false],
      'never sent, and not handed over': [true, false, false],
    })
    app.clock.advance(2 * DAY_MS)
    expect(await kept()).toEqual({
      accepted: [true, true, true],
      declined: [false, false, false],
      'paid in cash': [false, false, false],
      leased: [false, false, false],
      left: [false, false, false],
      draft: [false, false, false],
      'never sent': [false, false, false],
      'never sent, and not handed over': [false, false, false],
    })
    app.clock.advance(180 * DAY_MS)
    expect(Object.keys(await kept()).length).toBe(names.size)
    app.clock.advance(3 * DAY_MS)
    expect(await kept()).toEqual({
      accepted: [true, true, true],
      declined: [false, false, false],
      'paid in cash': [false, false, false],
      leased: [false, false, false],
      'never sent': [false, false, false],
      'never sent, and not handed over': [false, false, false],
    })
    await db.destroy()
  })
})
