import { describe, expect, test } from 'vitest'
import { decideFinance, submitFinanceApplication } from '#lib/finance/calls.ts'
import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { anApplication, aReferredApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { aRequest, confirming, faultsOf, ready } from '#tests/setup/purchases.ts'
import { journeyOf, latestMail, decide } from './work-list.fixture.ts'
import { app, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('what staff do for purchases, on $name', (database) => {
  setUpSignedIn(database)

  /** A purchase whose finance application the lender leaves to a person. */
  const referred = async () => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    const body = aReferredApplication
    const journey = valueOf(await mia.call(submitFinanceApplication, { params: { id }, body }))
    app.clock.advance(1000)
    return journey
  }

  test('a finance application is decided by people, too, and the customer hears of it', async () => {
    const before = await ready(mia, { payOption: 'LOANCLASIC' })
    expect(faultsOf(await decide(before, 'AUTOAPPR')).status).toBe(409)
    const journey = await referred()
    const { id } = journey
    valueOf(await decide(journey, 'AUTOAPPR'))
    expect((await journeyOf(id)).creditDecision).toEqual({
      code: 'AUTOAPPR',
      limitCents: 3_000_000,
      annualRatePct: 8.95,
      validUntil: '2026-12-20',
      conditions: [],
      appliedFor: journey.creditDecision!.appliedFor,
    })
    expect((await latestMail()).text).toContain('subject to the lender’s checks')
    valueOf(await decide(await referred(), 'DECLINE'))
    expect((await latestMail()).text).toContain('You can still buy the car by paying cash.')
  })

  test('an approval by people says of how much, at which rate and until which day to come', async () => {
    const { id } = await referred()
    const approve = (facts: object) =>
      sam.call(decideFinance, {
        params: { id },
        body: { code: 'CONDITIONL', conditions: ['Three payslips.'], ...facts },
      })
    const whole = { limitCents: 3_000_000, annualRatePct: 8.95, validUntil: '2026-11-23' }
    expect(faultsOf(await approve({}))).toMatchObject({
      status: 400,
      fields: ['limitCents', 'annualRatePct', 'validUntil'],
    })
    for (const facts of [
      { validUntil: '2026-11-22' },
      { validUntil: '2027-02-30' },
      { annualRatePct: 101 },
    ])
      expect(faultsOf(await approve({ ...whole, ...facts }))).toMatchObject({
        status: 400,
        fields: Object.keys(facts),
      })
    expect((await journeyOf(id)).creditDecision?.code).toBe('MANUWRITE')
    valueOf(await approve(whole))
  })

  test('what people decided is corrected until the purchase is confirmed, and the customer told', async () => {
    const open = await referred()
    expect(faultsOf(await decide(open, 'DECLINE', 0, true)).status).toBe(409)
    const wrong = valueOf(await decide(open, 'DECLINE'))
    app.clock.advance(1000)
    const { id } = wrong
    const seen = async () => valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect((await seen()).canCorrectDecision).toBe(true)
    expect(faultsOf(await decide(wrong, 'AUTOAPPR')).status).toBe(409)
    expect(faultsOf(await decide(open, 'AUTOAPPR', 5_000_000, true)).status).toBe(412)

    const right = valueOf(await decide(wrong, 'AUTOAPPR', 5_000_000, true))
    expect(right.creditDecision).toMatchObject({ code: 'AUTOAPPR', limitCents: 5_000_000 })
    app.clock.advance(1000)
    const mail = await latestMail()
    expect(mail.subject).toMatch(/^Corrected: your finance application/)
    expect(mail.text).toContain('This one replaces it.')
    const { notes } = await seen()
    expect(notes.map(({ by, text }) => [by, text])).toEqual([
      ['Sam Patel', 'The lender’s decision. Before: Referred for manual review. Now: Declined.'],
      ['Sam Patel', 'Finance decision corrected. Before: Declined. Now: Approved.'],
    ])

    valueOf(await confirming(mia, await journeyOf(id)))
    expect((await seen()).canCorrectDecision).toBe(false)
    const confirmedOne = await journeyOf(id)
    expect(faultsOf(await decide(confirmedOne, 'DECLINE', 0, true)).status).toBe(409)
  })

  test('what a lender has decided is not decided by people', async () => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    const body = anApplication()
    const journey = valueOf(await mia.call(submitFinanceApplication, { params: { id }, body }))
    expect(faultsOf(await decide(journey, 'DECLINE')).status).toBe(409)
    expect((await journeyOf(id)).creditDecision).toEqual(journey.creditDecision)
  })

  test('of two people who decide at once, one does', async () => {
    const journey = await referred()
    const answers = await Promise.all([decide(journey, 'AUTOAPPR'), decide(journey, 'DECLINE')])
    const [made] = answers.filter(({ ok }) => ok).map(valueOf)
    const [refused] = answers.filter(({ ok }) => !ok)
    expect(faultsOf(refused!).status).toBe(409)
    expect((await journeyOf(journey.id)).creditDecision).toEqual(made!.creditDecision)
  })

  test('a decision about an outdated version of a purchase is refused', async () => {
    const journey = await referred()
    const params = { id: journey.id }
    const body = { currentQuoteRequest: aRequest() }
    const changed = valueOf(await mia.call(updatePurchaseJourney, { params, body }))
    expect(faultsOf(await decide(journey, 'AUTOAPPR')).status).toBe(412)
    expect((await journeyOf(journey.id)).creditDecision?.code).toBe('MANUWRITE')
    valueOf(await decide(changed, 'AUTOAPPR'))
  })

  test.each(['AUTOAPPR', 'DECLINE'] as const)(
    'no deposit is taken for a loan that the lender does not give: %s',
    async (code) => {
      const journey = await referred()
      const { id } = journey
      const confirm = async () => confirming(mia, await journeyOf(id))
      valueOf(await decide(journey, code, journey.currentQuote.finance!.amountFinancedCents - 1))
      expect(faultsOf(await confirm()).status).toBe(409)
      const currentQuoteRequest = aRequest()
      valueOf(
        await mia.call(updatePurchaseJourney, { params: { id }, body: { currentQuoteRequest } }),
      )
      expect(valueOf(await confirm()).status.purchaseJourneyStatusCode).toBe('CONFIRMED')
    },
  )
})
