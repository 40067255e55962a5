import { describe, expect, test } from 'vitest'
import { downloadExport, getAccount, requestExport } from '#lib/customers/account-calls.ts'
import { CustomerExport } from '#lib/customers/export-shapes.ts'
import { z } from '#lib/shared/zod.ts'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { buildExports } from '#server/customers/build-exports.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, saved, started } from '#tests/setup/purchases.ts'
import { beforeReading } from '#tests/setup/written.ts'
import { params, setUpAccountData, subjects } from './account-data.fixture.ts'
import { app, db, mia, signInAgain } from '#tests/setup/suite.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

const SUBJECT = 'Your data is ready to download'

describe.each(databases)('a copy of a customer’s data, on $name', (database) => {
  setUpAccountData(database)

  const ask = async () => valueOf(await mia.call(requestExport, { params }))
  const download = () => mia.call(downloadExport, { params })
  const parts = () =>
    db.selectFrom('data_export_part').select(['position', 'sealed']).orderBy('position').execute()
  const missing = { ok: false, failure: { status: 404 } }

  test('is put together in the background, mailed as a link, and expires', async () => {
    const asked = {
      requestedAt: '2026-11-23T01:00:00.000Z',
      readyAt: null,
      expiresAt: null,
      sizeBytes: null,
    }
    expect(await ask()).toEqual(asked)
    expect(await download()).toMatchObject(missing)
    expect(valueOf(await mia.call(getAccount, { params })).dataExport).toEqual(asked)

    app.clock.advance(1000)
    await buildExports(app.deps)
    const { dataExport } = valueOf(await mia.call(getAccount, { params }))
    const file = valueOf(await download())
    expect(dataExport).toEqual({
      ...asked,
      readyAt: '2026-11-23T01:00:01.000Z',
      expiresAt: '2026-11-24T01:00:01.000Z',
      sizeBytes: file.size,
    })
    expect(z.parse(CustomerExport, JSON.parse(await file.text())).customer.id).toBe(mia.customerId)
    expect((await subjects())[0]).toBe(SUBJECT)

    app.clock.advance(24 * HOUR_MS)
    await signInAgain()
    expect(await download()).toMatchObject(missing)
    expect(valueOf(await mia.call(getAccount, { params })).dataExport).toBeNull()
    await buildExports(app.deps)
    expect(await parts()).toEqual([])
  })

  test('is one at a time, however often and by however many processes', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, ask))
    expect(new Set(answers.map(({ requestedAt }) => requestedAt)).size).toBe(1)
    await Promise.all([1, 2, 3].map(() => buildExports(app.deps)))
    await ask()
    await buildExports(app.deps)
    expect(await db.selectFrom('data_export').select('export_id').execute()).toHaveLength(1)
    expect((await subjects()).filter((subject) => subject === SUBJECT)).toHaveLength(1)
  })

  test('is the work of another process where one has died on the way', async () => {
    await ask()
    await db.updateTable('data_export').set({ leased_until: '2026-11-23T01:05:00.000Z' }).execute()
    await db
      .insertInto('data_export_part')
      .values((eb) => ({
        export_id: eb.selectFrom('data_export').select('export_id'),
        position: 0,
        sealed: 'half of it',
      }))
      .execute()
    await buildExports(app.deps)
    expect(await download()).toMatchObject(missing)
    app.clock.advance(5 * 60_000 + 1)
    await buildExports(app.deps)
    JSON.parse(await valueOf(await download()).text())
  })

  test('is made although an account is erased half way through its own', async () => {
    await started(mia)
    await ask()
    app.clock.advance(1000)
    const kowhai = await arrive(app, 'company@demo.example')
    const own = { params: { id: kowhai.customerId } }
    valueOf(await kowhai.call(requestExport, own))
    beforeReading(app, 'purchase_note', () =>
      db.transaction().execute((trx) => eraseCustomer(trx, mia.customerId, '')),
    )
    await buildExports(app.deps)
    expect(await download()).toMatchObject({ ok: false })
    JSON.parse(await valueOf(await kowhai.call(downloadExport, own)).text())
  })

  test('is made although another can’t be', async () => {
    await ask()
    app.clock.advance(1000)
    const kowhai = await arrive(app, 'company@demo.example')
    const own = { params: { id: kowhai.customerId } }
    valueOf(await kowhai.call(requestExport, own))
    beforeReading(app, 'account_deletion', async () => {
      throw new Error('a read failed')
    })
    await expect(buildExports(app.deps)).rejects.toThrow('a read failed')
    JSON.parse(await valueOf(await kowhai.call(downloadExport, own)).text())
  })

  test('however long, is made, kept encrypted and sent in parts', async () => {
    const { quoteId } = await saved(mia)
    const row = await db
      .selectFrom('quote')
      .selectAll()
      .where('quote_id', '=', quoteId)
      .executeTakeFirstOrThrow()
    for (let made = 0; made < 200; made += 1)
      await db
        .insertInto('quote')
        .values({ ...row, quote_id: `${quoteId}-${made}` })
        .execute()
    await ask()
    await buildExports(app.deps)
    const kept = await parts()
    expect(kept.length).toBeGreaterThan(2)
    for (const { sealed } of kept) {
      expect(sealed.length).toBeLessThan(300_000)
      expect(sealed).not.toContain('TN27H')
    }
    const { quotes } = z.parse(CustomerExport, JSON.parse(await valueOf(await download()).text()))
    expect(new Set(quotes.map((quote) => quote.quoteId)).size).toBe(201)
  })

  test('is the customer’s alone, and goes with the account', async () => {
    await ask()
    await buildExports(app.deps)
    for (const email of ['company@demo.example', 'staff@demo.example'])
      expect(await (await arrive(app, email)).call(downloadExport, { params })).toMatchObject({
        ok: false,
        failure: { status: 403 },
      })
    await db.transaction().execute((trx) => eraseCustomer(trx, mia.customerId, ''))
    expect(await parts()).toEqual([])
  })
})
