import { beforeEach, describe, expect, test, vi } from 'vitest'
import { databases } from '#tests/setup/databases.ts'
import { confirmed } from '#tests/setup/purchases.ts'
import { findDeletion, insertDeletion } from '#server/customers/deletion-queries.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { valueOf } from '#tests/setup/people.ts'
import { admin } from '../../../scripts/admin.ts'
import { app, db, mia, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('the commands for upkeep, on $name', (database) => {
  let email: string
  const run = (...args: string[]) => admin(app.deps, args)

  setUpSignedIn(database)
  beforeEach(async () => {
    const id = valueOf(await mia.call(getCurrentUser)).customer!.id
    const row = await db
      .selectFrom('customer')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    email = row.email
  })

  test('print what is held about a customer, and note it', async () => {
    const { isWell, text } = await run('customer', 'export', email)
    expect(isWell).toBe(true)
    expect(JSON.parse(text)).toMatchObject({ customer: { email } })
    const row = await db
      .selectFrom('audit')
      .select(['actor', 'action'])
      .where('action', '=', 'exportCustomer')
      .execute()
    expect(row).toEqual([{ actor: 'system', action: 'exportCustomer' }])
  })

  test('erase a customer, unless a purchase is under way', async () => {
    await confirmed(mia)
    expect((await run('customer', 'erase', email)).text).toContain('A purchase is in progress')
    await db.updateTable('purchase_journey').set({ status: 'CANCELLED' }).execute()
    const due = { customer_id: 1, requested_at: '', due_at: '' }
    await insertDeletion(db, due)
    expect(await run('customer', 'erase', email)).toMatchObject({ isWell: true })
    // Another's day is for the job.
    expect(await findDeletion(db, due.customer_id)).toMatchObject(due)
    expect(await run('customer', 'export', email)).toMatchObject({
      isWell: false,
      text: expect.stringContaining('There is no customer'),
    })
  })

  test('leave no deletion to the hourly job where something came in between', async () => {
    await confirmed(mia)
    const becomes = (status: 'CANCELLED' | 'CONFIRMED') =>
      db.updateTable('purchase_journey').set({ status }).execute()
    await becomes('CANCELLED')
    const begin = db.transaction.bind(db)
    const erasing: ReturnType<typeof begin> = Object.create(begin(), {
      execute: {
        value: async (act: Parameters<ReturnType<typeof begin>['execute']>[0]) => {
          await becomes('CONFIRMED')
          return begin().execute(act)
        },
      },
    })
    vi.spyOn(db, 'transaction').mockImplementationOnce(begin).mockReturnValueOnce(erasing)
    const { text } = await run('customer', 'erase', email)
    expect(text).toContain('A purchase has just been started.')
    expect(await findDeletion(db, mia.customerId)).toBeNull()
  })

  test('send again what was given up, but no codes', async () => {
    await db.deleteFrom('outbox').execute()
    for (const kind of ['quote', 'sign-in-code'] as const)
      await db.transaction().execute((trx) =>
        enqueueMail(app.deps, trx, {
          kind,
          to: email,
          subject: 'Kia ora',
          text: 'Kia ora',
          html: '<p>Kia ora</p>',
        }),
      )
    const at = app.deps.now().toISOString()
    await db.updateTable('outbox').set({ failed_at: at, last_error: 'no such host' }).execute()
    const listed = await run('mail', 'failed')
    expect(listed.text.split('\n')).toHaveLength(2)
    expect(listed.text).not.toContain(email)
    expect((await run('mail', 'replay', 'all')).text).toBe('1 queued again.')
    expect((await run('mail', 'replay', 'all')).isWell).toBe(false)
    const [waiting] = await db
      .selectFrom('outbox')
      .selectAll()
      .where('failed_at', 'is', null)
      .execute()
    expect(waiting).toMatchObject({ kind: 'quote', attempts: 0, next_attempt_at: at })
  })

  test('trigger payment checks', async () => {
    expect((await run('payments', 'check')).text).toBe(
      '0 payments will be checked within 15 seconds.',
    )
  })
})
