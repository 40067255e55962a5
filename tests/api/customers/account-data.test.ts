import { describe, expect, test } from 'vitest'
import { endOtherSession, endOtherSessions, listSessions } from '#lib/sign-in/session-calls.ts'
import { getAccount } from '#lib/customers/account-calls.ts'
import { changeWebAccountEmail, getCustomer, updateCustomer } from '#lib/customers/calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { getQuoteDocument } from '#lib/quotes/calls.ts'
import { startActing } from '#lib/staff/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { leaveMessage } from '#server/messages/messages.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { actorOf, endOther, endOthers, startSession } from '#server/sign-in/sessions.ts'
import { notifyOwners } from '#server/vehicles/recall-notices.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { bearer } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, saved } from '#tests/setup/purchases.ts'
import { bookedService } from '#tests/setup/services.ts'
import { MIA, params, isIn, setUpAccountData } from './account-data.fixture.ts'
import { app, mia } from '#tests/setup/suite.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe.each(databases)('the data of an account on $name', (database) => {
  setUpAccountData(database)

  const arriveWith = async (userAgent: string) => {
    const owner = { customer_id: mia.customerId, staff_id: null }
    const { access_token } = (await startSession(
      app.deps,
      { owner, epoch: 0 },
      userAgent,
      '203.0.113.7',
    ))!
    return { call: app.browser(bearer(access_token)), accessToken: access_token }
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

  test.each([
    ['one device', (actor: Actor, kept: string) => endOther(app.deps, actor, kept)],
    ['all others', (actor: Actor) => endOthers(app.deps, actor)],
  ])('a session that has just been ended signs out %s no more', async (_, signOut) => {
    const desktop = await arriveWith(CHROME)
    const actor = (await actorOf(app.deps, desktop.accessToken))!
    valueOf(await mia.call(endOtherSessions, { params }))
    const { sessions } = valueOf(await mia.call(listSessions, { params }))
    await expect(signOut(actor, sessions[0]!.sessionId)).rejects.toMatchObject({ status: 401 })
    expect(await isIn(mia)).toBe(true)
  })

  test("a customer cannot sign out another customer's device", async () => {
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
      dataExport: null,
    })
  })

  test('the export holds every service booking, however many pages of them there are', async () => {
    const ids = []
    for (let n = 0; n < 52; n++) ids.push(await bookedService(mia.call))
    const { serviceBookings } = await exportedData(app, mia)
    expect(serviceBookings.map(({ bookingId }) => bookingId).sort()).toEqual(ids.sort())
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
    await notifyOwners(app.deps)
    const data = await exportedData(app, mia)
    expect(data.serviceBookings).toMatchObject([{ bookingId, contact: { lastName: 'Harris' } }])
    expect(data.customer.email).toBe(MIA)
    expect(data.quotes.map((quote) => quote.quoteId)).toContain(quoteId)
    expect(data.purchases).toMatchObject([
      {
        id,
        ownerDetails: { firstName: 'Mia' },
        delivery: { estimates: [] },
        handOver: null,
        receipts: [{ amountCents: 100_000, reference: 'R1' }],
        refunds: [],
        events: [{ event: 'confirmed' }, { event: 'deposit-settled' }],
      },
    ])
    expect(data.payments).toMatchObject([{ purchaseJourneyId: id, amountCents: 100_000 }])
    expect(data.vehicles.length).toBeGreaterThan(0)
    expect(data.recallNotices).toEqual([
      { recallNumber: 'TVN-2024-003', registration: 'TOI101', at: app.clock.now().toISOString() },
    ])
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
})
