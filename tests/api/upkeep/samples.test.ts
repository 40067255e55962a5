import { describe, expect, test } from 'vitest'
import { startStripePayment } from '#lib/payments/calls.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { cancelPurchase } from '#lib/purchases/calls.ts'
import { startActing } from '#lib/staff/calls.ts'
import { SAMPLE_ACCOUNTS, SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { EMPTIED, KEPT } from '#server/demo/sample-queries.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { leaveMessage } from '#server/messages/messages.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { requireOwnDatabase } from '#server/demo/samples.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { createStaff } from '#server/staff/staff-accounts.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { withPasskey } from '#tests/setup/passkeys.ts'
import { newCustomer, signIn, solveCaptcha, valueOf } from '#tests/setup/people.ts'
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
    return requireOwnDatabase({ db, settings: { ...settings, isDemo: false } })
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
      'DEMO is off, but the database has the sample accounts of a demo, whose password is published: run "npm run admin -- remove-sample", which removes all customers and purchases of the demo, then start again.',
    )
    expect((await run()).text).toContain(
      'Removed 38 customers with everything they did, and 4 sample staff.',
    )

    await startOutsideDemo()
    for (const table of [...EMPTIED, 'staff'] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    for (const { email } of SAMPLE_ACCOUNTS)
      expect(await signIn(app.browser(), email, SAMPLE_PASSWORD)).toMatchObject({ ok: false })
    expect(await cars()).toEqual(stock)
    expect((await admin(app.deps, ['verify-audit'])).isWell).toBe(true)
    expect((await run()).text).toBe(
      'There are no sample people, so this is not a demo’s database. Nothing is removed.',
    )
  })

  test('are gone with all that visitors did, and paid at the simulator', async () => {
    const stock = await cars()
    const { app } = cardShop
    await newCustomer(app, 'tia@post.example', await solveCaptcha(app))
    const tia = await arrive(app, 'tia@post.example')
    await withPasskey(tia)
    const { id } = await confirmed(tia)
    const { paymentId, redirectUrl } = valueOf(
      await tia.call(startStripePayment, {
        body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' },
      }),
    )
    await cardShop.atThePage(redirectUrl, { outcome: 'pay', notice: 'never', return: 'never' })
    await settlePayment(app.deps, paymentId)
    await db
      .insertInto('dispute')
      .values({
        dispute_id: 'dp_1',
        payment_id: paymentId,
        amount_cents: 1,
        currency: 'nzd',
        reason: 'fraudulent',
        status: 'OPEN',
        provider_status: 'needs_response',
        opened_at: '2026-11-23',
        is_waiting: 1,
      })
      .execute()
    const at = app.deps.now().toISOString()
    await db
      .insertInto('watch')
      .values({
        watch_id: 'watch-1',
        key_hash: 'hash',
        email: 'stranger@post.example',
        email_key: 'stranger@post.example',
        configuration: '{}',
        car: 'Tarn',
        price_cents: 1,
        stock_level: 'NONE',
        created_at: at,
        confirmed_at: at,
        told_at: null,
        ends_at: at,
        next_check_at: at,
      })
      .execute()
    await run()
    for (const table of [...EMPTIED, 'passkey'] as const)
      expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
    expect(await cars()).toEqual(stock)
    await startOutsideDemo()
  })

  test('are removed from no shop, and are not added to one', async () => {
    await run()
    const { call } = await newCustomer(app, 'tia@post.example', await solveCaptcha(app))
    await run()
    expect(await call(getCurrentUser)).toMatchObject({ ok: true })
    await expect(requireOwnDatabase(app.deps)).rejects.toThrow(
      'DEMO is on, but the database has the customers of a shop',
    )
  })

  test('leave the staff of the operator, who sign in again', async () => {
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

  test('are there again after another start as a demo', async () => {
    await run()
    await seedDemo(app.deps)
    valueOf(await signIn(app.browser(), 'staff@demo.example', SAMPLE_PASSWORD))
  })
})

test('the command keeps a table or empties it', async () => {
  const db = openSqlite(':memory:')
  await migrate(db)
  const tables = await db.introspection.getTables()
  // An index for searching words is tables of its own.
  const named = tables.flatMap(({ name }) => (name.startsWith('address_road_') ? [] : name)).sort()
  await db.destroy()
  expect([...KEPT, ...EMPTIED].sort()).toEqual(named)
})
