import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { changePassword } from '#lib/sign-in/password-calls.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { signInWithPasskey, startPasskeySignIn } from '#lib/sign-in/passkey-calls.ts'
import { cancelPurchase } from '#lib/purchases/calls.ts'
import { startActing } from '#lib/staff/calls.ts'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { OF_CUSTOMERS, OF_STAFF } from '#server/demo/sample-queries.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { leaveMessage } from '#server/messages/messages.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { requireNoSamplePeople } from '#server/demo/samples.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { createStaff } from '#server/staff/staff-accounts.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { withPasskey } from '#tests/setup/passkeys.ts'
import { newCustomer, readCode, signIn, solveCaptcha, valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, saved, started } from '#tests/setup/purchases.ts'
import { bookedService } from '#tests/setup/services.ts'
import { payByCard, record } from '#tests/api/trade-in/transfers.fixture.ts'
import { admin } from '../../../scripts/admin.ts'
import { app, db, mia, sam } from '#tests/setup/suite.ts'
import { cardShop, setUpCardShop } from '#tests/setup/shop-suite.ts'

describe.each(databases)('the sample people of a demo on $name', (database) => {
  setUpCardShop(database)

  const run = () => admin(app.deps, ['remove-sample'])
  const startOutsideDemo = () => {
    const { settings } = app.deps
    return requireNoSamplePeople({ db, settings: { ...settings, isDemo: false } })
  }
  const cars = async () =>
    await db.selectFrom('stock').select(['stock_id', 'quantity']).orderBy('stock_id').execute()

  test('keep a shop from starting until the command has removed them, and all of theirs', async () => {
    const stock = await cars()
    const visitor = { name: 'Mia', email: 'Customer@demo.example', message: 'Hello' }
    await leaveMessage(app.deps, visitor)
    await db.updateTable('message').set({ done_by: 1, done_at: '2026-11-23' }).execute()
    await saved(mia)
    await started(mia)
    await bookedService(mia.call)
    const journey = await confirmed(mia)
    const { paymentId } = await payByCard(journey)
    await settlePayment(app.deps, paymentId)
    valueOf(await sam.call(startActing, { body: { customerId: mia.customerId } }))
    await record(journey, 5000)
    valueOf(await mia.call(cancelPurchase, { params: { id: journey.id } }))
    await sendRefunds(app.deps)
    expect(await db.selectFrom('refund').selectAll().execute()).not.toEqual([])

    await expect(startOutsideDemo()).rejects.toThrow(
      'DEMO is off, but the database has the sample accounts of a demo, whose password is published: run "npm run admin -- remove-sample", then start again.',
    )
    expect((await run()).text).toContain('Removed 38 sample customers and 4 sample staff.')

    await startOutsideDemo()
    for (const { email } of SAMPLE_ACCOUNTS)
      expect(await signIn(app.browser(), email, SAMPLE_PASSWORD)).toMatchObject({ ok: false })
    for (const table of [
      'customer',
      'staff',
      'customer_term',
      'ownership',
      'quote',
      'purchase_journey',
      'journey_event',
      'allocation',
      'payment',
      'receipt',
      'refund',
      'service_booking',
      'service_slot',
      'message',
      'session',
      'acting',
    ] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    const mails = await db.selectFrom('outbox').select('recipient').execute()
    expect(mails.filter(({ recipient }) => /demo\.example$/i.test(recipient))).toEqual([])
    expect(await cars()).toEqual(stock)
    expect((await admin(app.deps, ['verify-audit'])).isWell).toBe(true)
    expect((await run()).text).toBe('There are no sample people. Everyone is signed out.')
  })

  test('include one whose address has changed, and keep every other account', async () => {
    await db
      .updateTable('customer')
      .set({ email: 'mia@post.example', email_key: 'mia@post.example' })
      .where('id', '=', mia.customerId)
      .execute()
    const nadia = { firstName: 'Nadia', lastName: 'Ito', email: 'nadia@cars.example' }
    const { password } = (await createStaff(app.deps, { ...nadia, roles: ['admin'] }))!
    const { call } = await arrive(app, nadia.email)
    await run()
    expect(await db.selectFrom('customer').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('staff').select('email').execute()).toEqual([{ email: nadia.email }])
    // A demo shows mailed codes to everyone, so all sessions end with it.
    expect(await call(getCurrentUser)).toMatchObject({ ok: false })
    valueOf(await signIn(app.browser(), nadia.email, password))
  })

  test('take along what anyone could set by the mail of the demo: passwords and passkeys', async () => {
    const { app } = cardShop
    const email = 'tia@post.example'
    const newPassword = 'seven grey herons stood'
    // A stranger, who reads the code in the demo's mailbox.
    const { call, customerId } = await newCustomer(app, email, await solveCaptcha(app))
    const { authenticator } = await withPasskey({ call })
    const body = { type: 'NEW_ACCOUNT' as const, currentPassword: undefined, newPassword }
    valueOf(await call(changePassword, { params: { id: customerId }, body }))
    const visitor = app.browser()
    const opens = async () => {
      const { ceremonyId, options } = valueOf(await visitor(startPasskeySignIn))
      const credential = authenticator.get(options)
      const byPasskey = await visitor(signInWithPasskey, { body: { ceremonyId, credential } })
      return [byPasskey.ok, (await signIn(visitor, email, newPassword)).ok]
    }
    expect(await opens()).toEqual([true, true])
    await run()
    expect(await opens()).toEqual([false, false])

    app.clock.advance(60_000)
    await signIn(visitor, email, '')
    valueOf(await signIn(visitor, email, await readCode(app, email)))
  })

  test('are there again after another start as a demo', async () => {
    await run()
    await seedDemo(app.deps)
    valueOf(await signIn(app.browser(), 'staff@demo.example', SAMPLE_PASSWORD))
  })
})

test('the command knows every table that belongs to a customer or to staff', async () => {
  const db = openSqlite(':memory:')
  await migrate(db)
  const { rows } = await sql<{ name: string; owner: string }>`
    select distinct m.name as name, f."table" as owner
    from sqlite_schema m join pragma_foreign_key_list(m.name) f
    where f."table" in ('customer', 'staff') and f.on_delete <> 'CASCADE'`.execute(db)
  await db.destroy()
  const of = (owner: string, known: readonly string[]) =>
    rows.filter((row) => row.owner === owner && !known.includes(row.name))
  // The last ones are deleted, or let go of, by name.
  expect(of('customer', [...OF_CUSTOMERS, 'purchase_journey', 'quote', 'service_booking'])).toEqual(
    [],
  )
  expect(of('staff', [...OF_STAFF, 'message'])).toEqual([])
})
