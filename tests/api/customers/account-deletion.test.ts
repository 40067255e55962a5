import { describe, expect, test } from 'vitest'
import { listDeletions, requestDeletion, withdrawDeletion } from '#lib/customers/account-calls.ts'
import { changeWebAccountEmail } from '#lib/customers/calls.ts'
import { recordDelivery } from '#lib/purchases/delivery-calls.ts'
import { cancelPurchase, getPurchaseJourney } from '#lib/purchases/calls.ts'
import { bookService, holdServiceSlot } from '#lib/service/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { insertDeletion } from '#server/customers/deletion-queries.ts'
import { leaveMessage } from '#server/messages/messages.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { expire } from '#server/upkeep/expiry.ts'
import { createEndpoint } from '#server/webhooks/webhooks.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, conflictOf, faultsOf, saved, started } from '#tests/setup/purchases.ts'
import { aContact, bookedService, WORKSHOP } from '#tests/setup/services.ts'
import { MIA, params, subjects, isIn, setUpAccountData } from './account-data.fixture.ts'
import { app, db, mia } from '#tests/setup/suite.ts'
import { emailAddress } from '#lib/shared/input.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

const NOW = '2026-11-23T01:00:00.000Z'

describe.each(databases)('the data of an account on $name', (database) => {
  setUpAccountData(database)

  describe('the wish to be deleted', () => {
    const ask = (body: { currentPassword?: string } = { currentPassword: SAMPLE_PASSWORD }) =>
      mia.call(requestDeletion, { params, body })
    const nameOf = async () =>
      (
        await db
          .selectFrom('customer')
          .select(['first_name', 'email', 'mobile_phone', 'web_account_status'])
          .where('id', '=', mia.customerId)
          .executeTakeFirstOrThrow()
      ).first_name

    test('wants the password, waits two weeks, and can be taken back', async () => {
      expect(faultsOf(await ask({}))).toMatchObject({ status: 400, fields: ['currentPassword'] })
      expect(faultsOf(await ask({ currentPassword: 'not it' }))).toMatchObject({ status: 400 })

      const wish = { requestedAt: '2026-11-23T01:00:00.000Z', dueAt: '2026-12-07T01:00:00.000Z' }
      expect(valueOf(await ask())).toEqual(wish)
      app.clock.advance(60_000)
      expect(valueOf(await ask())).toEqual(wish)
      expect((await subjects()).filter((text) => text.includes('will be deleted'))).toHaveLength(1)
      const staff = await arrive(app, 'staff@demo.example')
      expect(valueOf(await staff.call(listDeletions)).deletions).toEqual([
        { customerId: mia.customerId, customerName: 'Mia Harris', ...wish, isHeldUp: false },
      ])

      valueOf(await mia.call(withdrawDeletion, { params }))
      expect((await subjects())[0]).toContain('won’t be deleted')
      app.clock.advance(20 * DAY_MS)
      await expire(app.deps)
      expect(await nameOf()).toBe('Mia')
    })

    test('leaves no address that was asked for and never proved, and others’ emails to it', async () => {
      const email = 'not-mine@post.example'
      const body = { email, currentPassword: SAMPLE_PASSWORD }
      valueOf(await mia.call(changeWebAccountEmail, { params, body }))
      const to = db.selectFrom('outbox').selectAll().where('recipient', '=', email)
      const code = await to.executeTakeFirstOrThrow()
      await db
        .insertInto('outbox')
        .values({ ...code, outbox_id: 'another', kind: 'quote' })
        .execute()
      await insertDeletion(db, { customer_id: mia.customerId, requested_at: NOW, due_at: NOW })
      await expire(app.deps)
      expect(await isIn(mia)).toBe(false)
      expect((await to.execute()).map(({ kind }) => kind)).toEqual(['quote'])
    })

    test('is carried out when it is due: nothing personal is left, and no one can sign in', async () => {
      const visitor = { name: 'Mia', email: 'Customer@demo.example', message: 'Hello' }
      await leaveMessage(app.deps, visitor)
      await saved(mia)
      await started(mia)
      await bookedService(mia.call)
      valueOf(await ask())
      app.clock.advance(14 * DAY_MS - 1)
      await expire(app.deps)
      expect(await nameOf()).toBe('Mia')

      app.clock.advance(1)
      await expire(app.deps)
      expect(await isIn(mia)).toBe(false)
      expect(await db.selectFrom('service_slot').selectAll().execute()).toEqual([])
      for (const table of [
        'quote',
        'purchase_journey',
        'session',
        'ownership',
        'service_booking',
      ] as const)
        expect(
          await db.selectFrom(table).selectAll().where('customer_id', '=', params.id).execute(),
          table,
        ).toEqual([])
      const row = await db
        .selectFrom('customer')
        .selectAll()
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow()
      expect(await db.selectFrom('message').selectAll().execute()).toEqual([])
      expect(JSON.stringify(row)).not.toMatch(/Mia|Harris|demo\.example|\+64/)
      expect(row.web_account_status).toBe('DEACTIVE')
      const terms = await db
        .selectFrom('customer_term')
        .select(['kind', 'term'])
        .where('customer_id', '=', params.id)
        .execute()
      expect(terms).toContainEqual({ kind: 'email', term: 'account.invalid' })
      expect(JSON.stringify(terms)).not.toMatch(/mia|harris|demo|name|phone/)
      expect(await subjects()).toEqual([])
      const audit = await db.selectFrom('audit').select('action').execute()
      expect(audit.map(({ action }) => action)).toContain('eraseCustomer')
    })

    test('cancels the service bookings to come, as the email says, and tells other systems', async () => {
      const url = 'https://dms.example/hook'
      await createEndpoint(app.deps, { url, events: ['booking.cancelled'] })
      await bookedService(mia.call)
      const later = { ...WORKSHOP, startsAt: '2026-12-15T19:00:00.000Z' }
      const { holdId } = valueOf(await mia.call(holdServiceSlot, { body: later }))
      const body = { holdId, registration: 'TOI101', contact: aContact() }
      const { booking } = valueOf(await mia.call(bookService, { body }))
      app.clock.advance(1)
      valueOf(await ask())
      const [mail] = valueOf(await mia.call(listDemoMail, { query: { to: MIA } })).messages
      expect(mail!.text).toContain('cancel any service bookings you have from that day on')

      app.clock.advance(14 * DAY_MS)
      await expire(app.deps)
      const told = await db.selectFrom('webhook_delivery').select(['type', 'subject']).execute()
      expect(told).toEqual([{ type: 'booking.cancelled', subject: booking.bookingId }])
    })

    test('no one can take the address that an erased account gets', async () => {
      valueOf(await ask())
      app.clock.advance(14 * DAY_MS)
      await expire(app.deps)
      const { email } = await db
        .selectFrom('customer')
        .select('email')
        .where('id', '=', mia.customerId)
        .executeTakeFirstOrThrow()
      expect(email).toContain('deleted')
      expect(emailAddress.safeParse(email).success).toBe(false)
    })

    test('money that came before a confirmation keeps its purchase, and holds no one’s deletion up', async () => {
      const { id } = await started(mia)
      valueOf(await mia.call(cancelPurchase, { params: { id } }))
      const staff = await arrive(app, 'staff@demo.example')
      const early = { source: 'BANKTRF', amountCents: 100, reference: 'A dollar' } as const
      valueOf(await staff.call(recordReceipt, { params: { id }, body: early }))
      valueOf(await ask())
      app.clock.advance(14 * DAY_MS)
      await expire(app.deps)

      expect(await nameOf()).toBe('Deleted')
      const later = await arrive(app, 'staff@demo.example')
      const kept = valueOf(await later.call(getPurchaseJourney, { params: { id } }))
      expect(kept.status).toEqual({ purchaseJourneyStatusCode: 'CANCELLED' })
      // A year later too.
      app.clock.advance(400 * DAY_MS)
      await forgetOld(app.deps)
      const receipts = await db.selectFrom('receipt').select('amount_cents').execute()
      expect(receipts).toEqual([{ amount_cents: 100 }])
    })

    test('is refused and cancelled by a purchase under way, and keeps the record of one that is over', async () => {
      const { id } = await confirmed(mia)
      expect(conflictOf(await ask())).toMatchObject({
        status: 409,
        message:
          'You have a purchase under way. You can delete your account once it’s complete or cancelled.',
      })
      valueOf(await mia.call(cancelPurchase, { params: { id } }))
      valueOf(await ask())
      app.clock.advance(1)
      const again = await confirmed(mia)
      const staff = await arrive(app, 'staff@demo.example')
      expect(valueOf(await staff.call(listDeletions)).deletions).toEqual([])
      const [mail] = valueOf(await mia.call(listDemoMail, { query: { to: MIA } })).messages
      expect(mail!.text).toContain('We cancelled the deletion of your account.')
      const estimate = { from: '2027-01-11', to: '2027-01-18' }
      const said = { params: { id: again.id }, body: { estimate, note: 'Mia’s ship is late.' } }
      valueOf(await staff.call(recordDelivery, said))
      app.clock.advance(15 * DAY_MS)
      const dealer = await arrive(app, 'staff@demo.example')
      valueOf(await dealer.call(cancelPurchase, { params: { id: again.id } }))
      await expire(app.deps)
      expect(await nameOf()).toBe('Mia')

      const body = { currentPassword: SAMPLE_PASSWORD }
      valueOf(await (await arrive(app)).call(requestDeletion, { params, body }))
      app.clock.advance(14 * DAY_MS)
      await expire(app.deps)
      const later = await arrive(app, 'staff@demo.example')
      expect(await nameOf()).toBe('Deleted')
      const kept = valueOf(await later.call(getPurchaseJourney, { params: { id } }))
      expect(kept.ownerDetails).toMatchObject({ lastName: 'Harris' })
      const notes = await db.selectFrom('delivery_estimate').select(['from_day', 'note']).execute()
      expect(notes).toContainEqual({ from_day: estimate.from, note: null })
      expect(notes.map(({ note }) => note)).not.toContain(said.body.note)
      const ofMia = () =>
        db
          .selectFrom('purchase_journey')
          .select(['signature_name', 'confirmed_at'])
          .where('customer_id', '=', mia.customerId)
          .execute()
      expect((await ofMia()).map(({ signature_name }) => signature_name)).toEqual([null, null])

      // No money came for them.
      app.clock.advance(330 * DAY_MS)
      await forgetOld(app.deps)
      expect(await ofMia()).toHaveLength(2)
      app.clock.advance(30 * DAY_MS)
      await forgetOld(app.deps)
      expect(await ofMia()).toEqual([])
    })
  })
})
