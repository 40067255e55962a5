import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import {
  endOtherSession,
  endOtherSessions,
  exportCustomer,
  getAccount,
  getPurchaseRecord,
  getReceiptDocument,
  listDeletions,
  listSessions,
  recordDelivery,
  requestDeletion,
  withdrawDeletion,
} from '#lib/contract/account.ts'
import {
  changeWebAccountEmail,
  getCustomer,
  listQuotes,
  updateCustomer,
} from '#lib/contract/customers.ts'
import { getCurrentUser } from '#lib/contract/identity.ts'
import { recordReceipt } from '#lib/contract/payments.ts'
import { cancelPurchase, getPurchaseJourney } from '#lib/contract/purchase-journeys.ts'
import { getQuoteDocument } from '#lib/contract/quotes.ts'
import { startActing } from '#lib/contract/staff.ts'
import { listDemoMail } from '#lib/contract/site.ts'
import { SAMPLE_PASSWORD } from '#lib/demo.ts'
import type { Database } from '#server/db/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { leaveMessage } from '#server/services/messages.ts'
import { expire } from '#server/jobs/expiry.ts'
import { startSession } from '#server/services/sessions.ts'
import { bearer, startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  confirmed,
  conflictOf,
  faultsOf,
  saved,
  started,
  type Person,
} from '#tests/setup/purchases.ts'
import { bookedService } from '#tests/setup/services.ts'

const MIA = 'customer@demo.example'
const DAY = 24 * 60 * 60_000
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe.each(databases)('the data of an account on $name', ({ open }) => {
  let db: Kysely<Database>
  let app: Application
  let mia: Person
  let params: { id: number }

  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
    mia = await arrive(app)
    params = { id: mia.customerId }
  })
  afterEach(() => db.destroy())

  const subjects = async () =>
    valueOf(await app.browser()(listDemoMail, { query: { to: MIA } })).messages.map(
      ({ subject }) => subject,
    )
  const isIn = async ({ call }: Pick<Person, 'call'>) => (await call(getCurrentUser)).ok
  const arriveWith = async (userAgent: string) => {
    const owner = { customer_id: mia.customerId, staff_id: null }
    const { access_token } = await startSession(app.deps, owner, userAgent, '203.0.113.7')
    return { call: app.browser(bearer(access_token)) }
  }

  test('a customer sees where they are signed in, and signs out one device or all others', async () => {
    app.clock.advance(60_000)
    const desktop = await arriveWith(CHROME)
    const phone = await arriveWith('curl/8.5.0')
    const { sessions } = valueOf(await mia.call(listSessions, { params }))
    expect(sessions.map(({ device, isThis }) => ({ device, isThis }))).toEqual(
      expect.arrayContaining([
        { device: 'Chrome on Windows', isThis: false },
        { device: '', isThis: false },
        { device: '', isThis: true },
      ]),
    )
    expect(sessions.at(-1)).toMatchObject({ isThis: true, lastUsedAt: '2026-11-23T01:00:00.000Z' })

    const { sessionId, network } = sessions.find(({ device }) => device !== '')!
    expect(network).toBe('203.0.113.7')
    const one = { params: { ...params, sessionId } }
    expect(await mia.call(endOtherSession, one)).toMatchObject({ ok: true })
    expect(await mia.call(endOtherSession, one)).toMatchObject({ ok: true })
    expect([await isIn(desktop), await isIn(phone), await isIn(mia)]).toEqual([false, true, true])

    valueOf(await mia.call(endOtherSessions, { params }))
    expect([await isIn(phone), await isIn(mia)]).toEqual([false, true])
    expect(valueOf(await mia.call(listSessions, { params })).sessions).toHaveLength(1)
  })

  test("nobody signs out another customer's device", async () => {
    const rawiri = await arrive(app, 'company@demo.example')
    const own = { params: { id: rawiri.customerId } }
    const { sessions } = valueOf(await rawiri.call(listSessions, own))
    const { sessionId } = sessions[0]!
    expect(await mia.call(endOtherSession, { params: { ...params, sessionId } })).toMatchObject({
      ok: true,
    })
    expect(await isIn(rawiri)).toBe(true)
  })

  test('a marketing consent keeps when and where it was given', async () => {
    const consent = async () => valueOf(await mia.call(getAccount, { params })).marketing
    expect(await consent()).toEqual({ isGiven: false, at: null, source: null })
    await mia.call(updateCustomer, { params, body: { marketingConsent: true } })
    const given = { isGiven: true, at: '2026-11-23T01:00:00.000Z', source: 'PROFILE' }
    expect(await consent()).toEqual(given)

    app.clock.advance(60_000)
    await mia.call(updateCustomer, { params, body: { marketingConsent: true, homePhone: '' } })
    expect(await consent()).toEqual(given)

    const staff = await arrive(app, 'staff@demo.example')
    await staff.call(startActing, { body: { customerId: mia.customerId } })
    await staff.call(updateCustomer, { params, body: { marketingConsent: false } })
    expect(await consent()).toEqual({
      isGiven: false,
      at: '2026-11-23T01:01:00.000Z',
      source: 'STAFF',
    })
  })

  test('an account says what it waits for', async () => {
    const body = { email: 'mia@new.example', currentPassword: SAMPLE_PASSWORD }
    valueOf(await mia.call(changeWebAccountEmail, { params, body }))
    expect(valueOf(await mia.call(getAccount, { params }))).toMatchObject({
      hasPassword: true,
      pendingEmail: 'mia@new.example',
      deletion: null,
    })
  })

  test('the export holds all there is about a customer, staff looking at it included, and no secret', async () => {
    const { quoteId } = await saved(mia)
    const { id } = await confirmed(mia)
    const staff = await arrive(app, 'staff@demo.example')
    valueOf(await staff.call(getCustomer, { params }))
    const receipt = { source: 'BANKTRF', amountCents: 100_000, reference: 'R1' } as const
    valueOf(await staff.call(recordReceipt, { params: { id }, body: receipt }))

    const bookingId = await bookedService(mia.call)
    const visitor = { name: 'Mia H', email: 'Customer@demo.example', message: 'Is it still there?' }
    await leaveMessage(app.deps, visitor)
    await leaveMessage(app.deps, { ...visitor, email: 'other@demo.example', message: 'Not hers' })
    const data = valueOf(await mia.call(exportCustomer, { params }))
    expect(data.serviceBookings).toMatchObject([{ bookingId, contact: { lastName: 'Harris' } }])
    expect(data.customer.email).toBe(MIA)
    expect(data.quotes.map((quote) => quote.quoteId)).toContain(quoteId)
    expect(data.purchases).toMatchObject([
      { id, ownerDetails: { firstName: 'Mia' }, delivery: { estimates: [] }, handOver: null },
    ])
    expect(data.payments).toMatchObject([{ purchaseJourneyId: id, amountCents: 100_000 }])
    expect(data.vehicles.length).toBeGreaterThan(0)
    expect(data.sessions).toHaveLength(1)
    expect(data.messages.length).toBeGreaterThan(0)
    expect(data.messagesLeft).toEqual([
      {
        kind: 'MESSAGE',
        name: 'Mia H',
        phone: null,
        message: 'Is it still there?',
        modelCode: null,
        outletCode: null,
        wishedDay: null,
        wishedTime: null,
        created: app.clock.now().toISOString(),
        doneAt: null,
      },
    ])
    expect(data.accesses).toContainEqual(
      expect.objectContaining({ by: 'staff', action: 'getCustomer', outcome: 'ALLOWED' }),
    )
    expect(JSON.stringify(data)).not.toMatch(/argon2|password_hash|user_agent/)
  })

  test('a quote is handed over as a PDF', async () => {
    const { quoteId: id } = await saved(mia)
    const document = valueOf(await mia.call(getQuoteDocument, { params: { id } }))
    expect(document).toMatchObject({ name: 'tarvane-quote.pdf', mediaType: 'application/pdf' })
    expect(Buffer.from(document.base64, 'base64').toString('latin1')).toMatch(/^%PDF-1\.7/)
  })

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
      expect((await subjects()).filter((text) => text.includes('is to be deleted'))).toHaveLength(1)
      const staff = await arrive(app, 'staff@demo.example')
      expect(valueOf(await staff.call(listDeletions)).deletions).toEqual([
        { customerId: mia.customerId, customerName: 'Mia Harris', ...wish, isHeldUp: false },
      ])

      valueOf(await mia.call(withdrawDeletion, { params }))
      expect((await subjects())[0]).toContain('stays')
      app.clock.advance(20 * DAY)
      await expire(app.deps)
      expect(await nameOf()).toBe('Mia')
    })

    test('is carried out when it is due: nothing personal is left, and nobody gets in', async () => {
      const visitor = { name: 'Mia', email: 'Customer@demo.example', message: 'Hello' }
      await leaveMessage(app.deps, visitor)
      await saved(mia)
      await started(mia)
      await bookedService(mia.call)
      valueOf(await ask())
      app.clock.advance(14 * DAY - 1)
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
      expect(await subjects()).toEqual([])
      const audit = await db.selectFrom('audit').select('action').execute()
      expect(audit.map(({ action }) => action)).toContain('eraseCustomer')
    })

    test('waits for a purchase that is under way, and keeps the record of one that is over', async () => {
      const { id } = await confirmed(mia)
      expect(conflictOf(await ask())).toMatchObject({
        status: 409,
        message:
          'A purchase of yours is under way. Once it is complete or cancelled, the account can be deleted.',
      })
      valueOf(await mia.call(cancelPurchase, { params: { id } }))
      valueOf(await ask())
      const again = await confirmed(mia)
      const staff = await arrive(app, 'staff@demo.example')
      expect(valueOf(await staff.call(listDeletions)).deletions).toMatchObject([{ isHeldUp: true }])
      const estimate = { from: '2027-01-11', to: '2027-01-18' }
      const said = { params: { id: again.id }, body: { estimate, note: 'Mia’s ship is late.' } }
      valueOf(await staff.call(recordDelivery, said))
      app.clock.advance(20 * DAY)
      await expire(app.deps)
      expect(await nameOf()).toBe('Mia')

      const later = await arrive(app, 'staff@demo.example')
      valueOf(await later.call(cancelPurchase, { params: { id: again.id } }))
      await expire(app.deps)
      expect(await nameOf()).toBe('Deleted')
      const kept = valueOf(await later.call(getPurchaseJourney, { params: { id } }))
      expect(kept.ownerDetails).toMatchObject({ lastName: 'Harris' })
      const notes = await db.selectFrom('delivery_estimate').select(['from_day', 'note']).execute()
      expect(notes).toContainEqual({ from_day: estimate.from, note: null })
      expect(notes.map(({ note }) => note)).not.toContain(said.body.note)
    })
  })

  test('a purchase has its delivery with dates, its payments, and until when it can be cancelled', async () => {
    const { id } = await confirmed(mia)
    const record = async () => valueOf(await mia.call(getPurchaseRecord, { params: { id } }))
    expect(await record()).toEqual({
      // The sample stock has this car: a week or two of preparation.
      delivery: {
        status: null,
        history: [],
        estimate: { from: '2026-11-30', to: '2026-12-07' },
        estimates: [],
      },
      offers: [expect.objectContaining({ slug: 'tarn-weekend' })],
      payments: [],
      refunds: [],
      hasFinanceDocument: false,
      handOver: null,
      cancellation: { isOpen: true, until: '2026-11-26T01:00:00.000Z' },
    })

    const receipt = () => mia.call(getReceiptDocument, { params: { id } })
    expect(faultsOf(await receipt()).status).toBe(404)

    const staff = await arrive(app, 'staff@demo.example')
    const body = { source: 'BANKTRF', amountCents: 100_000, reference: 'R1' } as const
    valueOf(await staff.call(recordReceipt, { params: { id }, body }))
    expect(valueOf(await receipt())).toMatchObject({ name: 'tarvane-receipt.pdf' })
    const deliver = (deliveryStatus: 'SHIPPED' | 'DISPATCHED' | 'AVAIL4PKUP') =>
      staff.call(recordDelivery, { params: { id }, body: { deliveryStatus } })
    valueOf(await deliver('DISPATCHED'))
    valueOf(await deliver('DISPATCHED'))
    expect(faultsOf(await deliver('SHIPPED'))).toMatchObject({ status: 409 })
    app.clock.advance(DAY)
    const staffLater = await arrive(app, 'staff@demo.example')
    valueOf(
      await staffLater.call(recordDelivery, {
        params: { id },
        body: { deliveryStatus: 'AVAIL4PKUP' },
      }),
    )
    const mailed = (await subjects()).filter((text) => /closer|ready/.test(text))
    expect(mailed).toEqual([
      expect.stringContaining('is ready to pick up'),
      expect.stringContaining('has come a step closer'),
    ])
    mia = await arrive(app)
    expect(await record()).toMatchObject({
      delivery: {
        status: 'AVAIL4PKUP',
        history: [
          { status: 'DISPATCHED', at: '2026-11-23T01:00:00.000Z' },
          { status: 'AVAIL4PKUP', at: '2026-11-24T01:00:00.000Z' },
        ],
        estimate: null,
      },
      payments: [{ paymentType: 'DEPOSIT', amountCents: 100_000, status: 'PAID' }],
    })

    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    expect(await record()).toMatchObject({
      refunds: [{ amountCents: 100_000, isDone: false }],
      cancellation: { isOpen: false, until: null },
    })
    expect(valueOf(await mia.call(listQuotes, { params })).quotes).toHaveLength(1)
  })

  test('our people say when the car should be ready; what was said before is kept, and each move is mailed', async () => {
    const { id } = await confirmed(mia)
    const staff = await arrive(app, 'staff@demo.example')
    const say = (body: { estimate: { from: string; to: string }; note?: string }) =>
      staff.call(recordDelivery, { params: { id }, body })
    const faults = async (from: string, to: string) =>
      faultsOf(await say({ estimate: { from, to } }))
    expect(await faults('2026-12-20', '2026-12-10')).toMatchObject({
      status: 400,
      fields: ['estimate.to'],
    })
    expect(await faults('2026-02-30', '2026-12-10')).toMatchObject({ fields: ['estimate.from'] })
    expect(await faults('2026-11-01', '2026-11-20')).toMatchObject({ fields: ['estimate.to'] })
    const nothing = await staff.call(recordDelivery, { params: { id }, body: {} })
    expect(faultsOf(nothing).status).toBe(400)

    const later = { estimate: { from: '2027-01-11', to: '2027-01-18' }, note: 'The ship is late.' }
    valueOf(await say(later))
    app.clock.advance(1000)
    // Said again, nothing is new.
    valueOf(await say(later))
    const { delivery } = valueOf(await mia.call(getPurchaseRecord, { params: { id } }))
    expect(delivery).toMatchObject({
      estimate: { from: '2027-01-11', to: '2027-01-18' },
      estimates: [
        { from: '2026-11-30', to: '2026-12-07', note: null },
        { from: '2027-01-11', to: '2027-01-18', note: 'The ship is late.' },
      ],
    })
    const mailed = async () =>
      (await subjects()).filter((subject) => subject.startsWith('New days for your'))
    expect(await mailed()).toHaveLength(1)
    const both = {
      deliveryStatus: 'LANDED',
      estimate: { from: '2027-02-15', to: '2027-02-20' },
    } as const
    valueOf(await staff.call(recordDelivery, { params: { id }, body: both }))
    app.clock.advance(1000)
    const [latest] = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    ).messages
    expect(latest?.text).toContain('It has arrived in New Zealand.')
    expect(latest?.text).toContain('Expected before: 11–18 January 2027')
    expect(latest?.text).toContain('more than 60 days later')
    expect(await mailed()).toHaveLength(1)
  })
})
