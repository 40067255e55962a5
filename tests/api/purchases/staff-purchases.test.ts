import { describe, expect, test } from 'vitest'
import { issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { getBankTransfer, recordReceipt } from '#lib/payments/calls.ts'
import {
  decideFinance,
  readFinanceApplication,
  submitFinanceApplication,
} from '#lib/finance/calls.ts'
import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { listAudit } from '#lib/staff/calls.ts'
import * as calls from '#lib/purchases/staff-calls.ts'
import { offerForTradeIn } from '#lib/trade-in/calls.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { aReferredApplication, anApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, confirming, faultsOf, ready } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('a purchase as staff see it, on $name', (database) => {
  setUpSignedIn(database)

  const seen = async (id: string) =>
    valueOf(await sam.call(calls.getPurchaseForStaff, { params: { id } }))

  test('has a note that comes with the key of an older one', async () => {
    const [one, other] = [await confirmed(mia), await confirmed(mia)]
    for (const { id } of [one, other]) {
      const body = { text: `About ${id}` }
      valueOf(
        await sam.call(calls.addPurchaseNote, { params: { id }, body, idempotencyKey: 'note-1' }),
      )
      await db.deleteFrom('idempotency').execute()
    }
    expect((await seen(other.id)).notes).toMatchObject([{ text: `About ${other.id}` }])
  })

  test('has what came and what is still to come, who did what, and its notes', async () => {
    const { id, paymentMetadata } = await confirmed(mia)
    const { depositCents, balanceCents } = paymentMetadata
    const { reference } = valueOf(await mia.call(getBankTransfer, { params: { id } }))
    const receipt = { source: 'BANKTRF', amountCents: 40_000, reference } as const
    valueOf(await sam.call(recordReceipt, { params: { id }, body: receipt }))
    const note = { params: { id }, body: { text: 'Pays the rest on Friday.' } }
    valueOf(await sam.call(calls.addPurchaseNote, note))

    expect(await seen(id)).toMatchObject({
      journey: { id },
      isCarHeld: true,
      outstanding: { depositCents, balanceCents, lenderCents: 0 },
      payments: [{ paymentType: 'DEPOSIT', status: 'PENDING', receivedCents: 40_000 }],
      refunds: [],
      isReferred: false,
      canCorrectDecision: false,
      events: [
        { event: 'confirmed', by: 'The customer' },
        { event: 'receipt', by: 'Sam Patel', detail: `$400, reference ${reference}` },
      ],
      notes: [{ text: 'Pays the rest on Friday.', by: 'Sam Patel' }],
    })
    const copy = await exportedData(app, mia)
    expect(copy.purchases[0]!.notes).toMatchObject([{ text: 'Pays the rest on Friday.' }])
  })

  test('says who offered for a trade-in, recorded the balance and issued the agreement', async () => {
    const vehicle = {
      registration: 'TOI101',
      make: 'Tarvane',
      model: 'Cove',
      year: 2021,
      odometerKm: 40_000,
      owingCents: 0,
    }
    const { id } = await ready(mia)
    const write = (request: 'APPRAISAL' | 'ACCEPT') =>
      mia.call(updatePurchaseJourney, {
        params: { id },
        body: { tradeInformation: { vehicles: [{ ...vehicle, request }] } },
      })
    const asked = valueOf(await write('APPRAISAL'))
    const offer = { vehicleId: asked.tradeInformation.vehicles[0]!.id, offerCents: 50_000 }
    valueOf(await sam.call(offerForTradeIn, { params: { id }, body: offer }))
    app.clock.advance(1000)
    const { paymentMetadata } = valueOf(await confirming(mia, valueOf(await write('ACCEPT'))))
    app.clock.advance(1000)
    const { depositCents, balanceCents } = paymentMetadata
    const receipt = {
      source: 'BANKTRF',
      amountCents: depositCents + balanceCents,
      reference: 'BNZ-7',
    } as const
    valueOf(await sam.call(recordReceipt, { params: { id }, body: receipt }))
    app.clock.advance(1000)
    valueOf(await sam.call(issueAgreement, { params: { id }, ifMatch: '*' }))

    const { events, notes } = await seen(id)
    expect(notes.map(({ text, by }) => [text, by])).toEqual([
      ['Offered $500: Tarvane Cove 2021, TOI101', 'Sam Patel'],
      ['Offer of $500 accepted: Tarvane Cove 2021, TOI101', 'The customer'],
    ])
    expect(events).toMatchObject([
      { event: 'confirmed', by: 'The customer' },
      { event: 'deposit-settled', by: 'Sam Patel' },
      { event: 'balance-settled', by: 'Sam Patel' },
      { event: 'receipt', by: 'Sam Patel', detail: expect.stringContaining('reference BNZ-7') },
      { event: 'agreement-issued', by: 'Sam Patel' },
    ])
  })

  test('is cancelled for a reason, which is kept', async () => {
    const { id } = await confirmed(mia)
    const cancel = (reason: string) =>
      sam.call(calls.cancelForCustomer, { params: { id }, body: { reason } })
    expect(faultsOf(await cancel(' '))).toMatchObject({ status: 400, fields: ['reason'] })
    valueOf(await cancel('Found another car.'))
    expect(await seen(id)).toMatchObject({
      journey: { status: { purchaseJourneyStatusCode: 'CANCELLED' } },
      events: [{ event: 'confirmed' }, { event: 'cancelled', by: 'Sam Patel' }],
      notes: [{ text: 'Cancelled: Found another car.', by: 'Sam Patel' }],
    })
  })

  test('is found by its reference, however that is written, and a wrong character is noticed', async () => {
    const { id, reference } = await confirmed(mia)
    expect(reference).toMatch(/^TV-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/)
    const find = (written: string) =>
      sam.call(calls.findPurchase, { params: { reference: written } })
    const [, code = ''] = /^TV-(.*)$/.exec(reference) ?? []
    for (const written of [reference, ` ${reference.toLowerCase()} `, code.replace('-', ' ')])
      expect(valueOf(await find(written))).toEqual({ purchaseJourneyId: id })
    const last = reference.at(-1) === '7' ? '8' : '7'
    expect(faultsOf(await find(reference.slice(0, -1) + last))).toMatchObject({
      status: 400,
      fields: ['reference'],
    })
    expect(faultsOf(await find('TV-0000-00')).status).toBe(404)
  })

  test('shows its finance application while a person has to decide it, and says who read it', async () => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    const params = { id }
    const read = () => sam.call(readFinanceApplication, { params })
    expect(faultsOf(await read()).status).toBe(409)
    valueOf(await mia.call(submitFinanceApplication, { params, body: aReferredApplication }))
    expect((await seen(id)).isReferred).toBe(true)
    expect(valueOf(await read())).toEqual(aReferredApplication)
    const audit = await sam.call(listAudit, { params: { id: mia.customerId } })
    expect(valueOf(audit).entries[1]).toMatchObject({
      action: 'readFinanceApplication',
      actor: { name: 'Sam Patel' },
      fields: [],
    })
    const decision = { code: 'DECLINE' as const, conditions: [] }
    valueOf(await sam.call(decideFinance, { params, body: decision }))
    expect(faultsOf(await read()).status).toBe(409)
  })

  test('keeps an application that a lender decided itself from everybody', async () => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    const params = { id }
    valueOf(await mia.call(submitFinanceApplication, { params, body: anApplication() }))
    expect(faultsOf(await sam.call(readFinanceApplication, { params })).status).toBe(409)
  })
})
