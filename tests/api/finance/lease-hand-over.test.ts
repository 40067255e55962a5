import { describe, expect, test } from 'vitest'
import { decideFinance, submitFinanceApplication } from '#lib/finance/calls.ts'
import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { advanceJourney, getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { signNotice } from '#tests/setup/lender-notices.ts'
import { LENDER_SECRET } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { aRequest, conflictOf, confirmed, confirming, ready } from '#tests/setup/purchases.ts'
import { aReferredApplication, anApplication } from '#tests/builders/finance-application.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { bought, journeyOf, receipt } from './credit.fixture.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { DAY_MS, HOUR_MS } from '#lib/shared/durations.ts'

// The clock is set to Monday, 23 November 2026.
describe.each(databases)('a leased car, on $name', (database) => {
  setUpSignedIn(database)

  const advance = (id: string, event: 'agreement-accepted' | 'changed-to-cash') =>
    sam.call(advanceJourney, { params: { id }, body: { event, note: 'At the counter.' } })
  const handOver = (id: string) =>
    sam.call(advanceJourney, {
      params: { id },
      body: { event: 'handed-over', registration: 'NEW123' },
    })
  /** The agreement is accepted and the first rent paid. */
  const agreed = async (id: string) => {
    valueOf(await advance(id, 'agreement-accepted'))
    valueOf(await receipt(id, 'BANKTRF', (await journeyOf(id)).paymentMetadata.balanceCents))
  }
  const decide = (id: string, code: 'AUTOAPPR' | 'DECLINE') =>
    sam.call(decideFinance, {
      params: { id },
      body: {
        code,
        conditions: [],
        ...(code === 'AUTOAPPR' && {
          limitCents: 9_000_000,
          annualRatePct: 9.95,
          validUntil: '2027-12-31',
        }),
      },
    })
  const noticeOfDecline = (reference: string) => {
    const decision = { code: 'DECLINE', conditions: [] }
    const body = JSON.stringify({ eventId: 'e-1', reference, decision })
    const signature = signNotice(LENDER_SECRET, Buffer.from(body), app.clock.now())
    return app.request('/api/lender/decision', {
      method: 'POST',
      body,
      headers: { 'lender-signature': signature },
    })
  }
  const RECORD_FIRST = 'Record the lender’s approval before you hand over the car.'

  test('stays here when the lender declines after the agreement, until it approves', async () => {
    const { id } = await bought('LEASEUC')
    await agreed(id)
    await noticeOfDecline(id)
    expect(conflictOf(await handOver(id)).message).toBe(
      `The lender can’t offer finance for this purchase. ${RECORD_FIRST}`,
    )
    valueOf(await decide(id, 'AUTOAPPR'))
    valueOf(await handOver(id))
  })

  test('stays here once the approval has ended', async () => {
    const { id } = await bought('LEASEUC')
    await agreed(id)
    app.clock.advance(40 * DAY_MS)
    await signInAgain()
    expect(conflictOf(await handOver(id)).message).toMatch(
      new RegExp(`^The lender’s approval was valid until .*${RECORD_FIRST}$`),
    )
  })

  test('that was not applied for here waits for the decision that staff record', async () => {
    const { id } = await confirmed(mia, { payOption: 'LEASEUC' })
    await agreed(id)
    expect(conflictOf(await handOver(id)).message).toBe(
      `There’s no application for this lease on this site. ${RECORD_FIRST}`,
    )
    valueOf(await decide(id, 'AUTOAPPR'))
    expect((await journeyOf(id)).creditDecision?.appliedFor?.payOption).toBe('LEASEUC')
    const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(notes.map(({ text }) => text)).toContain('The lender’s decision. Now: Approved.')
    // One is enough.
    expect(conflictOf(await decide(id, 'AUTOAPPR')).status).toBe(409)
    valueOf(await handOver(id))
  })

  test('that the lender declines elsewhere can be paid in cash; a loan takes no such answer', async () => {
    const { id: loan } = await confirmed(mia, { payOption: 'LOANCLASIC' })
    expect(conflictOf(await decide(loan, 'DECLINE')).message).toBe(
      'There’s no finance application to decide.',
    )
    const { id } = await confirmed(mia, { payOption: 'LEASEUC' })
    valueOf(await decide(id, 'DECLINE'))
    // It can be paid in cash then, as any purchase that the lender refuses.
    const cash = valueOf(await advance(id, 'changed-to-cash'))
    expect(cash.currentQuote.payOption).toBe('CASH')
  })

  describe('that was a loan when it was applied for', () => {
    const leased = async (body = anApplication()) => {
      const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
      valueOf(await mia.call(submitFinanceApplication, { params: { id }, body }))
      const currentQuoteRequest = aRequest({ payOption: 'LEASEUC' })
      const changed = valueOf(
        await mia.call(updatePurchaseJourney, { params: { id }, body: { currentQuoteRequest } }),
      )
      app.clock.advance(1000)
      return (await confirming(mia, changed)).ok && id
    }

    test.each([
      ['decided', anApplication()],
      ['referred', aReferredApplication],
    ])('goes by the decision on the lease, once the loan was %s', async (_, body) => {
      const id = (await leased(body)) || ''
      // While the loan is referred, the answer is about that, and no approval of the lease.
      if (body === aReferredApplication) {
        valueOf(await decide(id, 'AUTOAPPR'))
        expect((await journeyOf(id)).creditDecision?.appliedFor?.payOption).toBe('LOANCLASIC')
        await agreed(id)
        expect(conflictOf(await handOver(id)).message).toContain(RECORD_FIRST)
      }
      valueOf(await decide(id, 'AUTOAPPR'))
      const { creditDecision, metadata } = await journeyOf(id)
      expect(creditDecision).toMatchObject({
        code: 'AUTOAPPR',
        appliedFor: { payOption: 'LEASEUC' },
      })
      app.clock.advance(1000)
      expect((await noticeOfDecline(id)).status).toBe(200)
      expect(await journeyOf(id)).toMatchObject({ creditDecision, metadata })
      const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
      expect(notes.map(({ text }) => text)).toContain(
        'The lender’s decision on the loan that was applied for. Now: Declined.',
      )
      if (body !== aReferredApplication) await agreed(id)
      valueOf(await handOver(id))
    })
  })

  test('that was not applied for here gets another decision once the first has ended', async () => {
    const { id } = await confirmed(mia, { payOption: 'LEASEUC' })
    valueOf(await decide(id, 'DECLINE'))
    app.clock.advance(1000)
    valueOf(await decide(id, 'AUTOAPPR'))
    await agreed(id)
    valueOf(await handOver(id))
  })

  test('of which the lender approves too little is not called pre-approved', async () => {
    const { id } = await confirmed(mia, { payOption: 'LEASEUC' })
    const little = {
      code: 'AUTOAPPR' as const,
      conditions: [],
      limitCents: 3_000_000,
      annualRatePct: 9.95,
      validUntil: '2027-12-31',
    }
    valueOf(await sam.call(decideFinance, { params: { id }, body: little }))
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    const { text } = messages.find(({ subject }) => subject.includes('finance application'))!
    expect(text).toContain('You can borrow up to $30,000, but this purchase needs $45,140.')
    expect(text).toContain('Call your dealer.')
    expect(text).not.toContain('pre-approved')
  })

  test('a decision on a loan tells a buyer nothing who pays cash, and gives no more time', async () => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    valueOf(
      await mia.call(submitFinanceApplication, { params: { id }, body: aReferredApplication }),
    )
    const currentQuoteRequest = aRequest({ payOption: 'CASH' })
    const cash = valueOf(
      await mia.call(updatePurchaseJourney, { params: { id }, body: { currentQuoteRequest } }),
    )
    app.clock.advance(1000)
    valueOf(await confirming(mia, cash))
    const { depositDueBy } = (await journeyOf(id)).metadata
    const mails = async () =>
      valueOf(
        await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
      ).messages.map(({ subject }) => subject)
    const before = await mails()
    app.clock.advance(40 * HOUR_MS)
    await noticeOfDecline(id)
    await signInAgain()
    expect((await journeyOf(id)).metadata.depositDueBy).toBe(depositDueBy)
    expect(await mails()).toEqual(before)
    const { isReferred } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(isReferred).toBe(false)
  })

  describe('whose application is forgotten', () => {
    const forgetIn = async (days: number) => {
      app.clock.advance(days * DAY_MS)
      await forgetOld(app.deps)
      await signInAgain()
    }
    const applicationOf = async (id: string) => {
      const row = db.selectFrom('purchase_journey').select('finance_application')
      return (await row.where('purchase_journey_id', '=', id).executeTakeFirstOrThrow())
        .finance_application
    }

    test.each([
      ['approved', anApplication(), null],
      ['declined', aReferredApplication, 'DECLINE'],
      ['never decided on', aReferredApplication, null],
    ] as const)(
      'still waits for its lessor, where it was a loan that was %s',
      async (_outcome, body, decision) => {
        const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
        valueOf(await mia.call(submitFinanceApplication, { params: { id }, body }))
        if (decision) valueOf(await decide(id, decision))
        const currentQuoteRequest = aRequest({ payOption: 'LEASEUC' })
        const leased = await mia.call(updatePurchaseJourney, {
          params: { id },
          body: { currentQuoteRequest },
        })
        valueOf(await confirming(mia, valueOf(leased)))
        await agreed(id)
        await forgetIn(183)
        expect(await applicationOf(id)).toBeNull()
        expect(conflictOf(await handOver(id)).message).toBe(
          `There’s no application for this lease on this site. ${RECORD_FIRST}`,
        )
        valueOf(await decide(id, 'AUTOAPPR'))
        valueOf(await handOver(id))
      },
    )

    test('of a loan is forgotten, too, once staff have recorded the decision on the lease', async () => {
      const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
      const body = anApplication()
      valueOf(await mia.call(submitFinanceApplication, { params: { id }, body }))
      const currentQuoteRequest = aRequest({ payOption: 'LEASEUC' })
      const leased = await mia.call(updatePurchaseJourney, {
        params: { id },
        body: { currentQuoteRequest },
      })
      valueOf(await confirming(mia, valueOf(leased)))
      valueOf(await decide(id, 'AUTOAPPR'))
      await agreed(id)
      await forgetIn(183)
      expect(await applicationOf(id)).toBeNull()
      valueOf(await handOver(id))
    })

    test('keeps the last day of the approval that staff recorded', async () => {
      const { id } = await ready(mia, { payOption: 'LEASEUC' })
      const body = { financeApplication: { residence: { dependants: 1 } } }
      const drafted = valueOf(await mia.call(updatePurchaseJourney, { params: { id }, body }))
      valueOf(await confirming(mia, drafted))
      valueOf(await decide(id, 'AUTOAPPR'))
      await agreed(id)
      await forgetIn(420)
      expect(await applicationOf(id)).toBeNull()
      expect(conflictOf(await handOver(id)).message).toMatch(
        new RegExp(`^The lender’s approval was valid until .*${RECORD_FIRST}$`),
      )
    })
  })
})
