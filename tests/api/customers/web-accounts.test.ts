import { beforeEach, describe, expect, test } from 'vitest'
import { createCustomer, createWebAccount, getCustomer } from '#lib/customers/calls.ts'
import { token } from '#lib/sign-in/calls.ts'
import { bookService } from '#lib/service/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { deleteLinksOf } from '#server/sign-in/link-queries.ts'
import { lockForNewEmail, lockIfKept } from '#server/customers/queries.ts'
import { databases } from '#tests/setup/databases.ts'
import { CLIENT, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { arrive, faultsOf, saved, started, type Person } from '#tests/setup/purchases.ts'
import { aServiceBooking, bookedService } from '#tests/setup/services.ts'
import {
  MIA,
  NEW,
  NEW_PASSWORD,
  opens,
  mails,
  subjects,
  set,
  askForCode,
  setUpAccounts,
} from './accounts.fixture.ts'
import { app, db, mia, visitor } from '#tests/setup/suite.ts'
import { untilLockWait } from '#tests/setup/lock-waits.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('accounts on $name', (database) => {
  setUpAccounts(database)

  describe('an account for a customer on record', () => {
    let staff: Person
    beforeEach(async () => {
      staff = await arrive(app, 'staff@demo.example')
    })
    const give = (email = NEW, id = mia.customerId) =>
      staff.call(createWebAccount, { params: { id }, body: { email } })
    const link = async (to = NEW) => {
      const [, found] = /#\/sign-in\?token=(\S+)/.exec((await mails(to))[0]?.text ?? '') ?? []
      return found!
    }
    const follow = (linkToken: string) =>
      app.browser()(token, { body: { ...CLIENT, grant_type: 'token', token: linkToken } })

    test('has an address, to which a link goes that signs in once', async () => {
      await set({ web_account_status: 'PROBLEM' })
      expect(valueOf(await give())).toEqual({ webAccountStatus: 'VERIFYPEND' })
      expect(await subjects(MIA)).toEqual(['Your Tarvane account has a new email address'])
      const ofOld = db.selectFrom('outbox').select('subject').where('recipient_key', '=', MIA)
      expect(await ofOld.execute()).toEqual([])
      const linkToken = await link()
      const { access_token } = valueOf(await follow(linkToken))
      const user = await app.request('/api/me', {
        headers: { authorization: `Bearer ${access_token}` },
      })
      expect(await user.json()).toMatchObject({
        type: 'CUSTOMER',
        customer: { id: mia.customerId, email: NEW, webAccountStatus: 'ACTIVE' },
      })
      expect((await follow(linkToken)).ok).toBe(false)
      expect(await opens(NEW, SAMPLE_PASSWORD)).toBe(false)
    })

    test('leaves emails of a person without an account with an address that was never proven', async () => {
      const email = 'hinewai@home.example'
      const booking = await aServiceBooking(visitor)
      const body = { ...booking, contact: { ...booking.contact, email } }
      valueOf(await visitor(bookService, { body, captchaToken: RIGHT_CAPTCHA }))
      const name = { firstName: 'Some', lastName: 'Body' }
      const registration = { customerType: 'INDIVIDUAL', name, email } as const
      valueOf(await visitor(createCustomer, { body: registration, captchaToken: RIGHT_CAPTCHA }))
      const { id } = await db
        .selectFrom('customer')
        .select('id')
        .where('email_key', '=', email)
        .executeTakeFirstOrThrow()
      valueOf(await give(NEW, id))
      const kindsOf = async (address: string) => {
        const kept = db.selectFrom('outbox').select('kind').where('recipient_key', '=', address)
        return (await kept.where('kind', '<>', 'blank').execute()).map(({ kind }) => kind).sort()
      }
      expect(await kindsOf(email)).toEqual(['service-confirm'])
      expect(await kindsOf(NEW)).toEqual(expect.arrayContaining(['email-changed', 'web-account']))
    })

    test('has a link that is refused when it is followed while it is being replaced', async () => {
      await set({ web_account_status: 'VERIFYPEND' })
      await give()
      const linkToken = await link()
      let followed: ReturnType<typeof follow>
      await db.transaction().execute(async (trx) => {
        await lockIfKept(trx, mia.customerId)
        followed = follow(linkToken)
        await untilLockWait(db)
        await deleteLinksOf(trx, mia.customerId)
      })
      expect(await followed!).toMatchObject({ ok: false, failure: { status: 400 } })
    })

    test('of 50 uses of its link at once one signs in', async () => {
      await set({ web_account_status: 'VERIFYPEND' })
      await give()
      const linkToken = await link()
      const answers = await Promise.all(Array.from({ length: 50 }, () => follow(linkToken)))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })

    test('has a link for fifteen minutes, and codes for ever', async () => {
      await set({ web_account_status: 'VERIFYPEND' })
      await give()
      const linkToken = await link()
      app.clock.advance(15 * MINUTE_MS)
      expect((await follow(linkToken)).ok).toBe(false)
      expect(await opens(NEW, await askForCode(NEW))).toBe(true)
    })

    test('keeps no link in the database', async () => {
      await set({ web_account_status: 'VERIFYPEND' })
      await give()
      const dump = JSON.stringify(await db.selectFrom('link_token').selectAll().execute())
      expect(dump).not.toContain(await link())
    })

    test('a second one ends the first one’s link', async () => {
      await set({ web_account_status: 'VERIFYPEND' })
      await give()
      const first = await link()
      app.clock.advance(1000)
      await give()
      expect((await follow(first)).ok).toBe(false)
      expect((await follow(await link())).ok).toBe(true)
    })

    test.each([
      ['whose account works', {}, NEW, 409],
      [
        'with an address that is another’s',
        { web_account_status: 'PROBLEM' as const },
        'company@demo.example',
        409,
      ],
      [
        'with an address of staff',
        { web_account_status: 'PROBLEM' as const },
        'staff@demo.example',
        409,
      ],
    ])('is not made for one %s', async (_, change, email, status) => {
      if ('web_account_status' in change) await set(change)
      expect(faultsOf(await give(email))).toMatchObject({ status })
      expect(await db.selectFrom('link_token').selectAll().execute()).toEqual([])
    })

    test('is not made again for one who closed theirs', async () => {
      await set({ web_account_status: 'DEACTIVE' })
      const refused = faultsOf(await give())
      expect(refused).toMatchObject({ status: 409 })
      expect(await db.selectFrom('link_token').selectAll().execute()).toEqual([])
    })

    test.each([
      ['quotes', () => saved(mia)],
      ['purchases', () => started(mia)],
    ])('goes to another address only by staff who may see the %s', async (_, make) => {
      await make()
      await set({ web_account_status: 'PROBLEM' })
      const have = (roles: string[]) =>
        db
          .updateTable('staff')
          .set({ roles: JSON.stringify(roles) })
          .where('email', '=', 'staff@demo.example')
          .execute()
      await have(['service'])
      expect(faultsOf(await give())).toMatchObject({ status: 403 })
      expect(await db.selectFrom('link_token').selectAll().execute()).toEqual([])
      expect((await give(MIA)).ok).toBe(true)
      await have(['sales'])
      expect((await give()).ok).toBe(true)
    })

    test('is not made for one who is not there', async () => {
      expect(faultsOf(await give(NEW, 999_999))).toMatchObject({ status: 404 })
    })

    const fillIn = async () => {
      const body = {
        customerType: 'INDIVIDUAL',
        name: { firstName: 'Some', lastName: 'Body' },
        email: NEW,
        password: NEW_PASSWORD,
      } as const
      valueOf(await app.browser()(createCustomer, { body, captchaToken: RIGHT_CAPTCHA }))
      return valueOf(await staff.call(getCustomer, { params: { id: mia.customerId } })).name
    }

    test('is not made for one who is erased meanwhile', async () => {
      await set({ web_account_status: 'PROBLEM' })
      let given: ReturnType<typeof give>
      await db.transaction().execute(async (trx) => {
        await lockForNewEmail(trx, mia.customerId)
        given = give()
        await untilLockWait(db)
        await eraseCustomer(trx, mia.customerId, app.deps.now().toISOString())
      })
      expect(faultsOf(await given!)).toMatchObject({ status: 409 })
      expect(await mails(NEW)).toEqual([])
    })

    test('keeps what is on record from being filled in by anybody', async () => {
      await set({ web_account_status: 'VERIFYPEND' })
      await give()
      expect(await fillIn()).toEqual({ firstName: 'Mia', lastName: 'Harris' })
    })

    test('keeps it where only a service booking is on record', async () => {
      await db.deleteFrom('ownership').execute()
      await bookedService(mia.call)
      await set({ web_account_status: 'VERIFYPEND' })
      await give()
      expect(await fillIn()).toEqual({ firstName: 'Mia', lastName: 'Harris' })
    })
  })
})
