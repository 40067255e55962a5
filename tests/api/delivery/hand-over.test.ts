import { describe, expect, test } from 'vitest'
import {
  cancelPurchase,
  createPurchaseJourney,
  getPurchaseJourney,
  getPurchaseRecord,
  updatePurchaseJourney,
} from '#lib/purchases/calls.ts'
import {
  bookHandOver,
  cancelHandOver,
  listHandOverTimes,
  recordDelivery,
} from '#lib/purchases/delivery-calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { createEndpoint } from '#server/webhooks/webhooks.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirming, faultsOf, ownerDetails, saved } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

// The clock is set to Monday, 23 November 2026, 2 pm.
describe.each(databases)('the appointment for the hand-over, on $name', (database) => {
  setUpSignedIn(database)

  /** A confirmed purchase whose deposit is paid. */
  const paid = async (outletCode: string | null = 'AKL01'): Promise<string> => {
    const { quoteId } = await saved(mia)
    const { id } = valueOf(
      await mia.call(createPurchaseJourney, {
        params: { id: mia.customerId },
        body: { quoteId, ...(outletCode && { outletCode }) },
      }),
    )
    const body = { ownerDetails: ownerDetails(), hasConfirmedOwnerDetails: true as const }
    const ready = valueOf(await mia.call(updatePurchaseJourney, { params: { id }, body }))
    const { paymentMetadata } = valueOf(await confirming(mia, ready))
    const receipt = { source: 'BANKTRF', amountCents: paymentMetadata.depositCents } as const
    const reference = `R-${id}`
    valueOf(await sam.call(recordReceipt, { params: { id }, body: { ...receipt, reference } }))
    return id
  }
  const agreed = async (outletCode: string | null = 'AKL01'): Promise<string> => {
    const id = await paid(outletCode)
    const body = { event: 'agreement-accepted', note: 'At the counter.' } as const
    valueOf(await sam.call(advanceJourney, { params: { id }, body }))
    return id
  }
  const times = (id: string) => mia.call(listHandOverTimes, { params: { id } })
  const firstTimes = async (id: string) => valueOf(await times(id)).days[0]!.starts
  /** The clock goes on before, so that the mail is the latest. */
  const book = (id: string, startsAt: string, who = mia) => {
    app.clock.advance(1000)
    return who.call(bookHandOver, { params: { id }, body: { startsAt } })
  }
  const cancel = (id: string) => {
    app.clock.advance(1000)
    return mia.call(cancelHandOver, { params: { id } })
  }
  const mails = async () => {
    const query = { to: 'customer@demo.example' }
    return valueOf(await app.browser()(listDemoMail, { query })).messages
  }

  test('is chosen within the hours of the outlet, from when the car should be ready', async () => {
    const id = await agreed()
    const { days, firstDay, lastDay } = valueOf(await times(id))
    // A car in stock is ready a week after its confirmation.
    expect([firstDay, lastDay]).toEqual(['2026-11-30', '2026-12-21'])
    expect(days[0]).toEqual({ day: '2026-11-30', starts: expect.any(Array) })
    const clock = new Intl.DateTimeFormat('en-NZ', {
      timeZone: 'Pacific/Auckland',
      hour: 'numeric',
      hourCycle: 'h23',
    })
    expect(days[0]!.starts.map((start) => Number(clock.format(Date.parse(start))))).toEqual([
      8, 9, 10, 11, 12, 13, 14, 15, 16,
    ])
    expect(days.map(({ day }) => day)).not.toContain('2026-12-06') // a Sunday

    const startsAt = days[0]!.starts[2]!
    const handOver = valueOf(await book(id, startsAt))
    expect(handOver).toMatchObject({
      outlet: { outletCode: 'AKL01', name: 'Ponsonby Ridge Tarvane' },
      appointment: { startsAt, endsAt: new Date(Date.parse(startsAt) + HOUR_MS).toISOString() },
    })
    const record = valueOf(await mia.call(getPurchaseRecord, { params: { id } }))
    expect(record.handOver).toEqual(handOver)
    expect(record.dates).toEqual({
      agreementIssued: null,
      agreementAccepted: '2026-11-23T01:00:00.000Z',
      handedOver: null,
    })
    const { items } = valueOf(await sam.call(listWork, { query: { kind: 'hand-overs' } }))
    expect(items).toMatchObject([
      { id, detail: 'Monday 30\u00a0November\u00a02026 at 10:00\u00a0am' },
    ])
    const [mail] = await mails()
    expect(mail?.subject).toContain('Your hand-over is booked')
    expect(mail?.attachment).toMatchObject({ name: 'hand-over.ics' })
  })

  test('is changed and cancelled, each mailed, until two hours before; staff may do so later', async () => {
    await createEndpoint(app.deps, {
      url: 'https://dms.example/',
      events: ['hand-over.changed'],
    })
    const id = await agreed()
    const [first, second, third] = await firstTimes(id)
    const { appointment } = valueOf(await book(id, first!))
    // Chosen again, nothing is new.
    expect(valueOf(await book(id, first!)).appointment).toEqual(appointment)
    const moved = valueOf(await book(id, second!))
    expect(moved.appointment!.sequence).toBeGreaterThan(appointment!.sequence)
    expect(await firstTimes(id)).toContain(first)
    expect((await mails())[0]?.subject).toContain('has a new time')
    expect(valueOf(await cancel(id)).appointment).toBeNull()
    expect(valueOf(await cancel(id)).appointment).toBeNull()
    const subjects = (await mails()).map(({ subject }) => subject)
    expect(subjects[0]).toContain('is cancelled')
    expect(subjects.filter((subject) => /hand-over/i.test(subject))).toHaveLength(3)

    valueOf(await book(id, second!))
    app.clock.advance(Date.parse(second!) - app.clock.atMs - HOUR_MS)
    await signInAgain()
    expect(faultsOf(await cancel(id)).status).toBe(409)
    expect(faultsOf(await book(id, third!)).status).toBe(409)
    const later = valueOf(await times(id)).days[1]!.starts[0]!
    expect(valueOf(await book(id, later, sam)).appointment?.startsAt).toBe(later)

    const told = await db
      .selectFrom('webhook_delivery')
      .select('payload')
      .orderBy('delivery_id')
      .execute()
    const data = told.map(({ payload }) => (JSON.parse(payload) as { data: object }).data)
    const says = (status: string) => ({ purchaseJourneyId: id, status })
    expect(data).toEqual(['BOOKED', 'MOVED', 'CANCELLED', 'BOOKED', 'MOVED'].map(says))
  })

  test('of two who want the same time at once, one gets it; another outlet has its own', async () => {
    const [one, other, elsewhere] = [await agreed(), await agreed(), await agreed('WLG01')]
    const [startsAt] = await firstTimes(one)
    const answers = await Promise.all([book(one, startsAt!), book(other, startsAt!)])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(faultsOf(answers.find(({ ok }) => !ok)!).status).toBe(409)
    const loser = answers[0]!.ok ? other : one
    expect(await firstTimes(loser)).not.toContain(startsAt)
    expect(await firstTimes(elsewhere)).toContain(startsAt)
    // The customer whose change fails keeps the time that was booked.
    const [next] = await firstTimes(loser)
    valueOf(await book(loser, next!))
    expect(faultsOf(await book(loser, startsAt!)).status).toBe(409)
    const { handOver } = valueOf(await mia.call(getPurchaseRecord, { params: { id: loser } }))
    expect(handOver?.appointment?.startsAt).toBe(next)
  })

  test.each([
    ['no instant', 'tomorrow'],
    ['not on the hour', '2026-11-29T19:30:00.000Z'],
    ['on a Sunday', '2026-12-05T21:00:00.000Z'],
    ['before the car is ready', '2026-11-26T21:00:00.000Z'],
    ['too far ahead', '2027-02-01T21:00:00.000Z'],
  ])('cannot be %s', async (_, startsAt) => {
    expect(faultsOf(await book(await agreed(), startsAt)).status).toBe(409)
  })

  test('is there once the agreement is accepted, at an outlet that is known, and ends with the purchase', async () => {
    expect(faultsOf(await times(await paid())).status).toBe(409)
    expect(faultsOf(await times(await agreed(null))).status).toBe(409)
    const id = await agreed()
    const [startsAt] = await firstTimes(id)
    valueOf(await book(id, startsAt!))
    app.clock.advance(1000)
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    const sent = (await mails()).map(({ subject }) => subject)
    expect(sent).toContainEqual(expect.stringContaining('hand-over appointment is cancelled'))
    expect(await db.selectFrom('hand_over').selectAll().execute()).toEqual([])
    expect(faultsOf(await cancel(id)).status).toBe(409)
  })

  test('ends, with a mail, when the car is expected only after it; not when it still fits', async () => {
    const id = await agreed()
    const startsAt = valueOf(await times(id)).days[1]!.starts[0]!
    valueOf(await book(id, startsAt))
    const say = async (from: string) => {
      const body = { estimate: { from, to: '2027-01-20' } }
      app.clock.advance(1000)
      return valueOf(await sam.call(recordDelivery, { params: { id }, body })).handOver?.appointment
    }
    expect((await say(aucklandDay(startsAt)))?.startsAt).toBe(startsAt)
    expect(await say('2027-01-10')).toBeNull()
    const sent = (await mails()).filter(({ subject }) =>
      subject.includes('choose a new hand-over time'),
    )
    expect(sent).toHaveLength(1)
    expect(sent[0]?.attachment).toMatchObject({ name: 'hand-over.ics' })
    expect(valueOf(await times(id)).firstDay).toBe('2027-01-10')
  })

  test('of a car that is ready is from tomorrow on', async () => {
    const id = await agreed()
    const body = { deliveryStatus: 'AVAIL4PKUP' } as const
    valueOf(await sam.call(recordDelivery, { params: { id }, body }))
    const { firstDay } = valueOf(await times(id))
    expect(firstDay).toBe(aucklandDay(app.clock.atMs + 24 * HOUR_MS))
    const journey = valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
    expect(journey.status.purchaseJourneyStatusCode).toBe('AGREEMENT')
  })
})
