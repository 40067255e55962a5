import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { cancelPurchase, getPurchaseJourney, getPurchaseRecord } from '#lib/purchases/calls.ts'
import { getAgreement, issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { readAgreement } from '#lib/purchases/sale-agreement.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, confirming, ready, type Person } from '#tests/setup/purchases.ts'
import { app, db, setUpDemo } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

const HEADING = 'A Tarn, ready for the weekend'

describe.each(databases)('the offers of a purchase, on $name', (database) => {
  setUpDemo(database, { env: { FEATURE_RESERVATIONS: 'on' } })

  const headingsOf = async ({ call }: Person, id: string) =>
    valueOf(await call(getPurchaseJourney, { params: { id } })).offers?.map(
      ({ heading }) => heading,
    )

  test('are those of the day it was confirmed, in the email, for staff and in the agreement', async () => {
    // The last day of the offer in New Zealand.
    app.clock.atMs = Date.parse('2027-01-31T10:00:00.000Z')
    const mia = await arrive(app)
    const journey = await confirmed(mia)
    expect(journey.offers?.map(({ heading }) => heading)).toContain(HEADING)
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    expect(messages[0]?.text).toContain(HEADING)

    app.clock.advance(2 * 60 * 60 * 1000)
    const sam = await arrive(app, 'staff@demo.example')
    const params = { id: journey.id }
    const seen = valueOf(await sam.call(getPurchaseForStaff, { params }))
    expect(seen.journey.offers?.find(({ heading }) => heading === HEADING)?.accessories).toEqual([
      { code: 'MATS', name: 'All-weather floor mats' },
      { code: 'RBAR', name: 'Roof cross bars' },
    ])
    const again = await arrive(app)
    const record = valueOf(await again.call(getPurchaseRecord, { params }))
    expect(record.offers).toEqual(seen.journey.offers)

    const amountCents = journey.paymentMetadata.depositCents
    valueOf(
      await sam.call(recordReceipt, {
        params,
        body: { source: 'BANKTRF', amountCents, reference: 'R-1' },
      }),
    )
    const { version } = valueOf(await again.call(getPurchaseJourney, { params }))
    valueOf(await sam.call(issueAgreement, { params, ifMatch: `"v${version}"` }))
    const { document } = valueOf(await again.call(getAgreement, { params }))
    const rows = readAgreement(document).parts.flatMap((part) => ('rows' in part ? part.rows : []))
    expect(rows.find(([label]) => label === HEADING)).toEqual([
      HEADING,
      'No charge',
      expect.stringMatching(
        /^Every new Tarn comes with all-weather mats, plus roof bars if yours doesn’t have them\. .* delivered by 30 April 2027\.$/,
      ),
    ])
  })

  test('give nothing that the price, quoted before they began, charges for', async () => {
    const [offer] = catalogue.offers.filter(({ heading }) => heading === HEADING)
    const offers = [{ ...offer!, from: '2026-12-01' }]
    const before = startApplication(db, { deps: { catalogue: { ...catalogue, offers } } })
    const mia = await arrive(before)
    const [mats, both] = [
      await ready(mia, { accessoryCodes: ['MATS'] }),
      await ready(mia, { accessoryCodes: ['MATS', 'RBAR'] }),
    ]
    before.clock.advance(9 * DAY_MS)
    const later = await arrive(before)
    const bought = valueOf(await confirming(later, mats))
    expect(bought.currentQuote.lines).toEqual(mats.currentQuote.lines)
    expect(
      bought.currentQuote.lines.find(({ code }) => code === 'MATS')!.amountCents,
    ).toBeGreaterThan(0)
    expect(bought.offers).toMatchObject([
      {
        heading: HEADING,
        summary: 'Roof cross bars, at no charge.',
        accessories: [{ code: 'RBAR' }],
      },
    ])
    expect(valueOf(await confirming(later, both)).offers).toEqual([])
  })

  test('stay what was promised, whatever becomes of the offer, of the accessory or of the car', async () => {
    const mia = await arrive(app)
    const { id, offers, paymentMetadata } = await confirmed(mia)
    expect(offers?.map(({ heading }) => heading)).toContain(HEADING)
    const reserved = await confirmed(mia, { payOption: 'RESERVATION' })
    expect(reserved.offers).toEqual([])

    const params = { id }
    const amountCents = paymentMetadata.depositCents
    const body = { source: 'BANKTRF', amountCents, reference: 'R-1' } as const
    const retired = [
      { offers: [] },
      { offers: catalogue.offers.map((offer) => ({ ...offer, accessoryCodes: [], terms: [] })) },
      { accessories: catalogue.accessories.filter(({ code }) => code !== 'MATS') },
      { models: catalogue.models.filter(({ slug }) => slug !== 'tarn') },
    ]
    for (const facts of retired) {
      const later = startApplication(db, { deps: { catalogue: { ...catalogue, ...facts } } })
      const sam = await arrive(later, 'staff@demo.example')
      const again = await arrive(later)
      expect(valueOf(await again.call(getPurchaseJourney, { params })).offers).toEqual(offers)
      expect(valueOf(await again.call(getPurchaseRecord, { params })).offers).toEqual(offers)
      const { journey } = valueOf(await sam.call(getPurchaseForStaff, { params }))
      expect(journey.offers).toEqual(offers)
    }

    const later = startApplication(db, { deps: { catalogue: { ...catalogue, offers: [] } } })
    const sam = await arrive(later, 'staff@demo.example')
    valueOf(await sam.call(recordReceipt, { params, body }))
    valueOf(await sam.call(issueAgreement, { params }))
    const again = await arrive(later)
    expect(valueOf(await again.call(getAgreement, { params })).document).toContain(HEADING)
  })

  test('are today’s until it is confirmed, and none of a reservation or of what was cancelled', async () => {
    app.clock.atMs = Date.parse('2027-01-31T10:59:00.000Z')
    const mia = await arrive(app)
    const { id } = await ready(mia)
    const reserved = await ready(mia, { payOption: 'RESERVATION' })
    expect(await headingsOf(mia, id)).toContain(HEADING)
    expect(await headingsOf(mia, reserved.id)).toEqual([])
    const { id: given } = await confirmed(mia)
    valueOf(await mia.call(cancelPurchase, { params: { id: given } }))
    expect(await headingsOf(mia, given)).toEqual([])
    app.clock.advance(60_000)
    expect(await headingsOf(mia, id)).not.toContain(HEADING)
  })
})
