import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { cancelPurchase, getPurchaseJourney, listReservations } from '#lib/purchases/calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { emailCarePlan } from '#lib/quotes/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { fillBackorders } from '#server/purchases/backorders.ts'
import { expire } from '#server/upkeep/expiry.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  confirmed,
  confirming,
  faultsOf,
  quoted,
  ready,
  saved,
} from '#tests/setup/purchases.ts'
import { app, db, mia, restart, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { RARE, stock } from './waiting.fixture.ts'

describe.each(databases)('on $name', (database) => {
  setUpSignedIn(database, { env: { FEATURE_RESERVATIONS: 'on' } })

  const receive = async ({ id }: { id: string }, amountCents: number) => {
    const sam = await arrive(app, 'staff@demo.example')
    return valueOf(
      await sam.call(recordReceipt, {
        params: { id },
        body: { source: 'BANKTRF', amountCents, reference: `R-${amountCents}` },
      }),
    )
  }
  const reserved = async () => {
    const journey = await confirmed(mia, { payOption: 'RESERVATION' })
    await receive(journey, 50_000)
    return journey
  }
  const mine = async (by = mia) =>
    valueOf(await by.call(listReservations, { params: { id: by.customerId } })).reservations
  const journeyOf = async ({ id }: { id: string }) =>
    valueOf(await (await arrive(app)).call(getPurchaseJourney, { params: { id } }))
  const statusOf = async (journey: { id: string }) =>
    (await journeyOf(journey)).status.purchaseJourneyStatusCode
  const held = async () =>
    (await db.selectFrom('allocation').select('purchase_journey_id').execute()).map(
      (row) => row.purchase_journey_id,
    )
  const refunds = async () =>
    (await db.selectFrom('refund').selectAll().execute()).map(
      ({ reason, amount_cents }) => `${reason} ${amount_cents}`,
    )
  const mails = async () =>
    valueOf(await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } })).messages

  describe('a reservation', () => {
    test('holds a car for 14 days once its fee is paid', async () => {
      const journey = await confirmed(mia, { payOption: 'RESERVATION' })
      expect(journey.paymentMetadata).toMatchObject({ depositCents: 50_000, balanceCents: 0 })
      expect(await mine()).toEqual([])
      await receive(journey, 50_000)
      expect(await mine()).toMatchObject([
        {
          purchaseJourneyId: journey.id,
          status: 'CONFIRMED',
          heldUntil: '2026-12-07T10:59:59.999Z',
          depositPaid: true,
        },
      ])
      expect(await held()).toEqual([journey.id])
    })

    test('is absent while the feature is off', async () => {
      const without = startApplication(db)
      const person = await arrive(without)
      const { customerId: id } = person
      expect(faultsOf(await person.call(listReservations, { params: { id } }))).toMatchObject({
        status: 404,
      })
    })

    test('becomes the purchase of its car, and the fee counts towards the deposit', async () => {
      const reservation = await reserved()
      const purchase = await ready(mia)
      const bought = valueOf(await confirming(mia, purchase))
      expect(bought.paymentMetadata).toMatchObject({
        canPayDeposit: true,
        depositPaid: false,
        depositCents: 100_000,
        paidCents: 50_000,
      })
      expect(await held()).toEqual([purchase.id])
      expect(await statusOf(reservation)).toBe('COMPLETE')
      expect(await mine()).toEqual([])
      // Two messages of one moment have no order.
      const texts = (await mails()).map(({ text }) => text)
      expect(texts.some((text) => text.includes('the deposit of $500'))).toBe(true)

      await receive(purchase, 50_000)
      expect((await journeyOf(purchase)).paymentMetadata).toMatchObject({
        depositPaid: true,
        paidCents: 100_000,
      })
      // Both go back together.
      valueOf(await mia.call(cancelPurchase, { params: { id: purchase.id } }))
      expect((await refunds()).sort()).toEqual(['CANCELLED 50000', 'CANCELLED 50000'])
      expect(await held()).toEqual([])
    })

    test('becomes one purchase, however many are confirmed at once', async () => {
      await reserved()
      const purchases = await Promise.all(Array.from({ length: 5 }, () => ready(mia)))
      const answers = await Promise.all(purchases.map((purchase) => confirming(mia, purchase)))
      const credits = answers.map((answer) => valueOf(answer).paymentMetadata.paidCents)
      expect(credits.sort((a, b) => b - a)).toEqual([50_000, 0, 0, 0, 0])
      expect(await held()).toHaveLength(5)
    })

    test('of another car, or of another customer, changes nothing', async () => {
      const reservation = await reserved()
      valueOf(await confirming(mia, await ready(mia, { colourCode: 'WHS' })))
      const other = await arrive(app, 'company@demo.example')
      expect(valueOf(await confirming(other, await ready(other))).paymentMetadata.paidCents).toBe(0)
      expect(await mine()).toHaveLength(1)
      expect(await statusOf(reservation)).toBe('CONFIRMED')
    })

    test('gives its fee back where no deposit is asked', async () => {
      await reserved()
      const lease = valueOf(await confirming(mia, await ready(mia, { payOption: 'LEASELC' })))
      expect(lease.paymentMetadata.paidCents).toBe(0)
      expect(await refunds()).toEqual(['RELEASED 50000'])
    })

    test('ends with its 14th day: the car is free, the fee goes back, once', async () => {
      const reservation = await reserved()
      app.clock.atMs = Date.parse('2026-12-07T10:59:59.998Z')
      await expire(app.deps)
      expect(await statusOf(reservation)).toBe('CONFIRMED')
      app.clock.advance(1)
      await signInAgain()
      expect(await mine()).toEqual([])
      await Promise.all([expire(app.deps), expire(app.deps)])
      expect(await statusOf(reservation)).toBe('EXPIRED')
      expect(await held()).toEqual([])
      expect(await refunds()).toEqual(['RELEASED 50000'])
      expect((await mails())[0]).toMatchObject({
        subject: 'Your reservation has ended: Tarn 1.5 Hybrid Plus',
        text: expect.stringContaining('your $500 reservation fee'),
      })
    })

    test('counts its days from when there was a car', async () => {
      await stock(0)
      const journey = await confirmed(mia, { ...RARE, payOption: 'RESERVATION' })
      app.clock.advance(20 * DAY_MS)
      await stock(1)
      await fillBackorders(app.deps)
      await receive(journey, 50_000)
      await expire(app.deps)
      expect(await statusOf(journey)).toBe('CONFIRMED')
      const [reservation] = await mine(await arrive(app))
      expect(reservation!.heldUntil).toBe('2026-12-27T10:59:59.999Z')
      app.clock.advance(15 * DAY_MS)
      await expire(app.deps)
      expect(await statusOf(journey)).toBe('EXPIRED')
    })

    test('holds what it is for as long as the content says', async () => {
      const financeProducts = catalogue.financeProducts.map((product) =>
        product.kind === 'RESERVATION' ? { ...product, holdDays: 7 } : product,
      )
      const env = { FEATURE_RESERVATIONS: 'on' }
      restart({ env, deps: { catalogue: { ...catalogue, financeProducts } } })
      await signInAgain()
      await db.updateTable('stock').set({ quantity: 0 }).execute()
      await reserved()
      expect(await mine()).toMatchObject([{ heldUntil: '2026-11-30T10:59:59.999Z' }])
      app.clock.advance(8 * DAY_MS)
      await expire(app.deps)
      expect((await mails())[0]!.text).toContain(
        'A build slot for the Tarn 1.5 Hybrid Plus was reserved for you for 7 days. That time is up, so we’ve released the slot.',
      )
    })

    test('can be cancelled for as long as it is one', async () => {
      const reservation = await reserved()
      app.clock.advance(10 * DAY_MS)
      const later = await arrive(app)
      valueOf(await later.call(cancelPurchase, { params: { id: reservation.id } }))
      expect(await refunds()).toEqual(['CANCELLED 50000'])
    })
  })

  test('quotes that became no purchase go after two years, the others stay', async () => {
    const { quoteId } = await saved(mia)
    await quoted(app.browser())
    const journey = await confirmed(mia)
    app.clock.advance(731 * DAY_MS)
    await expire(app.deps)
    const left = (await db.selectFrom('quote').select('quote_id').execute()).map(
      (row) => row.quote_id,
    )
    expect(left).toEqual([journey.originalQuote.quoteId])
    expect(left).not.toContain(quoteId)
  })

  describe('a care plan', () => {
    const ask = (id: string, servicePlanCode?: string, by = mia) =>
      by.call(emailCarePlan, { params: { id }, body: servicePlanCode ? { servicePlanCode } : {} })

    const SERVICES = 'Scheduled services'
    const WARRANTY = 'Mechanical and electrical failure after the factory warranty'
    test.each([
      [
        'CARE3',
        'Tarvane Care 3',
        '$1,490',
        '36 months or 45,000 km',
        `${SERVICES} and roadside assistance`,
      ],
      [
        'CARE5',
        'Tarvane Care 5',
        '$2,590',
        '60 months or 75,000 km',
        `${SERVICES}, roadside assistance, wiper blades`,
      ],
      ['EXTWTY', 'Extended warranty 2 years', '$1,990', '24 months or 50,000 km', WARRANTY],
    ])('%s is mailed with its price for the car', async (plan, name, price, lasts, covers) => {
      const { quoteId } = await saved(mia)
      valueOf(await ask(quoteId, plan))
      const [{ subject, text } = { subject: '', text: '' }] = await mails()
      expect(subject).toBe(`${name} for your Tarn 1.5 Hybrid Plus`)
      expect(text).toContain(`Price, including GST: ${price}\nLasts: ${lasts}\nCovers: ${covers}`)
      // Fair Trading Act: what an extended warranty must say, and nothing else says.
      expect(text.includes('cancel the warranty within five working days')).toBe(plan === 'EXTWTY')
    })

    test('is the quote’s own without a code, at the price for an electric car', async () => {
      const electric = { kdcd: 'CU27S-A', colourCode: 'WHS', servicePlanCode: 'CARE3' }
      const { quoteId } = await saved(mia, electric)
      valueOf(await ask(quoteId))
      expect((await mails())[0]!.text).toContain('Price, including GST: $890')
    })

    test('that is not offered, or has no customer, is not mailed', async () => {
      const { quoteId } = await saved(mia)
      expect(faultsOf(await ask(quoteId))).toEqual({
        status: 400,
        code: 'InvalidEmailQuoteInfo',
        fields: ['servicePlanCode'],
      })
      expect(faultsOf(await ask(quoteId, 'NOTHING'))).toMatchObject({ status: 400 })
      const other = await arrive(app, 'company@demo.example')
      expect(faultsOf(await ask(quoteId, 'CARE3', other))).toMatchObject({ status: 404 })
      for (let n = 0; n < 5; n++) valueOf(await ask(quoteId, 'CARE3'))
      expect(faultsOf(await ask(quoteId, 'CARE3'))).toMatchObject({ status: 429 })
    })
  })
})
