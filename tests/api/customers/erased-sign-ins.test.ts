import { describe, expect, test } from 'vitest'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { sendCode } from '#server/sign-in/codes.ts'
import { epochOf } from '#server/sign-in/session-queries.ts'
import { databases } from '#tests/setup/databases.ts'
import { app, db, mia, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('an account that is erased on $name', (database) => {
  setUpSignedIn(database)

  test('gets no code that was asked for before, and ends sign-ins under way', async () => {
    const owner = { customer_id: mia.customerId, staff_id: null }
    const epoch = await epochOf(db, owner)
    const at = app.deps.now().toISOString()
    await transact(app.deps, (trx) => eraseCustomer(trx, mia.customerId, at))
    const sent = db.selectFrom('outbox').select('kind').where('kind', '<>', 'blank')
    const before = await sent.execute()
    await transact(app.deps, (trx) =>
      sendCode(app.deps, trx, {
        email: 'customer@demo.example',
        by: 'RESET',
        customerId: mia.customerId,
        isProven: true,
        asker: 'network',
        isHuman: true,
        write: () => {
          throw new Error('an email is written')
        },
      }),
    )
    expect(await sent.execute()).toEqual(before)
    expect(await db.selectFrom('login_code').select('customer_id').execute()).not.toContainEqual({
      customer_id: mia.customerId,
    })
    expect(await epochOf(db, owner)).not.toBe(epoch)
  })
})
