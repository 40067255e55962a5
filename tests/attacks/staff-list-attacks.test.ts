import { describe, expect, test } from 'vitest'
import type { Result } from '#lib/api/failure.ts'
import { submitFinanceApplication } from '#lib/finance/calls.ts'
import { createPurchaseJourney, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  BEHIND_PROXY,
  cheapAccount,
  movedTo,
  NETWORK,
  OTHER_NETWORK,
} from '#tests/setup/networks.ts'
import { easyCaptcha, valueOf } from '#tests/setup/people.ts'
import { conflictOf, saved, started, type Person } from '#tests/setup/purchases.ts'
import { app, db, mia, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'

const goodOf = (answers: Result<unknown>[]) => answers.filter(({ ok }) => ok).length

describe.each(databases)('work that strangers make for others, on $name', (database) => {
  setUpSignedIn(database, {
    env: {
      ...BEHIND_PROXY,
      LIMIT_NETWORK_FINANCE_APPLICATIONS_PER_DAY: '3',
      LIMIT_NETWORK_APPRAISALS_PER_DAY: '6',
      LIMIT_OPEN_APPRAISALS: '4',
    },
    deps: { captcha: easyCaptcha },
  })

  const apply = async (person: Person) => {
    const { id } = await started(person, { payOption: 'LOANCLASIC' })
    return () => person.call(submitFinanceApplication, { params: { id }, body: anApplication() })
  }

  test('the lender gets as many applications a day as allowed of one network, from however many accounts', async () => {
    let asked = 0
    const { decide } = app.deps.lender
    app.deps.lender.decide = (order) => (asked++, decide(order))
    const sendings = []
    for (let n = 0; n < 5; n++) sendings.push(await apply(await cheapAccount(app, NETWORK)))
    const answers = await Promise.all(sendings.map((send) => send()))
    expect(goodOf(answers)).toBe(3)
    expect(asked).toBe(3)
    const refused = sendings[answers.findIndex(({ ok }) => !ok)]!
    expect(conflictOf(await refused())).toMatchObject({
      status: 429,
      message:
        'Your network has reached today’s limit for finance applications. We haven’t sent yours yet. Please call us to apply now, or try again tomorrow.',
    })
    valueOf(await (await apply(movedTo(app, OTHER_NETWORK, mia)))())
    app.clock.advance(DAY_MS)
    await signInAgain()
    valueOf(await (await apply(movedTo(app, NETWORK, mia)))())
  })

  test('an application that the lender does not answer is not counted', async () => {
    const send = await apply(movedTo(app, NETWORK, mia))
    const { decide } = app.deps.lender
    app.deps.lender.decide = () => Promise.reject(new ProviderUnavailable('The lender', null))
    for (let n = 0; n < 4; n++) expect(conflictOf(await send()).status).toBe(503)
    app.deps.lender.decide = decide
    valueOf(await send())
  })

  let plates = 100
  const cars = (count: number) => ({
    vehicles: Array.from({ length: count }, () => ({
      registration: `ZZ${plates++}`,
      make: 'Tarvane',
      model: 'Cove',
      year: 2020,
      odometerKm: 1000,
      owingCents: 0,
      request: 'APPRAISAL' as const,
    })),
  })
  const request = async (person: Person, count: number) => {
    const { quoteId } = await saved(person)
    return () =>
      person.call(createPurchaseJourney, {
        params: { id: person.customerId },
        body: { quoteId, tradeInformation: cars(count) },
      })
  }
  const waiting = async () =>
    (
      await db
        .selectFrom('trade_vehicle')
        .select('registration')
        .where('status', '=', 'APPRAISAL_REQUESTED')
        .execute()
    ).length

  test('staff get as many appraisal requests a day as allowed of one network, from however many accounts', async () => {
    const sendings = []
    for (let n = 0; n < 4; n++) sendings.push(await request(await cheapAccount(app, NETWORK), 2))
    const answers = await Promise.all(sendings.map((send) => send()))
    expect(goodOf(answers)).toBe(3)
    expect(await waiting()).toBe(6)
    expect(conflictOf(answers.find(({ ok }) => !ok)!)).toMatchObject({
      status: 429,
      message:
        'Your network has reached today’s limit for appraisal requests. Please call us about your car, or try again tomorrow.',
    })
    valueOf(await (await request(movedTo(app, OTHER_NETWORK, mia), 1))())
    // A car that is not to be appraised is still welcome.
    const tia = await cheapAccount(app, NETWORK)
    const { id } = await started(tia)
    const { vehicles } = cars(1)
    const body = { tradeInformation: { vehicles: [{ ...vehicles[0]!, request: undefined }] } }
    valueOf(await tia.call(updatePurchaseJourney, { params: { id }, body }))
  })

  test('a customer has as many cars waiting for an offer as allowed, at once and one after the other', async () => {
    const answers = await Promise.all(
      [await request(mia, 2), await request(mia, 2), await request(mia, 2)].map((send) => send()),
    )
    expect(goodOf(answers)).toBe(2)
    expect(await waiting()).toBe(4)
    expect(conflictOf(answers.find(({ ok }) => !ok)!)).toMatchObject({
      status: 409,
      message:
        '4 of your cars are waiting for our offer, the most we appraise for one customer at once. Before you request another appraisal, wait for an offer or remove a car. Or call your dealer.',
    })
    // The same request again is no new one, and a car that is removed makes room.
    const { id, tradeInformation } = valueOf(answers.find(({ ok }) => ok)!)
    const write = (vehicles: object[]) =>
      mia.call(updatePurchaseJourney, {
        params: { id },
        body: { tradeInformation: { vehicles } as ReturnType<typeof cars> },
      })
    const [first, second] = tradeInformation.vehicles.map((vehicle) => ({
      id: vehicle.id,
      registration: vehicle.registration,
      make: vehicle.make,
      model: vehicle.model,
      year: vehicle.year,
      odometerKm: vehicle.odometerKm,
      owingCents: 0,
      request: 'APPRAISAL',
    }))
    for (let n = 0; n < 9; n++) valueOf(await write([first!, second!]))
    valueOf(await write([first!, ...cars(1).vehicles]))
    expect((await write([first!, second!, ...cars(1).vehicles])).ok).toBe(false)
    expect(await waiting()).toBe(4)
  })
})
