import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { TradeVehicleInput } from '#lib/purchases/forms.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { conditionText } from '#lib/trade-in/trade-condition.ts'
import { answerTradeInOffer } from '#lib/trade-in/calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { submitFinanceApplication } from '#lib/finance/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { retrieveAndCreateCar } from '#lib/vehicles/calls.ts'
import { endUnpaidPurchases } from '#server/payments/deposit-expiry.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { noValuation } from '#server/providers/valuation/no-valuation.ts'
import type { ValuationProvider } from '#server/providers/valuation/valuation-provider.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirming, ready, started } from '#tests/setup/purchases.ts'
import { confirmedBeforeOffer, offerFor, writeOldCar } from '#tests/setup/trade-ins.ts'
import { app, db, mia, sam, restart, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import type { Overrides } from '#tests/setup/application.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

const GOOD = {
  'Body and paint': 'Small marks',
  Glass: 'No damage',
  Tyres: 'Half worn',
  'Warning lights': 'None',
  Accidents: 'None known',
  'Service history': 'Full',
}
const condition = conditionText({ answers: GOOD, rest: '' })
const lookUp = (regNo = 'TOI101') => mia.call(retrieveAndCreateCar, { params: { regNo } })
const asks = (facts: Partial<TradeVehicleInput> = {}): Partial<TradeVehicleInput> => ({
  condition,
  request: 'APPRAISAL',
  ...facts,
})
/** A saved purchase with an old car that its buyer has looked up and described. */
async function described(facts: Partial<TradeVehicleInput> = {}) {
  valueOf(await lookUp())
  const { id } = await started(mia)
  return writeOldCar(mia, id, asks(facts))
}
const restartWith = async (overrides: Overrides) => {
  restart(overrides)
  await signInAgain()
}
const OUT = new ProviderUnavailable('The valuation service', new Error('out'))
const mails = async () =>
  valueOf(await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } })).messages

describe.each(databases)('a firm offer for a trade-in, on $name', (database) => {
  setUpSignedIn(database)

  test('comes at once, for seven days, and is accepted like an offer of staff', async () => {
    const purchase = await described()
    const [car] = purchase.tradeInformation.vehicles
    // $14,850, 2% less for small marks, rounded to a hundred.
    expect(car).toMatchObject({
      status: 'APPRAISAL_DONE',
      offeredBy: 'RULES',
      offerCents: 1_460_000,
      offerExpires: new Date(app.clock.atMs + 7 * DAY_MS).toISOString(),
    })
    const [mail] = await mails()
    expect(mail!.subject).toBe('Our firm offer for your trade-in: $14,600')
    expect(mail!.text).toContain('48,210 km')
    expect(mail!.text).toContain('Small marks')
    expect(valueOf(await sam.call(listWork, { query: { kind: 'appraisals' } })).items).toEqual([])

    // Sent again, it is one offer and one email.
    const { id } = purchase
    await writeOldCar(mia, id, asks())
    expect((await mails()).filter(({ subject }) => subject === mail!.subject)).toHaveLength(1)

    const accepted = await writeOldCar(mia, id, asks({ request: 'ACCEPT' }))
    expect(accepted.tradeInformation.vehicles[0]).toMatchObject({ status: 'APPRAISAL_ACCEPTED' })
    expect(purchase.paymentMetadata.balanceCents - accepted.paymentMetadata.balanceCents).toBe(
      1_460_000,
    )
    const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(notes.map(({ text }) => text).sort()).toEqual([
      'Automatic firm offer of $14,600: Tarvane Cove 2021, TOI101',
      'Offer of $14,600 accepted: Tarvane Cove 2021, TOI101',
    ])
  })

  test('binds what was declared: another distance is another offer', async () => {
    const { id } = await described()
    const changed = await writeOldCar(mia, id, asks({ odometerKm: 58_210 }))
    expect(changed.tradeInformation.vehicles[0]).toMatchObject({
      status: 'APPRAISAL_DONE',
      offerCents: 1_400_000,
    })
    const dented = conditionText({ answers: { ...GOOD, Accidents: 'Repaired' }, rest: '' })
    const now = await writeOldCar(mia, id, asks({ condition: dented }))
    expect(now.tradeInformation.vehicles[0]).toMatchObject({
      status: 'APPRAISAL_REQUESTED',
      offerDue: '2026-11-25',
    })
    expect(now.tradeInformation.vehicles[0]).not.toHaveProperty('offerCents')
  })

  test.each<[string, Partial<TradeVehicleInput>]>([
    ['of another model than in the register', { model: 'Moraine' }],
    ['of another year than in the register', { year: 2022 }],
    ['with another VIN than in the register', { vin: '7AT0H65YX18000123' }],
    ['less driven than the register last read', { odometerKm: 40_000 }],
    ['whose condition is not described', { condition: '' }],
    ['nobody looked up', { registration: 'TOI102', model: 'Tarn', year: 2022 }],
  ])('is not made for a car %s: a person appraises it', async (_, facts) => {
    const { tradeInformation } = await described(facts)
    expect(tradeInformation.vehicles[0]).toMatchObject({ status: 'APPRAISAL_REQUESTED' })
  })

  test('is not made for a car that another confirmed purchase counts', async () => {
    const { id } = await ready(mia)
    valueOf(await lookUp())
    await writeOldCar(mia, id, asks())
    const accepted = await writeOldCar(mia, id, asks({ request: 'ACCEPT' }))
    valueOf(await confirming(mia, accepted))
    const other = await described()
    expect(other.tradeInformation.vehicles[0]).toMatchObject({ status: 'APPRAISAL_REQUESTED' })
  })

  test('is not made for a car that is reported stolen', async () => {
    const { register } = app.deps
    const find = async (asked: string) => {
      const vehicle = await register.find(asked)
      return vehicle && { ...vehicle, isReportedStolen: true }
    }
    await restartWith({ deps: { register: { name: 'other', find } } })
    const { tradeInformation } = await described()
    expect(tradeInformation.vehicles[0]).toMatchObject({ status: 'APPRAISAL_REQUESTED' })
    expect(valueOf(await lookUp()).car).not.toHaveProperty('isReportedStolen')
  })

  test('is not made for a minute after the valuation service was out, which is not asked again', async () => {
    let asked = 0
    const value = () => Promise.reject((asked++, OUT))
    await restartWith({ deps: { valuation: { name: 'out', value } } })
    for (let times = 0; times < 2; times++) valueOf(await lookUp())
    expect(asked).toBe(1)
    app.clock.advance(MINUTE_MS)
    valueOf(await lookUp())
    expect(asked).toBe(2)
  })

  test.each<[string, ValuationProvider]>([
    ['without a valuation service', noValuation],
    ['while the valuation service is out', { name: 'out', value: () => Promise.reject(OUT) }],
  ])('is not made %s, and the car is still found', async (_, valuation) => {
    await restartWith({ deps: { valuation } })
    expect(valueOf(await lookUp()).car).toMatchObject({ year: 2021, tradeInGuide: null })
    const { tradeInformation } = await described()
    expect(tradeInformation.vehicles[0]).toMatchObject({ status: 'APPRAISAL_REQUESTED' })
  })

  test('a car is valued once a day, also by several at once', async () => {
    const asked: string[] = []
    const valuation: ValuationProvider = {
      name: 'counting',
      value: async ({ registration }) => {
        asked.push(registration)
        await setTimeout(20)
        return { lowCents: 1_000_000, highCents: 1_200_000 }
      },
    }
    await restartWith({ deps: { valuation } })
    for (const answer of await Promise.all([lookUp(), lookUp()])) valueOf(answer)
    valueOf(await lookUp())
    expect(asked).toEqual(['TOI101'])
    app.clock.advance(DAY_MS + 1)
    await signInAgain()
    valueOf(await lookUp())
    expect(asked).toEqual(['TOI101', 'TOI101'])
  })

  test('counts towards the appraisals of a network', async () => {
    await restartWith({ env: { LIMIT_NETWORK_APPRAISALS_PER_DAY: '1' } })
    const { id } = await described()
    valueOf(await lookUp('TOI102'))
    const other = { registration: 'TOI102', model: 'Tarn', year: 2022, odometerKm: 36_120 }
    await expect(writeOldCar(mia, id, asks(other))).rejects.toThrow()
  })

  test('that ran out is made again at once after confirming', async () => {
    const confirmed = await confirmedBeforeOffer(mia)
    const offered = await offerFor(sam, confirmed, 1_000_000)
    app.clock.advance(7 * DAY_MS)
    await signInAgain()
    await db.updateTable('trade_vehicle').set({ condition }).execute()
    valueOf(await lookUp())
    const vehicleId = offered.tradeInformation.vehicles[0]!.id
    const again = valueOf(
      await mia.call(answerTradeInOffer, {
        params: { id: offered.id },
        body: { vehicleId, answer: 'APPRAISAL' },
      }),
    )
    expect(again.tradeInformation.vehicles[0]).toMatchObject({
      status: 'APPRAISAL_DONE',
      offeredBy: 'RULES',
      offerCents: 1_460_000,
    })
    expect((await mails())[0]!.subject).toBe('Our firm offer for your trade-in: $14,600')
  })

  describe('and staff', () => {
    test('replace it after it is accepted, and the buyer accepts again', async () => {
      const { id } = await described()
      const accepted = await writeOldCar(mia, id, asks({ request: 'ACCEPT' }))
      const replaced = await offerFor(sam, accepted, 1_200_000)
      expect(replaced.tradeInformation.vehicles[0]).toMatchObject({
        status: 'APPRAISAL_DONE',
        offeredBy: 'STAFF',
        offerCents: 1_200_000,
      })
      expect(replaced.paymentMetadata.balanceCents).toBe(
        accepted.paymentMetadata.balanceCents + 1_460_000,
      )
      // An offer of staff stands once it is accepted.
      const again = await writeOldCar(mia, id, asks({ request: 'ACCEPT' }))
      await expect(offerFor(sam, again, 1_000_000)).rejects.toThrow()
    })

    test('replace it after the purchase is confirmed, and its price stays', async () => {
      valueOf(await lookUp())
      const { id } = await ready(mia)
      const accepted = await writeOldCar(mia, id, asks())
      await writeOldCar(mia, id, asks({ request: 'ACCEPT' }))
      const confirmed = valueOf(await confirming(mia, accepted))
      const replaced = await offerFor(sam, confirmed, 1_200_000)
      expect(replaced.currentQuote.totals).toEqual(confirmed.currentQuote.totals)
      expect(replaced.paymentMetadata.balanceCents).toBe(
        confirmed.paymentMetadata.balanceCents + 1_460_000,
      )
      const vehicleId = replaced.tradeInformation.vehicles[0]!.id
      const now = valueOf(
        await mia.call(answerTradeInOffer, {
          params: { id },
          body: { vehicleId, answer: 'ACCEPT' },
        }),
      )
      expect(now.paymentMetadata.balanceCents).toBe(
        replaced.paymentMetadata.balanceCents - 1_200_000,
      )
    })

    test('replace one that covered the deposit, and the deposit has a deadline again', async () => {
      valueOf(await lookUp())
      const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
      await writeOldCar(mia, id, asks())
      await writeOldCar(mia, id, asks({ request: 'ACCEPT' }))
      const applied = valueOf(
        await mia.call(submitFinanceApplication, { params: { id }, body: anApplication() }),
      )
      const confirmed = valueOf(await confirming(mia, applied))
      expect(confirmed.metadata.depositDueBy).toBeUndefined()
      const replaced = await offerFor(sam, confirmed, 300_000)
      expect(replaced.metadata.depositDueBy).toBeDefined()
      app.clock.advance(3 * DAY_MS)
      await endUnpaidPurchases(app.deps)
      await signInAgain()
      expect(valueOf(await mia.call(getPurchaseJourney, { params: { id } })).status).toMatchObject({
        purchaseJourneyStatusCode: 'EXPIRED',
      })
    })
  })
})
