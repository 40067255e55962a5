import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as calls from '#lib/purchases/agreement-calls.ts'
import { cancelPurchase, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { decideFinance, submitFinanceApplication } from '#lib/finance/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { advanceJourney, getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { countWork } from '#lib/staff/calls.ts'
import { offerForTradeIn } from '#lib/trade-in/calls.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { readAgreement, SALE_AGREEMENT } from '#lib/purchases/sale-agreement.ts'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { aReferredApplication } from '#tests/builders/finance-application.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  aRequest,
  confirmed,
  conflictOf,
  confirming,
  faultsOf,
  ready,
} from '#tests/setup/purchases.ts'
import {
  record,
  paid,
  journeyOf,
  issue,
  read,
  accept,
  mails,
  statusOf,
  setUpAgreements,
} from './agreements.fixture.ts'
import { app, db, mia, sam } from '#tests/setup/suite.ts'

describe.each(databases)('decision 22: the sale agreement, on $name', (database) => {
  setUpAgreements(database)

  /** A purchase with a trade-in whose offer of $9,000 is accepted. */
  const withTradeIn = async (payOption: 'CASH' | 'LOANCLASIC') => {
    const { id } = await ready(mia, { payOption })
    const vehicle = {
      registration: 'TOI101',
      make: 'Tarvane',
      model: 'Cove',
      year: 2021,
      odometerKm: 48_210,
      owingCents: 200_000,
    }
    const write = async (request: 'APPRAISAL' | 'ACCEPT') =>
      valueOf(
        await mia.call(updatePurchaseJourney, {
          params: { id },
          body: { tradeInformation: { vehicles: [{ ...vehicle, request }] } },
        }),
      )
    const asked = await write('APPRAISAL')
    const vehicleId = asked.tradeInformation.vehicles[0]!.id
    const offer = { params: { id }, body: { vehicleId, offerCents: 900_000 } }
    valueOf(await sam.call(offerForTradeIn, offer))
    return write('ACCEPT')
  }
  const agreementOf = async (before: PurchaseJourney) => {
    const { id, paymentMetadata } = valueOf(await confirming(mia, before))
    if (paymentMetadata.depositCents > 0) await record(id, paymentMetadata.depositCents)
    valueOf(await issue(await journeyOf(id)))
    return (await read(id)).document
  }

  test('is made from the purchase, mailed, read and accepted', async () => {
    const journey = await paid()
    expect(
      faultsOf(await mia.call(calls.getAgreement, { params: { id: journey.id } })).status,
    ).toBe(404)
    const issued = valueOf(await issue(journey))
    expect([statusOf(issued), issued.metadata.hasAgreement]).toEqual(['CONFIRMED', true])
    expect((await mails())[0]).toBe(
      `Your agreement is ready: ${journey.currentQuote.vehicle.variantName}`,
    )

    const agreement = await read(journey.id)
    expect(agreement).toMatchObject({ version: SALE_AGREEMENT.version, acceptance: null })
    expect(agreement.documentSha256).toBe(
      createHash('sha256').update(agreement.document).digest('hex'),
    )
    expect(agreement.document).toContain(
      'within 3 days of confirming the purchase. If no car was available when you confirmed, that time starts when we find you one',
    )
    const { title, parts } = readAgreement(agreement.document)
    expect(title).toBe('Vehicle sale agreement')
    const rows = parts.flatMap((part) => ('rows' in part ? part.rows : []))
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Name', 'Tarvane Motors New Zealand Limited', 'Selling in trade'],
        ['Registered motor vehicle trader', 'M000000 (sample)'],
        ['GST number', '000-000-000 (sample, not valid)'],
        ['Name', 'Mia Harris'],
        ['Address', '12 Kauri Road, Westmere, Auckland 1022'],
        ['Paid so far', '$1,000', 'Received'],
      ]),
    )
    expect(rows.map(([label]) => label)).toEqual(
      expect.arrayContaining(['Drive-away price', 'Balance due', 'Ready to collect', 'Dealer']),
    )

    const accepted = valueOf(await accept(journey.id, agreement.agreementId))
    expect(statusOf(accepted)).toBe('AGREEMENT')
    app.clock.advance(1000)
    expect((await mails())[0]).toBe(
      `You’ve accepted your agreement: ${journey.currentQuote.vehicle.variantName}`,
    )
    expect((await read(journey.id)).acceptance).toEqual({
      acceptedAt: new Date(app.clock.atMs - 1000).toISOString(),
      method: 'TYPED',
      name: 'Mia Harris',
    })
    const { events } = valueOf(await sam.call(getPurchaseForStaff, { params: { id: journey.id } }))
    expect(events.at(-1)).toMatchObject({ event: 'agreement-accepted', by: 'The customer' })
    // Idempotent; an accepted agreement is not issued again.
    expect(statusOf(valueOf(await accept(journey.id, agreement.agreementId)))).toBe('AGREEMENT')
    expect(faultsOf(await issue(await journeyOf(journey.id))).status).toBe(409)
  })

  test('comes after a receipt that says what a trade-in takes off', async () => {
    const { id, paymentMetadata } = valueOf(await confirming(mia, await withTradeIn('CASH')))
    await record(id, paymentMetadata.depositCents)
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    const receipt = messages.find(({ subject }) => subject.startsWith('We’ve received'))
    const balance = formatMoney(paymentMetadata.balanceCents)
    expect(receipt?.text).toContain(
      `Your trade-in: $7,000\n  Counts towards the price\nPaid so far: $1,000\n  Received\nBalance due: ${balance}`,
    )
  })

  test('names what is traded in, what of it counts, and what a lender pays', async () => {
    const journey = await withTradeIn('LOANCLASIC')
    const { depositDueCents } = journey.currentQuote.totals
    // The least deposit is smaller: the trade-in raises it, and less is borrowed.
    expect(depositDueCents).toBe(700_000)
    const document = await agreementOf(journey)
    expect(document).toContain('Tarvane Cove 2021, TOI101\t$9,000\t48,210 km, $2,000 owing')
    expect(document).toContain('Your trade-in\t$7,000\tCounts towards the price')
    const { totals, finance } = journey.currentQuote
    const rest = formatMoney(totals.driveAwayCents - depositDueCents)
    expect(document).toContain(`From the lender\t${rest}\tThe lender pays the rest of the price.`)
    expect(document).toContain(
      `the amount financed is ${formatMoney(finance!.amountFinancedCents)}. You repay that over`,
    )
    expect(document).toContain('Total amount payable')
  })

  test('takes no car in trade for a purchase that has become a lease', async () => {
    const { id } = await withTradeIn('CASH')
    const body = { currentQuoteRequest: aRequest({ payOption: 'LEASELC' }) }
    const journey = valueOf(await mia.call(updatePurchaseJourney, { params: { id }, body }))
    expect(journey.tradeInformation.vehicles[0]?.status).toBe('APPRAISAL_ACCEPTED')
    const document = await agreementOf(journey)
    expect(document).not.toContain('TOI101')
    expect(document).not.toContain('# Trade-in')
  })

  test('waits for the lender: neither issued nor accepted on credit that is not decided, or declined', async () => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    valueOf(
      await mia.call(submitFinanceApplication, { params: { id }, body: aReferredApplication }),
    )
    const { paymentMetadata } = valueOf(await confirming(mia, await journeyOf(id)))
    await record(id, paymentMetadata.depositCents)
    const onPaper = () => {
      const body = { event: 'agreement-accepted', note: 'At the counter.' } as const
      return sam.call(advanceJourney, { params: { id }, body })
    }
    const waiting = async () => valueOf(await sam.call(countWork)).counts.agreements
    const approve = async () => {
      const facts = { limitCents: 9_000_000, annualRatePct: 8.95, validUntil: '2026-12-20' }
      const body = { code: 'AUTOAPPR' as const, conditions: [], ...facts }
      const ifMatch = `"v${(await journeyOf(id)).version}"`
      return sam.call(decideFinance, { params: { id }, body, ifMatch })
    }
    expect(conflictOf(await issue(await journeyOf(id))).message).toContain('hasn’t decided')
    expect(faultsOf(await onPaper()).status).toBe(409)
    expect(await waiting()).toBe(0)

    valueOf(await approve())
    expect(await waiting()).toBe(1)
    valueOf(await issue(await journeyOf(id)))
    const { agreementId } = await read(id)
    // The lender thinks again.
    const credit_decision = JSON.stringify({ code: 'DECLINE', conditions: [] })
    await db.updateTable('purchase_journey').set({ credit_decision }).execute()
    expect(conflictOf(await accept(id, agreementId)).message).toContain('can’t offer finance')
    expect(faultsOf(await onPaper()).status).toBe(409)
  })

  test('is issued once the deposit is paid, on the purchase as it is shown, and not by the customer', async () => {
    const unpaid = await confirmed(mia)
    expect(faultsOf(await issue(unpaid)).status).toBe(409)
    await record(unpaid.id, unpaid.paymentMetadata.depositCents)
    expect(faultsOf(await issue(unpaid)).status).toBe(412)
    const params = { id: unpaid.id }
    expect(faultsOf(await mia.call(calls.issueAgreement, { params })).status).toBe(403)
    const reserved = await confirmed(mia, { payOption: 'RESERVATION' })
    expect(faultsOf(await issue(reserved)).status).toBe(409)
  })

  test('is accepted on paper by staff, with a note, and online by the customer only', async () => {
    const journey = await paid()
    valueOf(await issue(journey))
    const { agreementId } = await read(journey.id)
    const params = { id: journey.id }
    const body = { agreementId, isAccepted: true as const, name: 'Mia Harris' }
    expect(faultsOf(await sam.call(calls.acceptAgreement, { params, body })).status).toBe(403)
    const paper = {
      event: 'agreement-accepted',
      note: 'Signed at Albany, in the red folder.',
    } as const
    // Not the one that the page showed.
    const ifMatch = `"v${journey.version}"`
    const late = await sam.call(advanceJourney, { params, body: paper, ifMatch })
    expect(faultsOf(late).status).toBe(412)
    expect(statusOf(valueOf(await sam.call(advanceJourney, { params, body: paper })))).toBe(
      'AGREEMENT',
    )
    expect((await read(journey.id)).acceptance).toMatchObject({ method: 'PAPER', name: null })
    const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params }))
    expect(notes.at(-1)?.text).toBe('Accepted on paper: Signed at Albany, in the red folder.')
    expect(faultsOf(await sam.call(advanceJourney, { params, body: paper })).status).toBe(409)
  })

  test('is in the work list: to be issued, then to be accepted', async () => {
    const journey = await paid()
    const counts = async () => valueOf(await sam.call(countWork)).counts
    expect(await counts()).toMatchObject({ agreements: 1, acceptances: 0 })
    valueOf(await issue(journey))
    expect(await counts()).toMatchObject({ agreements: 0, acceptances: 1 })
    valueOf(await accept(journey.id, (await read(journey.id)).agreementId))
    expect(await counts()).toMatchObject({ agreements: 0, acceptances: 0 })
  })

  test('is written once: neither its text nor its acceptance can be changed', async () => {
    const journey = await paid()
    valueOf(await issue(journey))
    valueOf(await accept(journey.id, (await read(journey.id)).agreementId))
    const tamper = [
      db.updateTable('sale_agreement').set({ document: 'x' }),
      db.updateTable('sale_agreement').set({ document: 'k1.x' }),
      db.updateTable('sale_agreement').set({ document_sha256: 'x' }),
      db.updateTable('agreement_acceptance').set({ name: null }),
      db.updateTable('agreement_acceptance').set({ accepted_by: 'customer:99' }),
    ]
    for (const query of tamper) await expect(query.execute()).rejects.toThrow('is not changed')
  })

  test('has no names in the raw database, is in the data copy, and goes with an account unless it was accepted', async () => {
    const [left, bought] = [await paid(), await paid()]
    valueOf(await issue(left))
    valueOf(await issue(bought))
    const { agreementId, document } = await read(bought.id)
    valueOf(await accept(bought.id, agreementId, 'Mia Jane Harris'))
    const raw = JSON.stringify([
      await db.selectFrom('sale_agreement').selectAll().execute(),
      await db.selectFrom('agreement_acceptance').selectAll().execute(),
    ])
    expect(raw).not.toContain('Harris')
    expect(raw).not.toContain('Kauri Road')
    const { purchases } = await exportedData(app, mia)
    expect(purchases.find(({ id }) => id === bought.id)?.agreement).toMatchObject({
      document,
      acceptance: { name: 'Mia Jane Harris' },
    })

    valueOf(await mia.call(cancelPurchase, { params: { id: left.id } }))
    await db
      .transaction()
      .execute((trx) => eraseCustomer(trx, mia.customerId, app.deps.now().toISOString()))
    const kept = await db.selectFrom('sale_agreement').select('agreement_id').execute()
    expect(kept).toMatchObject([{ agreement_id: agreementId }])
  })
})
