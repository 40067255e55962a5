import { describe, expect, onTestFinished, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { getAgreement, issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { listPurchaseJourneys } from '#lib/purchases/calls.ts'
import { getBankTransfer, startStripePayment } from '#lib/payments/calls.ts'
import type { PayOption } from '#lib/codes.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { advanceJourney, getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { countWork, listWork } from '#lib/staff/calls.ts'
import { decideFinance, submitFinanceApplication } from '#lib/finance/calls.ts'
import { answerTradeInOffer } from '#lib/trade-in/calls.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { fillBackorders } from '#server/purchases/backorders.ts'
import { aReferredApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { openCardShop } from '#tests/setup/provider-shop.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirming, conflictOf, confirmed, ready } from '#tests/setup/purchases.ts'
import { offerFor, writeOldCar } from '#tests/setup/trade-ins.ts'
import { bought, journeyOf, receipt } from './credit.fixture.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain, switchTo } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

describe.each(databases)('finance that is refused after confirming, on $name', (database) => {
  setUpSignedIn(database)

  const decline = (id: string) =>
    sam.call(decideFinance, { params: { id }, body: { code: 'DECLINE', conditions: [] } })
  const approve = (id: string, validUntil: string) =>
    sam.call(decideFinance, {
      params: { id },
      body: {
        code: 'AUTOAPPR',
        limitCents: 9_000_000,
        annualRatePct: 9.95,
        validUntil,
        conditions: [],
      },
    })
  const toCash = (id: string) =>
    sam.call(advanceJourney, {
      params: { id },
      body: { event: 'changed-to-cash', note: 'Mia, on the phone' },
    })
  const declined = async (payOption?: PayOption) => {
    const { id } = await bought(payOption, aReferredApplication)
    valueOf(await decline(id))
    app.clock.advance(1000)
    return id
  }
  const listed = async () =>
    valueOf(await sam.call(listWork, { query: { kind: 'credit' } })).items.map(({ id, detail }) => [
      id,
      detail,
    ])
  const listOfMia = async () => {
    const own = { params: { id: mia.customerId }, query: {} }
    const { purchaseJourneyList } = valueOf(await mia.call(listPurchaseJourneys, own))
    return Object.fromEntries(
      purchaseJourneyList.map(({ purchaseJourneyId, creditTrouble }) => [
        purchaseJourneyId,
        creditTrouble,
      ]),
    )
  }

  test('names the outlet to call, with its number', async () => {
    const { id } = await bought('LOANCLASIC', aReferredApplication)
    await db.updateTable('purchase_journey').set({ outlet_code: 'AKL01' }).execute()
    valueOf(await decline(id))
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    const { name, phone } = catalogue.dealers.find(({ outletCode }) => outletCode === 'AKL01')!
    const told = messages.find(({ text }) => text.includes('Call your dealer'))
    expect(told?.text).toContain(name)
    expect(told?.text).toContain(shownPhone(phone))
  })

  test('is on the work list until the lender answers again', async () => {
    const id = await declined()
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    // Who has confirmed cannot change to cash alone.
    const told = messages.find(({ subject }) => subject.startsWith('Your finance application for'))
    expect(told?.text).toContain('declined your finance application. Call your dealer')
    expect(told?.text).toContain(`${id}/payment`)
    const fine = await bought()
    expect(await listed()).toEqual([[id, 'The lender can’t offer finance for this purchase.']])
    expect(valueOf(await sam.call(countWork)).counts.credit).toBe(1)
    expect(conflictOf(await approve(fine.id, '2027-01-31')).status).toBe(409)

    expect(await listOfMia()).toEqual({
      [id]: 'The lender can’t offer finance for this purchase.',
      [fine.id]: undefined,
    })
    valueOf(await approve(id, '2027-01-31'))
    expect(await listOfMia()).toEqual({ [id]: undefined, [fine.id]: undefined })
    expect(await listed()).toEqual([])
    const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(notes.map(({ text }) => text)).toEqual([
      'The lender’s decision. Before: Referred for manual review. Now: Declined.',
      'Another decision by the lender. Before: Declined. Now: Approved.',
    ])
  })

  test('an approval that has run out is there too, until the lender has paid', async () => {
    const { id, currentQuote, creditDecision } = await bought()
    expect(await listed()).toEqual([])
    app.clock.advance(60 * DAY_MS)
    await signInAgain()
    expect(creditDecision!.validUntil! < app.deps.now().toISOString()).toBe(true)
    expect(await listed()).toEqual([
      [id, expect.stringMatching(/^The lender’s approval was valid until /)],
    ])
    valueOf(await receipt(id, 'MTF', currentQuote.finance!.amountFinancedCents))
    expect(await listed()).toEqual([])
    expect(conflictOf(await toCash(id)).status).toBe(409)
  })

  test('takes no money of a page that was open before the refusal, until that is settled', async () => {
    const shop = await openCardShop(db)
    onTestFinished(() => shop.stop())
    switchTo(shop.app)
    await signInAgain()
    const { id } = await bought('LOANCLASIC', aReferredApplication)
    const pay = () =>
      mia.call(startStripePayment, { body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' } })
    const transfer = () => mia.call(getBankTransfer, { params: { id } })
    valueOf(await pay())
    valueOf(await decline(id))
    const attempt = await db.selectFrom('payment').select('status').executeTakeFirst()
    expect(attempt).toEqual({ status: 'CANCELLED' })
    const refusal =
      'The lender can’t offer finance for this purchase. There’s nothing to pay until this is sorted out.'
    expect(conflictOf(await pay()).message).toBe(refusal)
    expect(conflictOf(await transfer()).message).toBe(refusal)
    app.clock.advance(1000)
    valueOf(await approve(id, '2027-01-31'))
    valueOf(await transfer())
    valueOf(await pay())
  })

  test('gives out no page that was being opened during the refusal', async () => {
    const shop = await openCardShop(db)
    onTestFinished(() => shop.stop())
    switchTo(shop.app)
    await signInAgain()
    const { id } = await bought('LOANCLASIC', aReferredApplication)
    const { card } = app.deps
    Object.assign(app.deps, {
      card: {
        ...card,
        async createSession(order: Parameters<typeof card.createSession>[0]) {
          valueOf(await decline(id))
          return card.createSession(order)
        },
      },
    })
    const body = { purchaseJourneyId: id, paymentType: 'DEPOSIT' } as const
    expect(conflictOf(await mia.call(startStripePayment, { body })).message).toMatch(
      /^The lender can’t offer finance for this purchase/,
    )
    const attempts = await db.selectFrom('payment').selectAll().execute()
    expect(attempts).toMatchObject([{ status: 'CANCELLED' }])
    expect((await card.findSession(attempts[0]!.provider_reference!))?.status).toBe('expired')
  })

  test('asks for no deposit in the mail that a car was found', async () => {
    const rare = { kdcd: 'SK27S-A', colourCode: 'WHS' }
    const { id } = await bought('LOANCLASIC', aReferredApplication, rare)
    valueOf(await decline(id))
    app.clock.advance(1000)
    await db
      .updateTable('stock')
      .set({ quantity: 1 })
      .where('kdcd', '=', rare.kdcd)
      .where('colour_code', '=', rare.colourCode)
      .execute()
    await fillBackorders(app.deps)
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    const { subject, text } = messages[0]!
    expect(subject).toMatch(/^We’ve found your car/)
    expect(text).toContain(
      'We’ve reserved a car for you. The lender can’t offer finance for this purchase. There’s nothing to pay until this is sorted out. Call your dealer',
    )
    expect(text).toContain(`${id}/payment`)
    for (const asked of ['There’s one step left', 'Pay the deposit', 'What you pay', 'Expected'])
      expect(text).not.toContain(asked)
  })

  test('is paid in cash at the same price: the deposit stays, and the rest is the balance', async () => {
    const id = await declined()
    const before = await journeyOf(id)
    const { depositCents } = before.paymentMetadata
    valueOf(await receipt(id, 'BANKTRF', depositCents))
    app.clock.advance(1000)
    valueOf(await toCash(id))

    const { currentQuote, paymentMetadata, originalQuote, status } = await journeyOf(id)
    expect(status.purchaseJourneyStatusCode).toBe('CONFIRMED')
    expect(originalQuote).toEqual(before.originalQuote)
    expect(currentQuote).toMatchObject({
      payOption: 'CASH',
      finance: null,
      lines: before.currentQuote.lines,
      totals: before.currentQuote.totals,
      expires: before.currentQuote.expires,
    })
    expect(currentQuote.request).not.toHaveProperty('finance')
    expect(paymentMetadata).toMatchObject({
      depositPaid: true,
      canPayBalance: true,
      balanceCents: currentQuote.totals.driveAwayCents - depositCents,
    })
    const purchase = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(purchase.outstanding).toEqual({
      depositCents: 0,
      balanceCents: paymentMetadata.balanceCents,
      lenderCents: 0,
    })
    expect(purchase.events.at(-1)).toMatchObject({ event: 'changed-to-cash', by: 'Sam Patel' })
    expect(purchase.notes.map(({ text }) => text)).toContain('Changed to cash: Mia, on the phone')
    expect(await listed()).toEqual([])
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    expect(messages[0]!.subject).toMatch(/^You’re now paying cash: /)
    // Once is enough.
    expect(conflictOf(await toCash(id)).status).toBe(409)
    valueOf(await sam.call(issueAgreement, { params: { id } }))
  })

  test('a deposit that a trade-in has covered since counts towards what cash asks for', async () => {
    const { id: asked } = await ready(mia, { payOption: 'LOANCLASIC' })
    await writeOldCar(mia, asked, { request: 'APPRAISAL' })
    const applied = valueOf(
      await mia.call(submitFinanceApplication, {
        params: { id: asked },
        body: aReferredApplication,
      }),
    )
    app.clock.advance(1000)
    const { id, paymentMetadata } = valueOf(await confirming(mia, applied))
    const { depositCents } = paymentMetadata
    valueOf(await receipt(id, 'BANKTRF', depositCents))
    const offered = await offerFor(sam, await journeyOf(id), 900_000)
    const body = { vehicleId: offered.tradeInformation.vehicles[0]!.id, answer: 'ACCEPT' as const }
    valueOf(await mia.call(answerTradeInOffer, { params: { id }, body }))
    valueOf(await decline(id))
    app.clock.advance(1000)
    valueOf(await toCash(id))

    const { currentQuote } = await journeyOf(id)
    const leftCents = currentQuote.totals.driveAwayCents - depositCents - 900_000
    const { outstanding } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(outstanding).toEqual({ depositCents: 0, balanceCents: leftCents, lenderCents: 0 })
    const transfer = valueOf(await mia.call(getBankTransfer, { params: { id } }))
    expect(transfer).toMatchObject({ paymentType: 'BALANCE', amountCents: leftCents })
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    expect(messages[0]!.text).toContain(formatMoney(leftCents))
  })

  test('asked for again by a key whose answer was lost, it is answered, and done once', async () => {
    const id = await declined()
    const press = () =>
      sam.call(advanceJourney, {
        params: { id },
        body: { event: 'changed-to-cash', note: 'Mia, on the phone' },
        idempotencyKey: 'key-1',
      })
    const first = valueOf(await press())
    await db.deleteFrom('idempotency').execute()
    expect(valueOf(await press())).toEqual(first)
    const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(notes.filter(({ text }) => text.startsWith('Changed to cash'))).toHaveLength(1)
  })

  test('a lease that is refused is paid in cash from the deposit on, unless its rent is paid', async () => {
    const rented = await declined('LEASELC')
    valueOf(
      await receipt(rented, 'BANKTRF', (await journeyOf(rented)).paymentMetadata.balanceCents),
    )
    expect(conflictOf(await toCash(rented)).message).toMatch(
      /^The lender or the customer has already paid/,
    )

    const id = await declined('LEASELC')
    valueOf(await toCash(id))
    const { paymentMetadata, currentQuote } = await journeyOf(id)
    expect(paymentMetadata).toMatchObject({
      canPayDeposit: true,
      canPayBalance: false,
      depositCents: 100_000,
      balanceCents: currentQuote.totals.driveAwayCents - 100_000,
    })
  })

  test('an agreement on the old terms can no longer be accepted', async () => {
    const { id, paymentMetadata } = await bought()
    valueOf(await receipt(id, 'BANKTRF', paymentMetadata.depositCents))
    valueOf(await sam.call(issueAgreement, { params: { id } }))
    app.clock.advance(60 * DAY_MS)
    await signInAgain()
    valueOf(await toCash(id))
    const read = await mia.call(getAgreement, { params: { id } })
    expect(read.ok).toBe(false)
  })

  test('nothing is changed to cash that is paid in cash, financed, or not confirmed', async () => {
    const { id: started } = await ready(mia, { payOption: 'LOANCLASIC' })
    for (const id of [(await confirmed(mia)).id, (await bought()).id, started])
      expect(conflictOf(await toCash(id)).message).toMatch(
        /^You can only change a confirmed purchase/,
      )
  })
})
