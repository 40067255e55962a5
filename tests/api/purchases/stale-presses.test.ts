import { describe, expect, test } from 'vitest'
import { submitFinanceApplication } from '#lib/finance/calls.ts'
import { confirmPurchase, getPurchaseJourney, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { answerTradeInOffer } from '#lib/trade-in/calls.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { aRequest, faultsOf, ready, TERMS_VERSION } from '#tests/setup/purchases.ts'
import { confirmedBeforeOffer, offerFor } from '#tests/setup/trade-ins.ts'
import { db, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

const ifMatch = ({ version }: PurchaseJourney) => `"v${version}"`

describe.each(databases)('a press counts for what the page showed, on $name', (database) => {
  setUpSignedIn(database)

  const now = async ({ id }: PurchaseJourney) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } }))

  test('an offer for a trade-in that was replaced is not accepted', async () => {
    const shown = await offerFor(sam, await confirmedBeforeOffer(mia), 1_200_000)
    const replaced = await offerFor(sam, shown, 700_000)
    const params = { id: shown.id }
    const body = { vehicleId: shown.tradeInformation.vehicles[0]!.id, answer: 'ACCEPT' as const }
    const press = (seen: PurchaseJourney) =>
      mia.call(answerTradeInOffer, { params, body, ifMatch: ifMatch(seen) })
    const refused = await press(shown)
    expect(faultsOf(refused).status).toBe(412)
    // The answer has the purchase as it is, for the page to show.
    expect(JSON.stringify(refused)).toContain('"offerCents":700000')
    expect((await now(shown)).tradeInformation.vehicles[0]).toMatchObject({
      status: 'APPRAISAL_DONE',
      offerCents: 700_000,
    })
    valueOf(await press(replaced))
  })

  test.each([
    ['the customer in another tab', () => mia],
    ['staff', () => sam],
  ])('cash is not signed as a loan that %s chose', async (_, who) => {
    const shown = await ready(mia)
    const params = { id: shown.id }
    const currentQuoteRequest = aRequest({ payOption: 'LOANCLASIC' })
    const loan = valueOf(
      await who().call(updatePurchaseJourney, { params, body: { currentQuoteRequest } }),
    )
    const press = (seen: PurchaseJourney) =>
      mia.call(confirmPurchase, {
        params,
        body: {
          acceptedTotalCents: seen.currentQuote.totals.driveAwayCents,
          termsVersion: TERMS_VERSION,
          signatureName: 'Mia Harris',
        },
        ifMatch: ifMatch(seen),
      })
    expect(faultsOf(await press(shown)).status).toBe(412)
    expect((await now(shown)).status.purchaseJourneyStatusCode).toBe('STARTED')
    valueOf(await press(loan))
    // Once more, as after a lost answer: it is confirmed, and says so.
    valueOf(await press(loan))
  })

  test('an application is not sent for another loan than the one it was signed beside', async () => {
    const shown = await ready(mia, { payOption: 'LOANCLASIC' })
    const params = { id: shown.id }
    const finance = {
      depositCents: shown.currentQuote.totals.depositDueCents,
      termMonths: 60,
      frequency: 'Monthly' as const,
    }
    const currentQuoteRequest = aRequest({ payOption: 'LOANCLASIC', finance })
    const longer = valueOf(
      await sam.call(updatePurchaseJourney, { params, body: { currentQuoteRequest } }),
    )
    const press = (seen: PurchaseJourney) =>
      mia.call(submitFinanceApplication, { params, body: anApplication(), ifMatch: ifMatch(seen) })
    expect(faultsOf(await press(shown)).status).toBe(412)
    expect((await now(shown)).creditDecision).toBeNull()
    expect(await db.selectFrom('finance_signature').selectAll().execute()).toEqual([])
    valueOf(await press(longer))
  })
})
