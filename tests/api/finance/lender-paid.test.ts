import { describe, expect, test } from 'vitest'
import { acceptAgreement, getAgreement, issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { cancelPurchase, getPurchaseRecord, listPurchaseJourneys } from '#lib/purchases/calls.ts'
import { decideReview, getBankTransfer } from '#lib/payments/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { advanceJourney, getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { signNotice } from '#tests/setup/lender-notices.ts'
import { anApplication, aReferredApplication } from '#tests/builders/finance-application.ts'
import { LENDER_SECRET } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { conflictOf } from '#tests/setup/purchases.ts'
import { bought, journeyOf, receipt } from './credit.fixture.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

const RARE = { kdcd: 'SK27S-A', colourCode: 'WHS' } as const

describe.each(databases)('what a lender has paid, on $name', (database) => {
  setUpSignedIn(database)

  const noticeOf = (code: 'DECLINE', reference: string) => {
    const body = JSON.stringify({ eventId: 'e-1', reference, decision: { code, conditions: [] } })
    const signature = signNotice(LENDER_SECRET, Buffer.from(body), app.clock.now())
    return app.request('/api/lender/decision', {
      method: 'POST',
      body,
      headers: { 'lender-signature': signature },
    })
  }
  const idsOf = async (kind: 'agreements' | 'credit') =>
    valueOf(await sam.call(listWork, { query: { kind } })).items.map(({ id }) => id)

  const later: [string, (id: string) => Promise<unknown>][] = [
    ['its approval runs out', async () => app.clock.advance(60 * DAY_MS)],
    ['it declines', (id) => noticeOf('DECLINE', id)],
  ]

  test.each(later)(
    'still counts when %s: the deposit is paid, and the agreement accepted',
    async (_, happens) => {
      const { id, currentQuote, paymentMetadata } = await bought()
      expect(paymentMetadata).not.toHaveProperty('lenderPaid')
      const { amountFinancedCents } = currentQuote.finance!
      valueOf(await receipt(id, 'MTF', amountFinancedCents))
      await happens(id)
      await signInAgain()

      expect((await journeyOf(id)).paymentMetadata).toMatchObject({
        lenderPaid: true,
        canPayDeposit: true,
      })
      const own = { params: { id: mia.customerId }, query: {} }
      const { purchaseJourneyList } = valueOf(await mia.call(listPurchaseJourneys, own))
      expect(purchaseJourneyList[0]).not.toHaveProperty('creditTrouble')
      const { amountCents } = valueOf(await mia.call(getBankTransfer, { params: { id } }))
      expect(amountCents).toBe(paymentMetadata.depositCents)
      valueOf(await receipt(id, 'BANKTRF', amountCents))
      expect(await idsOf('credit')).toEqual([])
      expect(await idsOf('agreements')).toEqual([id])

      const { metadata } = valueOf(await sam.call(issueAgreement, { params: { id } }))
      expect(metadata.hasAgreement).toBe(true)
      const { document } = valueOf(await mia.call(getAgreement, { params: { id } }))
      expect(document).toContain('The lender has paid the rest of the price.')
      expect(document).not.toContain('The lender pays')
      const { agreement_id } = await db
        .selectFrom('purchase_journey')
        .select('agreement_id')
        .executeTakeFirstOrThrow()
      const accepted = valueOf(
        await mia.call(acceptAgreement, {
          params: { id },
          body: { agreementId: agreement_id!, isAccepted: true, name: 'Mia Harris' },
        }),
      )
      expect(accepted.status.purchaseJourneyStatusCode).toBe('AGREEMENT')
      valueOf(
        await sam.call(advanceJourney, {
          params: { id },
          body: { event: 'handed-over', registration: 'NEW101' },
        }),
      )
    },
  )

  test.each(later)('is not enough where a part is missing and %s', async (_, happens) => {
    const { id, currentQuote, paymentMetadata } = await bought()
    valueOf(await receipt(id, 'BANKTRF', paymentMetadata.depositCents))
    valueOf(await receipt(id, 'MTF', currentQuote.finance!.amountFinancedCents - 1))
    await happens(id)
    await signInAgain()

    expect((await journeyOf(id)).paymentMetadata).not.toHaveProperty('lenderPaid')
    expect(conflictOf(await sam.call(issueAgreement, { params: { id } })).status).toBe(409)
    expect(await idsOf('credit')).toEqual([id])
    expect(await idsOf('agreements')).toEqual([])
  })

  test('in part is said in the receipt of the deposit, and so is all of it', async () => {
    const receiptAfter = async (shareOf: (cents: number) => number) => {
      const { id, currentQuote, paymentMetadata } = await bought()
      app.clock.advance(1000)
      valueOf(await receipt(id, 'MTF', shareOf(currentQuote.finance!.amountFinancedCents)))
      valueOf(await receipt(id, 'BANKTRF', paymentMetadata.depositCents))
      const { messages } = valueOf(
        await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
      )
      return messages[0]!
    }
    const inPart = await receiptAfter(() => 100_000)
    expect(inPart.subject).toMatch(/^We’ve received your deposit/)
    expect(inPart.text).toMatch(
      /The lender pays the rest of the price\. [^\n]*interest\. \$1,000 of it has arrived\n/,
    )
    const inFull = await receiptAfter((cents) => cents)
    expect(inFull.subject).toBe(inPart.subject)
    expect(inFull.text).toContain('The lender has paid the rest of the price.')
    expect(inFull.text).toContain('You have nothing more to pay')
  })

  test('does not decide for it: nothing is agreed on while a person there looks at it', async () => {
    const { id, currentQuote, paymentMetadata } = await bought('LOANCLASIC', aReferredApplication)
    valueOf(await receipt(id, 'BANKTRF', paymentMetadata.depositCents))
    valueOf(await receipt(id, 'MTF', currentQuote.finance!.amountFinancedCents))
    expect(conflictOf(await sam.call(issueAgreement, { params: { id } })).message).toBe(
      'The lender hasn’t decided yet.',
    )
  })

  test('counts for nothing once it goes back', async () => {
    const { id, currentQuote } = await bought('LOANCLASIC', anApplication(), RARE)
    const { amountFinancedCents } = currentQuote.finance!
    // There is no car to pay for yet.
    const { payments } = valueOf(await receipt(id, 'MTF', amountFinancedCents))
    expect(payments.map(({ status }) => status)).toEqual(['NEEDS_REVIEW'])
    const { paymentId } = payments[0]!
    const body = { paymentId, outcome: 'SEND_BACK' } as const
    valueOf(await sam.call(decideReview, { params: { id }, body }))
    const { outstanding, journey } = valueOf(
      await sam.call(getPurchaseForStaff, { params: { id } }),
    )
    expect(outstanding.lenderCents).toBe(amountFinancedCents)
    expect(journey.paymentMetadata).not.toHaveProperty('lenderPaid')
  })

  test('is in the way of cash only until it goes back', async () => {
    const { id, currentQuote } = await bought('LOANCLASIC', anApplication(), RARE)
    const { payments } = valueOf(
      await receipt(id, 'MTF', currentQuote.finance!.amountFinancedCents),
    )
    app.clock.advance(60 * DAY_MS)
    await signInAgain()
    const toCash = () =>
      sam.call(advanceJourney, {
        params: { id },
        body: { event: 'changed-to-cash', note: 'Mia, on the phone' },
      })
    expect(conflictOf(await toCash()).message).toMatch(
      /^The lender or the customer has already paid/,
    )

    const body = { paymentId: payments[0]!.paymentId, outcome: 'SEND_BACK' } as const
    valueOf(await sam.call(decideReview, { params: { id }, body }))
    expect(valueOf(await toCash()).currentQuote.payOption).toBe('CASH')
  })

  test('too much is between the lender and us: the buyer who cancels hears nothing of it', async () => {
    const { id, currentQuote } = await bought()
    valueOf(await receipt(id, 'MTF', currentQuote.finance!.amountFinancedCents + 250_000))
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    const { text } = messages.find(({ subject }) =>
      subject.startsWith('Your purchase is cancelled'),
    )!
    expect(text).toContain('You hadn’t paid anything')
    const { payments } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    const { paymentId } = payments.find(({ status }) => status === 'NEEDS_REVIEW')!
    const body = { paymentId, outcome: 'SEND_BACK' as const }
    valueOf(await sam.call(decideReview, { params: { id }, body }))
    const { refunds } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(refunds.map(({ amountCents }) => amountCents).sort()).toEqual(
      [250_000, currentQuote.finance!.amountFinancedCents].sort(),
    )
    const record = valueOf(await mia.call(getPurchaseRecord, { params: { id } }))
    expect(record.refunds).toEqual([])
    expect(record.payments.map(({ amountCents }) => amountCents)).not.toContain(250_000)
  })
})
