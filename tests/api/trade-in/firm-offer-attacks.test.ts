import { describe, expect, test } from 'vitest'
import { answerTradeInOffer } from '#lib/trade-in/calls.ts'
import { getPurchaseJourney, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import type { TradeVehicleInput } from '#lib/purchases/forms.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { decideFinance, submitFinanceApplication } from '#lib/finance/calls.ts'
import { conditionText } from '#lib/trade-in/trade-condition.ts'
import { retrieveAndCreateCar } from '#lib/vehicles/calls.ts'
import { anApplication, aReferredApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { aRequest, confirming, conflictOf, ready } from '#tests/setup/purchases.ts'
import { offerFor, writeOldCar } from '#tests/setup/trade-ins.ts'
import { mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

const condition = conditionText({
  answers: {
    'Body and paint': 'Small marks',
    Glass: 'No damage',
    Tyres: 'Half worn',
    'Warning lights': 'None',
    Accidents: 'None known',
    'Service history': 'Full',
  },
  rest: '',
})
const loan = (depositCents: number): Partial<QuoteRequest> => ({
  payOption: 'LOANCLASIC',
  finance: { depositCents, termMonths: 36, frequency: 'Monthly' },
})
const write = (id: string, request: TradeVehicleInput['request']) =>
  writeOldCar(mia, id, { condition, request })
const carOf = ({ tradeInformation }: PurchaseJourney) => tradeInformation.vehicles[0]!
/** A purchase with a firm offer of $14,600. */
async function offered(facts: Partial<QuoteRequest> = {}) {
  valueOf(await mia.call(retrieveAndCreateCar, { params: { regNo: 'TOI101' } }))
  const { id } = await ready(mia, facts)
  return write(id, 'APPRAISAL')
}
const reread = async (id: string) => valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
const accepting = (purchase: PurchaseJourney) =>
  mia.call(answerTradeInOffer, {
    params: { id: purchase.id },
    body: { vehicleId: carOf(purchase).id, answer: 'ACCEPT' },
  })

describe.each(databases)('who uses firm offers dishonestly, on $name', (database) => {
  setUpSignedIn(database)

  test('counts one car in one purchase, though two have an offer for it', async () => {
    const [first, second] = [await offered(), await offered()]
    expect([first, second].map((one) => carOf(one).status)).toEqual([
      'APPRAISAL_DONE',
      'APPRAISAL_DONE',
    ])
    const both = await Promise.all(
      [first, second].map(async (one) => valueOf(await confirming(mia, one))),
    )
    const answers = await Promise.all(both.map(accepting))
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(conflictOf(answers.find(({ ok }) => !ok)!).message).toMatch(
      /^Another purchase already includes Tarvane Cove 2021, TOI101/,
    )
  })

  test('counts it in the purchase that is confirmed first, not in one that is only started', async () => {
    const [theirs, own] = [await offered(), await offered()]
    const accepted = await write(theirs.id, 'ACCEPT')
    expect(carOf(await write(own.id, 'ACCEPT')).status).toBe('APPRAISAL_ACCEPTED')
    expect((await confirming(mia, await reread(own.id))).ok).toBe(true)
    expect(conflictOf(await confirming(mia, accepted)).message).toMatch(
      /^Another purchase already includes Tarvane Cove 2021, TOI101/,
    )
    expect(carOf(await offered()).status).toBe('APPRAISAL_REQUESTED')
  })

  test('counts it once too where a lease that had it becomes a cash purchase', async () => {
    const { id } = await write((await offered()).id, 'ACCEPT')
    const currentQuoteRequest = aRequest({ payOption: 'LEASELC' })
    valueOf(
      await mia.call(updatePurchaseJourney, { params: { id }, body: { currentQuoteRequest } }),
    )
    const body = aReferredApplication
    const lease = await mia.call(submitFinanceApplication, { params: { id }, body })
    valueOf(await confirming(mia, valueOf(lease)))
    valueOf(await confirming(mia, await write((await offered()).id, 'ACCEPT')))

    const decision = { code: 'DECLINE' as const, conditions: [] }
    valueOf(await sam.call(decideFinance, { params: { id }, body: decision }))
    const toCash = { event: 'changed-to-cash' as const, note: 'Mia, on the phone' }
    const changed = await sam.call(advanceJourney, { params: { id }, body: toCash })
    expect(conflictOf(changed).message).toMatch(
      /^Another purchase already includes Tarvane Cove 2021, TOI101/,
    )
  })

  test('reserves no car for little but an old car that nobody has seen', async () => {
    const { id } = await offered(loan(1_000_000))
    const accepted = await write(id, 'ACCEPT')
    expect(accepted.paymentMetadata.depositCents).toBe(0)
    expect(conflictOf(await confirming(mia, accepted)).message).toMatch(
      /^Your trade-in covers the deposit/,
    )
    // Nor for a dollar beside it.
    const nearly = await write((await offered(loan(1_460_100))).id, 'ACCEPT')
    expect(nearly.paymentMetadata.depositCents).toBe(100)
    expect(conflictOf(await confirming(mia, nearly)).message).toContain(
      'choose a deposit that leaves at least $1,000 to pay now',
    )
    // Once a person has made the offer, it does.
    const seen = await offerFor(sam, accepted, 1_200_000)
    await write(id, 'ACCEPT')
    expect((await confirming(mia, seen)).ok).toBe(true)
  })

  test('reserves one for a buyer whose finance is approved', async () => {
    const { id } = await offered(loan(1_000_000))
    valueOf(await mia.call(submitFinanceApplication, { params: { id }, body: anApplication() }))
    expect((await confirming(mia, await write(id, 'ACCEPT'))).ok).toBe(true)
  })

  test('keeps the time to pay when the offer is accepted after confirming', async () => {
    const confirmed = valueOf(await confirming(mia, await offered(loan(1_000_000))))
    expect(conflictOf(await accepting(confirmed)).message).toMatch(
      /^Your trade-in covers the deposit/,
    )
    const higher = valueOf(await confirming(mia, await offered(loan(2_000_000))))
    expect(valueOf(await accepting(higher)).paymentMetadata.depositCents).toBe(540_000)
  })
})
