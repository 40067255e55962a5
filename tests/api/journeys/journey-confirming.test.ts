import { describe, expect, test } from 'vitest'
import * as calls from '#lib/purchases/calls.ts'
import type { PayOption } from '#lib/codes.ts'
import { submitFinanceApplication } from '#lib/finance/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  confirmed,
  confirming,
  conflictOf,
  faultsOf,
  ready,
  started,
  TERMS_VERSION,
  type Person,
} from '#tests/setup/purchases.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { statusOf } from './journeys.fixture.ts'
import { app, db, kowhai, mia, setUpTwoCustomers } from '#tests/setup/suite.ts'

describe.each(databases)('purchase journeys on $name', (database) => {
  setUpTwoCustomers(database)

  const mailsTo = async (to: string) =>
    valueOf(await app.browser()(listDemoMail, { query: { to } })).messages

  describe('confirming', () => {
    const allocations = () => db.selectFrom('allocation').selectAll().execute()
    const events = () =>
      db
        .selectFrom('journey_event')
        .select(['event', 'from_status', 'to_status', 'actor'])
        .execute()
    const inStock = async (kdcd: string, colourCode: string) =>
      (
        await db
          .selectFrom('stock')
          .select('quantity')
          .where('kdcd', '=', kdcd)
          .where('colour_code', '=', colourCode)
          .executeTakeFirstOrThrow()
      ).quantity

    test('holds a car, says so by mail, and opens the deposit', async () => {
      const journey = valueOf(await confirming(mia, await ready(mia)))
      expect(journey).toMatchObject({
        status: { purchaseJourneyStatusCode: 'CONFIRMED' },
        confirmedDate: '2026-11-23',
        paymentMetadata: {
          canPayDeposit: true,
          canPayBalance: false,
          depositPaid: false,
          depositCents: 100_000,
          balanceCents: journey.currentQuote.totals.driveAwayCents - 100_000,
        },
      })
      expect(await allocations()).toMatchObject([{ kind: 'STOCK', stock_id: 'TN27H-A-BLD' }])
      expect(await inStock('TN27H-A', 'BLD')).toBe(5)
      expect(await events()).toEqual([
        {
          event: 'confirmed',
          from_status: 'STARTED',
          to_status: 'CONFIRMED',
          actor: `customer:${mia.customerId}`,
        },
      ])
      const [mail] = await mailsTo('customer@demo.example')
      expect(mail!.subject).toBe('Your purchase is confirmed: Tarn 1.5 Hybrid Plus')
      expect(mail!.text).toContain('the deposit of $1,000')
      expect(mail!.text).toContain(`/purchase/#/${journey.id}/payment`)
    })

    const outletRows =
      'Where: Whangārei Harbour Tarvane, 118 Port Road, Whangārei 0110\nPhone: 09 555 0101'
    const confirmedAt = async (person: Person, payOption: PayOption) => {
      const { id } = await ready(person, { payOption })
      const body = { outletCode: 'WRE01' }
      const journey = await person.call(calls.updatePurchaseJourney, { params: { id }, body })
      return valueOf(await confirming(person, valueOf(journey)))
    }

    test('is mailed with what is left to pay and by whom, when the car is expected, and where', async () => {
      const cash = await confirmedAt(mia, 'CASH')
      const loan = await confirmedAt(mia, 'LOANCLASIC')
      const texts = new Map(
        (await mailsTo('customer@demo.example')).map(({ text }) => [
          /#\/([^/]+)\/payment/.exec(text)![1],
          text,
        ]),
      )
      const delivery = `Delivery\n\nExpected: 30\u00a0November to 7\u00a0December\u00a02026\n${outletRows}\n`
      const balance = formatMoney(cash.paymentMetadata.balanceCents)
      expect(texts.get(cash.id)).toContain(
        `What you pay and when\n\nDeposit due: $1,000\nBalance due: ${balance}\n  Before you collect the car\n\nDrive-away price: ${formatMoney(cash.currentQuote.totals.driveAwayCents)}\n`,
      )
      expect(texts.get(cash.id)).toContain(delivery)
      const { amountFinancedCents } = loan.currentQuote.finance!
      expect(texts.get(loan.id)).toContain(
        `the amount financed is ${formatMoney(amountFinancedCents)}. You repay that over`,
      )
      expect(texts.get(loan.id)).toContain(
        'Balance due: $0\n  You have nothing more to pay us after the deposit\n',
      )
      expect(texts.get(loan.id)).toContain(delivery)
    })

    test('of a lease is mailed with the time until which its first payment keeps the car', async () => {
      const { id } = await ready(mia, { payOption: 'LEASELC' })
      const body = anApplication()
      const applied = await mia.call(submitFinanceApplication, { params: { id }, body })
      valueOf(await confirming(mia, valueOf(applied)))
      const mails = await mailsTo('customer@demo.example')
      expect(mails.find(({ text }) => text.includes('/payment'))!.text).toMatch(
        /First payment due: \$898\.33\n {2}By Wed\s23\sDecember, 11:59\spm\n/,
      )
    })

    test('of a reservation is mailed with the dealer, and no day', async () => {
      const reserving = startApplication(db, { env: { FEATURE_RESERVATIONS: 'on' } })
      await confirmedAt(await arrive(reserving), 'RESERVATION')
      const [mail] = await mailsTo('customer@demo.example')
      expect(mail!.text).toContain(`Dealer\n\n${outletRows}\n`)
      expect(mail!.text).not.toContain('Expected')
      expect(mail!.text).not.toContain('What you pay and when')
    })

    test('fifty at once confirm once', async () => {
      const journey = await ready(mia)
      const answers = await Promise.all(Array.from({ length: 50 }, () => confirming(mia, journey)))
      const first = valueOf(answers[0]!)
      for (const answer of answers) expect(valueOf(answer)).toEqual(first)
      expect(await allocations()).toHaveLength(1)
      expect(await events()).toHaveLength(1)
      expect(await inStock('TN27H-A', 'BLD')).toBe(5)
      expect(await mailsTo('customer@demo.example')).toHaveLength(1)
    })

    test('wants confirmed owner details and the terms in force', async () => {
      const unready = await started(mia)
      expect(conflictOf(await confirming(mia, unready))).toMatchObject({
        status: 409,
        message: 'Please confirm the owner details first.',
      })
      const journey = await ready(mia)
      expect(faultsOf(await confirming(mia, journey, { termsVersion: '2019-01-01' }))).toEqual({
        status: 409,
        code: 'Conflict',
        fields: ['termsVersion'],
      })
      const body = { acceptedTotalCents: -1, termsVersion: '', signatureName: ' ', status: 'X' }
      const answer = await mia.call(calls.confirmPurchase, {
        params: { id: journey.id },
        body: body as never,
      })
      expect(faultsOf(answer)).toEqual({
        status: 400,
        code: 'Validation',
        fields: ['acceptedTotalCents', 'termsVersion', 'signatureName', 'status'],
      })
      expect(await allocations()).toEqual([])
    })

    test('of two who want the last car, one gets it and the other a build slot', async () => {
      const last = { kdcd: 'TN27H-A', colourCode: 'RDB' }
      const [one, other] = [await ready(mia, last), await ready(kowhai, last)]
      const answers = await Promise.all([confirming(mia, one), confirming(kowhai, other)])
      expect(answers.map((answer) => statusOf(valueOf(answer)))).toEqual(['CONFIRMED', 'CONFIRMED'])
      expect(await inStock('TN27H-A', 'RDB')).toBe(0)
      const held = (await allocations()).map(({ kind, model_code, month }) => ({
        kind,
        model_code,
        month,
      }))
      expect(held).toHaveLength(2)
      expect(held).toEqual(
        expect.arrayContaining([
          { kind: 'STOCK', model_code: null, month: null },
          { kind: 'BUILD', model_code: 'TN', month: '2026-12' },
        ]),
      )
    })

    test('build slots fill up month by month', async () => {
      await db
        .insertInto('build_slot')
        .values([
          { model_code: 'TN', month: '2026-12', promised: 8 },
          { model_code: 'TN', month: '2027-01', promised: 7 },
        ])
        .execute()
      const onOrder = { kdcd: 'TN27H-B', colourCode: 'WHP' }
      const first = await confirmed(mia, onOrder)
      expect(first.metadata.deliveryStatus).toBe('ONORDER')
      await confirmed(mia, onOrder)
      expect((await allocations()).map(({ month }) => month).sort()).toEqual(['2027-01', '2027-02'])
    })

    test('with neither car nor slot the purchase waits, and nothing can be paid', async () => {
      const full = ['2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05']
      await db
        .insertInto('build_slot')
        .values(full.map((month) => ({ model_code: 'TN', month, promised: 8 })))
        .execute()
      // A car no longer built has no slots at all.
      for (const car of [
        { kdcd: 'TN27H-B', colourCode: 'WHP' },
        { kdcd: 'SK27S-A', colourCode: 'ORK' },
      ]) {
        const journey = await confirmed(mia, car)
        expect(statusOf(journey)).toBe('NOCARAVAIL')
        expect(journey.paymentMetadata).toMatchObject({
          canPayDeposit: false,
          canPayBalance: false,
        })
        expect(valueOf(await confirming(mia, journey))).toEqual(journey)
      }
      expect(await allocations()).toEqual([])
      const [mail] = await mailsTo('customer@demo.example')
      expect(mail!.subject).toMatch(/^We’re looking for your car/)
      expect(mail!.text).toContain('we’ll email you as soon as we find it')
      expect(mail!.text).not.toContain('will call you')
      expect(mail!.text).toContain('You can cancel at no cost while we look')
    })

    test('the same key answers the same, and not for another body', async () => {
      const journey = await ready(mia)
      const confirm = (signatureName: string) =>
        mia.call(calls.confirmPurchase, {
          params: { id: journey.id },
          body: {
            acceptedTotalCents: journey.currentQuote.totals.driveAwayCents,
            termsVersion: TERMS_VERSION,
            signatureName,
          },
          idempotencyKey: 'press-1',
        })
      expect(valueOf(await confirm('Mia Harris'))).toEqual(valueOf(await confirm('Mia Harris')))
      expect(faultsOf(await confirm('Mia H')).status).toBe(422)
    })
  })
})
