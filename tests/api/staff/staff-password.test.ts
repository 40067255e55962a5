import { beforeEach, describe, expect, test } from 'vitest'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { changeStaffPassword, startSecondFactor } from '#lib/staff/sign-in-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { actorOf, startSession } from '#server/sign-in/sessions.ts'
import { epochOf, revokeSessionsOf } from '#server/sign-in/session-queries.ts'
import { changeStaffPassword as changePassword } from '#server/staff/staff-password.ts'
import { renewPassword, resetSecondFactor } from '#server/staff/staff-accounts.ts'
import { databases } from '#tests/setup/databases.ts'
import { CLIENT, valueOf } from '#tests/setup/people.ts'
import { arrive, conflictOf, faultsOf, type Person } from '#tests/setup/purchases.ts'
import { app, db, setUpDemo } from '#tests/setup/suite.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

const EMAIL = 'sales@demo.example'
const NEW = 'a kea stole my gloves'

describe.each(databases)('staff changing their own password, on $name', (database) => {
  let sales: Person
  setUpDemo(database)
  beforeEach(async () => {
    sales = await arrive(app, EMAIL)
  })

  const change = (currentPassword: string, newPassword: string) =>
    sales.call(changeStaffPassword, { body: { currentPassword, newPassword } })
  const signIn = async (password: string) => {
    const form = { ...CLIENT, grant_type: 'password', username: EMAIL, password }
    const body = new URLSearchParams(form)
    return (await app.request('/api/auth/token', { method: 'POST', body })).status
  }

  test('is changed by the one there is: other sessions end, with a mail and a row in the audit', async () => {
    const elsewhere = await arrive(app, EMAIL)
    valueOf(await change(SAMPLE_PASSWORD, NEW))
    expect([await signIn(SAMPLE_PASSWORD), await signIn(NEW)]).toEqual([400, 200])
    valueOf(await sales.call(getCurrentUser))
    expect((await elsewhere.call(getCurrentUser)).ok).toBe(false)
    const { messages } = valueOf(await app.browser()(listDemoMail, { query: { to: EMAIL } }))
    expect(messages[0]?.subject).toContain('staff password was changed')
    const rows = await db.selectFrom('audit').select(['actor', 'action', 'fields']).execute()
    const { staff } = valueOf(await sales.call(getCurrentUser))
    const whose = `staff:${staff!.id}`
    expect(rows).toEqual([
      { actor: whose, action: 'changeStaffPassword', fields: JSON.stringify([whose]) },
    ])
  })

  test('is changed once when the answer was lost, and the try is given back', async () => {
    for (let times = 0; times < 3; times += 1) valueOf(await change(SAMPLE_PASSWORD, NEW))
    const { messages } = valueOf(await app.browser()(listDemoMail, { query: { to: EMAIL } }))
    expect(messages.filter(({ subject }) => subject.includes('was changed'))).toHaveLength(1)
    const tries = await db
      .selectFrom('rate')
      .select('key')
      .where('key', 'like', 'password:%')
      .execute()
    expect(tries).toEqual([])
    expect(faultsOf(await change(SAMPLE_PASSWORD, `${NEW} too`)).fields).toEqual([
      'currentPassword',
    ])
  })

  test.each([
    ['here', (current: string) => change(current, NEW)],
    [
      'before another way to sign in is added',
      (currentPassword: string) => sales.call(startSecondFactor, { body: { currentPassword } }),
    ],
  ])(
    'is guessed so often a day by someone signed in, %s; signing in again lets its owner go on',
    async (_, guess) => {
      for (let quarters = 0; quarters < 4; quarters += 1) {
        for (let tries = 0; tries < 10; tries += 1) await guess('a guess')
        app.clock.advance(15 * MINUTE_MS)
        sales = await arrive(app, EMAIL)
      }
      expect(faultsOf(await guess(SAMPLE_PASSWORD)).status).toBe(429)
      expect(await signIn(SAMPLE_PASSWORD)).toBe(200)
      valueOf(await guess(SAMPLE_PASSWORD))
    },
  )

  test('is changed neither by a wrong one nor to a weak one, and of two at once, once', async () => {
    expect(faultsOf(await change('wrong', NEW)).fields).toEqual(['currentPassword'])
    expect(faultsOf(await change(SAMPLE_PASSWORD, 'short')).fields).toEqual(['newPassword'])
    expect(faultsOf(await change(SAMPLE_PASSWORD, EMAIL.repeat(2))).fields).toEqual(['newPassword'])
    const answers = await Promise.all([
      change(SAMPLE_PASSWORD, NEW),
      change(SAMPLE_PASSWORD, `${NEW} too`),
    ])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    // The other is in the way of it, or comes after it with what was the password.
    const refused = answers.find(({ ok }) => !ok)!
    expect([400, 409]).toContain(conflictOf(refused).status)
  })

  test('is not changed by a session that is ended meanwhile', async () => {
    const actor = (await actorOf(app.deps, sales.accessToken))!
    if (actor.type !== 'STAFF') throw new Error('no member of staff')
    const owner = { customer_id: null, staff_id: actor.staffId }
    await db.transaction().execute((trx) => revokeSessionsOf(trx, owner, 'elsewhere', ''))
    const passwords = { currentPassword: SAMPLE_PASSWORD, newPassword: NEW }
    await expect(changePassword(app.deps, { actor, ip: '' }, passwords)).rejects.toMatchObject({
      status: 401,
    })
    expect(await signIn(SAMPLE_PASSWORD)).toBe(200)
  })

  test.each([
    ['a new password', (email: string) => renewPassword(app.deps, email)],
    ['no second factor', (email: string) => resetSecondFactor(app.deps, email)],
  ])(
    'who has just proved the old one gets no session once the operator has given %s',
    async (_, act) => {
      const { id: staff_id } = await db
        .selectFrom('staff')
        .select('id')
        .where('email', '=', EMAIL)
        .executeTakeFirstOrThrow()
      const owner = { customer_id: null, staff_id }
      const proven = { owner, epoch: await epochOf(db, owner) }
      expect(await startSession(app.deps, proven, undefined)).not.toBeNull()
      await act(EMAIL)
      expect(await startSession(app.deps, proven, undefined)).toBeNull()
      expect((await sales.call(getCurrentUser)).ok).toBe(false)
    },
  )
})
